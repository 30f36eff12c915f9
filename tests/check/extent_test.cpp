// SPDX-License-Identifier: MIT
// What a check says of how far it looked: of recordings that lack blocks, and of those that take too long.
#include <gtest/gtest.h>

#include "tests/check/recorded.h"
#include "tracing/analysis/check.h"
#include "tracing/analysis/check_findings.h"

namespace gemmscope {
namespace {

using analysis::CheckScope;
using Extent = CheckScope::Extent;
using namespace std::chrono_literals;

format::Recording four_blocks(const char* kernel = "warp_tile") {
  return testing::described({kernel}, {.M = 256, .N = 256, .K = 32});
}

void expect_all(const analysis::CheckResult& result, Extent extent) {
  EXPECT_EQ(result.extent(), extent);
  for (const CheckScope& scope : result.scopes) {
    if (scope.applies || extent == Extent::kNothing) {
      EXPECT_EQ(scope.extent, extent) << scope.why;
    }
  }
}

TEST(Extent, IsThatOfTheBlocksThatAreThere) {
  format::Recording r = four_blocks();
  ASSERT_EQ(r.blocks.size(), 4u);
  expect_all(analysis::check(r), Extent::kWhole);
  r.blocks.erase(r.blocks.begin() + 2);  // the selection says nothing of it
  const auto missing = analysis::check(r);
  EXPECT_TRUE(missing.findings.empty());
  expect_all(missing, Extent::kRecorded);
  r.blocks.clear();
  const auto none = analysis::check(r);
  expect_all(none, Extent::kNothing);
  EXPECT_EQ(none.made(), 0);
}

/// Stands still, and after `looks` looks at it is at the deadline.
analysis::Clock stopping_after(int looks) {
  return [looks]() mutable {
    return std::chrono::steady_clock::time_point{} + (looks-- > 0 ? 0s : std::chrono::seconds{analysis::kMostTime});
  };
}

TEST(Extent, ACheckThatTakesTooLongStopsAndSaysSo) {
  const format::Recording r = four_blocks("warp_tile_no_barrier_before");
  const auto all = analysis::check(r, stopping_after(1'000'000)), late = analysis::check(r, stopping_after(1));
  EXPECT_EQ(all.extent(), Extent::kWhole);
  EXPECT_EQ(late.extent(), Extent::kRecorded);
  EXPECT_NE(late.incomplete().find("stopped"), std::string_view::npos) << late.incomplete();
  EXPECT_EQ(late.scopes[static_cast<std::size_t>(analysis::Fault::kReadAfterWrite)].extent, Extent::kRecorded);
  EXPECT_LT(late.count(analysis::Fault::kReadAfterWrite), all.count(analysis::Fault::kReadAfterWrite));
  for (const analysis::Finding& f : late.findings)  // nothing is found that is not there
    EXPECT_LE(f.count, all.count(f.fault));
}

TEST(Extent, StepsEndABudgetWithoutAClock) {
  analysis::Budget budget;
  EXPECT_TRUE(budget.spend(analysis::Budget::kSteps - 1));
  EXPECT_FALSE(budget.allows(1));
  EXPECT_TRUE(budget.gave_up());
  EXPECT_FALSE(budget.was_late());
}

TEST(Extent, ABudgetLooksAtTheClockAfterManyCallsOfFewSteps) {
  const analysis::Clock clock = stopping_after(1);
  const analysis::Deadline deadline(clock);
  analysis::Budget budget(&deadline);
  int calls = 0;
  while (budget.spend(1) && calls < 1'000'000) ++calls;
  EXPECT_LT(calls, 100'000);
  EXPECT_TRUE(budget.was_late());
}

}  // namespace
}  // namespace gemmscope
