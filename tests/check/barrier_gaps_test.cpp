// SPDX-License-Identifier: MIT
// One barrier that is missing is one gap, however many pairs of lines race across it.
#include <gtest/gtest.h>

#include "tests/check/recorded.h"
#include "tracing/analysis/barrier_gaps.h"

namespace gemmscope {
namespace {

using analysis::CheckResult;
using analysis::Fault;
using analysis::GapOfRaces;

TEST(BarrierGaps, OneMissingBarrierIsOneGapAndOneFinding) {
  for (const char* kernel : {"warp_tile_no_barrier_before", "warp_tile_no_barrier_after",
                             "shared_tile_no_barrier_before", "shared_tile_no_barrier_after"}) {
    SCOPED_TRACE(kernel);
    const CheckResult check = analysis::check(testing::broken(kernel));
    ASSERT_EQ(check.gaps.size(), 1u);
    const GapOfRaces& gap = check.gaps[0];
    EXPECT_FALSE(gap.in_warps);
    EXPECT_EQ(gap.after < gap.before, std::string(kernel).ends_with("before"));
    ASSERT_EQ(gap.findings, (std::vector<std::size_t>{0}));
    ASSERT_EQ(check.findings.size(), 1u);
    EXPECT_GT(analysis::parts_of(check.findings[0]).size(), 1u);
  }
}

TEST(BarrierGaps, OfASyncwarpIsInsideWarps) {
  const CheckResult check = analysis::check(testing::broken("sgemm64_no_syncwarp"));
  EXPECT_FALSE(check.gaps.empty());
  for (const GapOfRaces& gap : check.gaps) EXPECT_TRUE(gap.in_warps);
}

TEST(BarrierGaps, RacesThatNoSinglePlaceOrdersAreApart) {
  format::Recording r;
  for (const std::uint32_t line : {10u, 20u, 30u, 40u}) r.sites.push_back({.name = "s", .line = line});
  CheckResult check;
  const auto race = [&](std::uint16_t first, std::uint16_t second) {
    check.findings.push_back({.fault = Fault::kReadAfterWrite,
                              .at = analysis::Access{.site = second},
                              .other = analysis::Access{.site = first}});
  };
  race(0, 1), race(2, 3), race(0, 3), race(1, 2), race(3, 0);
  race(2, 2);  // two threads store to one cell on one line: no barrier comes between them
  check.findings.push_back({.fault = Fault::kUninitialisedRead, .at = analysis::Access{}});
  const auto gaps = analysis::barrier_gaps(r, nullptr, check.findings);
  ASSERT_EQ(gaps.size(), 4u);
  EXPECT_EQ(gaps[0].findings, (std::vector<std::size_t>{0}));
  EXPECT_EQ(gaps[0].after, 10u);
  EXPECT_EQ(gaps[0].before, 20u);
  EXPECT_EQ(gaps[1].findings, (std::vector<std::size_t>{1, 2}));  // one place may serve the long one
  EXPECT_EQ(gaps[1].after, 30u);
  EXPECT_EQ(gaps[1].before, 40u);
  EXPECT_EQ(gaps[3].after, 40u);  // in the next pass
  EXPECT_EQ(gaps[3].before, 10u);
}

}  // namespace
}  // namespace gemmscope
