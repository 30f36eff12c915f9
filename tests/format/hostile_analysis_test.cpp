// SPDX-License-Identifier: MIT
// Sound files with numbers that no kernel has: analyses answer, and soon.
#include <ctime>

#include <gtest/gtest.h>

#include "tests/format/allocation_meter.h"
#include "tests/format/analyse.h"
#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tracing/analysis/check.h"
#include "tracing/analysis/check_interval.h"
#include "tracing/format/check.h"
#include "tracing/format/file.h"

namespace gemmscope::format {
namespace {

TEST(HostileAnalysis, ManySitesOfLongNamesAreAddedUpInSeconds) {
  Recording r = testing::example_recording();
  while (r.sites.size() < 0xffff) {
    r.sites.push_back(r.sites.back());
    r.sites.back().name = std::string(200, 'x') + std::to_string(r.sites.size());
  }
  ASSERT_FALSE(check(r));
  const std::clock_t begin = std::clock();
  testing::analyse(r);
  EXPECT_LT((std::clock() - begin) / CLOCKS_PER_SEC, 10);  // comparing each with each takes a minute
}

TEST(HostileAnalysis, BlocksFarOutsideTheirArraysAreSurvived) {
  Recording r = testing::example_recording();
  r.grid_y = 1u << 23, r.grid_x = 2;
  r.selection.block_y = {0, r.grid_y}, r.selection.block_x = {0, 2};
  r.blocks.back().y = r.grid_y - 1, r.blocks.back().base = {0xfffffffc, 0x80000000, 1u << 31};
  ASSERT_FALSE(check(r)) << check(r)->what;
  testing::analyse(r);
}

/// One warp with as much shared memory as there may be. In each of `intervals` intervals it stores to one cell more
/// than in the one before: no two are alike.
Recording unlike_intervals(std::uint32_t intervals) {
  Recording r = testing::example_recording();
  r.grid_y = r.grid_x = 1, r.selection.block_y = r.selection.block_x = {0, 1};
  r.threads = 32, r.selection.warps = {0, 1};
  r.shared_bytes = 1u << 20;
  r.blocks.resize(1);
  r.patterns.resize(1);
  Pattern& p = r.patterns[0];
  p.barrier_lines.assign(intervals, 4);
  p.segments.clear();
  r.templates.clear();
  for (std::uint32_t i = 0; i < intervals; ++i) {
    r.templates.push_back({.rows = {{.mask = 1, .site = 1}}, .addresses = std::vector<std::uint32_t>(kLanes)});
    r.templates.back().addresses[0] = 4 * i;
    p.segments.push_back({.warp = 0, .interval = i, .template_id = i});
  }
  return r;
}

TEST(HostileAnalysis, WhatCameOfIntervalsIsForgottenWhenItBecomesTooMuch) {
  const Recording r = unlike_intervals(150);
  ASSERT_FALSE(check(r)) << check(r)->what;
  const testing::AllocationMeter meter;
  EXPECT_FALSE(analysis::check(r).findings.empty());
  EXPECT_LT(meter.peak(), 100u << 20);  // each is kept under what lay in all cells: 2 MiB
}

TEST(HostileAnalysis, StoresToTheSameCellAreCountedAsTheWorkThatTheyAre) {
  constexpr std::uint32_t kStores = 4096;
  Recording r = unlike_intervals(1);
  r.templates[0].rows.assign(kStores, r.templates[0].rows[0]);
  r.templates[0].addresses.assign(std::size_t{kStores} * kLanes, 0);
  r.templates[0].rows[0].mask = 2, r.templates[0].rows[1].after_syncwarp = 1;  // one lane, then another one
  ASSERT_FALSE(check(r)) << check(r)->what;
  const Segment* const segment = &r.patterns[0].segments[0];
  const std::vector<analysis::CellState> state(r.shared_bytes / 4);
  for (const bool is_enough : {true, false}) {  // each looks at 1024 others: nothing orders them but the program
    analysis::Budget budget;
    ASSERT_TRUE(budget.spend(analysis::Budget::kSteps - kStores * (is_enough ? 1100u : 800u)));
    const analysis::Memory memory{.cells = state.size()};
    const analysis::Interval interval{.segments = {segment}, .meets = {analysis::Meets()}, .phases = {}, .others = {}};
    EXPECT_EQ(
        analysis::IntervalCheck(r, analysis::SignalSites(r, nullptr), memory, interval, state, 0).run(budget).complete,
        is_enough);
  }
}

TEST(HostileAnalysis, FindingsWithoutNumberAreCut) {
  constexpr std::uint32_t kSites = 2000;
  Recording r = unlike_intervals(1);
  r.sites.resize(1, {}), r.sites[0] = {"sA_store", 3, Op::kStore, 4, 3};
  r.sites.assign(kSites, r.sites[0]);
  r.templates[0].rows.assign(kSites, r.templates[0].rows[0]);
  r.templates[0].addresses.assign(std::size_t{kSites} * kLanes, 0);
  for (std::uint32_t i = 0; i < kSites; ++i)
    r.templates[0].rows[i].site = static_cast<std::uint16_t>(i), r.templates[0].addresses[i * kLanes] = 1u << 16;
  ASSERT_FALSE(check(r)) << check(r)->what;
  const analysis::CheckResult result = analysis::check(r);
  EXPECT_EQ(result.findings.size(), analysis::Findings::kMost);
  EXPECT_EQ(result.incomplete(), "there are more findings than are listed");
}

}  // namespace
}  // namespace gemmscope::format
