// SPDX-License-Identifier: MIT
// One barrier that is missing is one gap, however many pairs of lines race across it.
#include <gtest/gtest.h>

#include "kernels/table.h"
#include "tests/check/recorded.h"
#include "tracing/analysis/barrier_gaps.h"

namespace gemmscope {
namespace {

using analysis::CheckResult;
using analysis::Fault;
using analysis::GapOfRaces;

std::vector<GapOfRaces> gaps_of(const char* kernel) {
  const format::Recording r = testing::recorded(testing::request_of(*kernels::find_kernel(kernel)));
  const CheckResult check = analysis::check(r);
  const std::vector<GapOfRaces>& gaps = check.gaps;
  std::size_t races = 0, in_gaps = 0;
  const auto line = [&](const analysis::Access& access) { return r.sites[access.site].line; };
  for (const analysis::Finding& f : check.findings)
    races += analysis::is_race(f.fault) && line(*f.at) != line(*f.other);
  for (const GapOfRaces& gap : gaps) {
    in_gaps += gap.findings.size();
    for (const std::size_t i : gap.findings) {
      const std::uint32_t first = r.sites[check.findings[i].other->site].line,
                          second = r.sites[check.findings[i].at->site].line;
      EXPECT_LE(first, gap.after);
      if (first < second) {
        EXPECT_GE(second, gap.before);
      }
    }
  }
  EXPECT_EQ(races, in_gaps);
  return gaps;
}

TEST(BarrierGaps, OneMissingBarrierIsOneGap) {
  for (const char* kernel : {"warp_tile_no_barrier_before", "warp_tile_no_barrier_after",
                             "shared_tile_no_barrier_before", "shared_tile_no_barrier_after"}) {
    SCOPED_TRACE(kernel);
    const auto gaps = gaps_of(kernel);
    ASSERT_EQ(gaps.size(), 1u);
    EXPECT_GT(gaps[0].findings.size(), 1u);
    EXPECT_FALSE(gaps[0].in_warps);
    EXPECT_EQ(gaps[0].after < gaps[0].before, std::string(kernel).ends_with("before"));
  }
}

TEST(BarrierGaps, OfASyncwarpIsInsideWarps) {
  for (const GapOfRaces& gap : gaps_of("sgemm64_no_syncwarp")) EXPECT_TRUE(gap.in_warps);
}

/// Rows that run into each other: two threads store to one cell on one line, in one copy. No barrier after the copy
/// comes between them.
TEST(BarrierGaps, NonePartsStoresOfOneLine) {
  const auto gaps = gaps_of("block_tile_spilled");
  ASSERT_EQ(gaps.size(), 1u);
  EXPECT_EQ(gaps[0].findings, (std::vector<std::size_t>{1}));  // As runs into Bs
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
  check.findings.push_back({.fault = Fault::kStaleRead, .at = analysis::Access{}});
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
