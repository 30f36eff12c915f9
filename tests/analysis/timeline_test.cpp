// SPDX-License-Identifier: MIT
// Any stretch of a timeline against looking at its requests one by one.
#include "tracing/analysis/timeline.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"

namespace gemmscope::analysis::testing {
namespace {

struct Fixture {
  format::Recording recording = warp_tile_recording({.K = 64, .blocks = {{0, 0}, {1, 1}}});
  CostTable table{recording};
  Timeline timeline{recording, table};

  /// Costs of every request of a warp, in order.
  std::vector<ModelCost> costs(std::uint32_t block, std::uint32_t warp) const {
    std::vector<ModelCost> all;
    for (const RequestCost& cost : requests(block, warp)) all.push_back(cost.by(ConflictModel::kFused));
    return all;
  }
  std::vector<RequestCost> requests(std::uint32_t block, std::uint32_t warp) const {
    std::vector<RequestCost> all;
    const format::Pattern& pattern = recording.patterns[recording.blocks[block].pattern];
    for (std::uint32_t s = pattern.warp_begin[warp]; s < pattern.warp_begin[warp + 1]; ++s)
      for (const RequestCost& cost : table.costs(block, s)) all.push_back(cost);
    return all;
  }
};

TEST(Timeline, StretchesEqualTheirRequests) {
  const Fixture f;
  std::mt19937 random(1);
  for (const std::uint32_t warp : {0u, 3u}) {
    const std::vector<ModelCost> costs = f.costs(1, warp);
    ASSERT_EQ(f.timeline.size(1, warp), costs.size());
    for (int i = 0; i < 2000; ++i) {
      const auto a = static_cast<std::uint32_t>(random() % (costs.size() + 1));
      const auto b = static_cast<std::uint32_t>(random() % (costs.size() + 1));
      const std::uint32_t begin = std::min(a, b), end = std::max(a, b);
      int nway = 0;
      std::uint64_t excess = 0;
      for (std::uint32_t r = begin; r < end; ++r) {
        nway = std::max<int>(nway, costs[r].max_nway);
        excess += static_cast<std::uint64_t>(costs[r].excess());
      }
      const TimelineColumn column = f.timeline.stretch(1, warp, begin, end);
      ASSERT_EQ(column.requests, end - begin);
      ASSERT_EQ(column.max_nway, nway) << begin << " .. " << end;
      ASSERT_EQ(column.excess, excess) << begin << " .. " << end;
    }
  }
}

/// A and B begin in the middle of a sector, and one access of A where a GPU faults: blocks of one pattern differ.
TEST(Timeline, StretchesAddUpSectorsAndFindTheWorst) {
  Fixture f;
  f.recording.blocks[1].base[0] += 16;
  f.recording.blocks[0].base[1] += 4;
  f.table = CostTable(f.recording);
  f.timeline = Timeline(f.recording, f.table);
  std::mt19937 random(2);
  int worst = 0;
  bool faults = false, sound = false;
  for (const std::uint32_t block : {0u, 1u}) {
    const std::vector<RequestCost> costs = f.requests(block, 1);
    for (int i = 0; i < 1000; ++i) {
      const auto begin = static_cast<std::uint32_t>(random() % costs.size());
      const auto end = static_cast<std::uint32_t>(begin + random() % (costs.size() - begin + 1));
      TimelineColumn expected;
      for (std::uint32_t r = begin; r < end; ++r) {
        const int ideal = (costs[r].useful_bytes + 31) / 32;
        expected.sectors += costs[r].sectors, expected.ideal_sectors += static_cast<std::uint64_t>(ideal);
        if (ideal != 0) expected.max_sectors = std::max(expected.max_sectors, costs[r].sectors / ideal);
        expected.faults = expected.faults || costs[r].misaligned;
      }
      const TimelineColumn column = f.timeline.stretch(block, 1, begin, end);
      ASSERT_EQ(column.sectors, expected.sectors) << begin << " .. " << end;
      ASSERT_EQ(column.ideal_sectors, expected.ideal_sectors) << begin << " .. " << end;
      ASSERT_EQ(column.max_sectors, expected.max_sectors) << begin << " .. " << end;
      ASSERT_EQ(column.faults, expected.faults) << begin << " .. " << end;
      worst = std::max(worst, column.max_sectors), (column.faults ? faults : sound) = true;
    }
  }
  EXPECT_EQ(worst, 1);
  EXPECT_TRUE(faults && sound);
}

TEST(Timeline, ColumnsCoverTheRangeOnce) {
  const Fixture f;
  const std::uint32_t size = f.timeline.size(0, 0);
  std::vector<TimelineColumn> columns(100);
  f.timeline.columns(0, 0, 0, size, columns);
  std::uint32_t requests = 0, next = 0;
  for (const TimelineColumn& column : columns) {
    EXPECT_EQ(column.first, next);
    next = column.first + column.requests;
    requests += column.requests;
  }
  EXPECT_EQ(requests, size);
}

TEST(Timeline, ZoomedInEveryColumnShowsTheRequestUnderIt) {
  const Fixture f;
  std::vector<TimelineColumn> columns(40);
  f.timeline.columns(0, 0, 10, 20, columns);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_EQ(columns[i].first, 10 + i / 4);
    EXPECT_EQ(columns[i].requests, 1u);
  }
}

TEST(Timeline, ConflictsAreFoundForwardAndBackward) {
  const Fixture f;
  for (std::uint32_t warp = 0; warp < 4; ++warp) {
    const std::vector<ModelCost> costs = f.costs(0, warp);
    std::optional<std::uint32_t> next, previous;
    for (std::uint32_t r = static_cast<std::uint32_t>(costs.size()); r-- > 0;) {
      if (costs[r].excess() > 0) next = r;
      ASSERT_EQ(f.timeline.next_conflict(0, warp, r), next) << r;
    }
    EXPECT_FALSE(f.timeline.next_conflict(0, warp, static_cast<std::uint32_t>(costs.size())));
    for (std::uint32_t r = 0; r <= costs.size(); ++r) {
      ASSERT_EQ(f.timeline.previous_conflict(0, warp, r), previous) << r;
      if (r < costs.size() && costs[r].excess() > 0) previous = r;
    }
  }
}

TEST(Timeline, BarriersAndKTiles) {
  const Fixture f;
  EXPECT_EQ(f.timeline.barriers(0, 1).size(), 8u);  // two per k-tile
  const std::span<const KTileBand> bands = f.timeline.k_tile_bands(0, 1);
  ASSERT_EQ(bands.size(), 5u);  // four k-tiles and the epilogue
  for (std::uint32_t k = 0; k < 4; ++k) EXPECT_EQ(bands[k].k_tile, k);
  EXPECT_EQ(bands[4].k_tile, format::kEpilogue);
  EXPECT_EQ(bands[0].begin, 0u);
  for (std::size_t i = 1; i < bands.size(); ++i) EXPECT_EQ(bands[i].begin, bands[i - 1].end);
  EXPECT_EQ(bands[4].end, f.timeline.size(0, 1));
  for (const KTileBand& band : bands)
    for (std::uint32_t request = band.begin; request < band.end; ++request)
      ASSERT_EQ(f.timeline.k_tile_band(0, 1, request), &band) << request;
  EXPECT_EQ(f.timeline.k_tile_band(0, 1, bands[4].end), nullptr);
}

TEST(Timeline, WhatIsFetchedAheadBelongsToTheKTileBeingWorkedOn) {
  format::Recording recording = warp_tile_recording({.K = 64});
  const Fixture plain;
  const KTileBand first = plain.timeline.k_tile_bands(0, 0)[0];
  // The first warp's request number 3, of k-tile 0, becomes one of k-tile 1, as of a kernel that fetches ahead.
  const format::RequestPosition at = format::locate(recording, 0, 0, 3);
  const format::Pattern& pattern = recording.patterns[recording.blocks[0].pattern];
  recording.templates[pattern.segments[at.segment].template_id].rows[at.row].k_tile = 1;
  const Timeline timeline(recording, CostTable(recording));
  const std::span<const KTileBand> bands = timeline.k_tile_bands(0, 0);
  ASSERT_EQ(bands.size(), 5u);
  EXPECT_EQ(bands[0], first);
  EXPECT_EQ(bands[1].k_tile, 1u);
}

TEST(Timeline, APatternWithoutABlockIsNoHarm) {
  format::Recording recording = warp_tile_recording({.K = 32});
  recording.templates.push_back(recording.templates[0]);
  recording.patterns.push_back(recording.patterns[0]);
  for (format::Segment& segment : recording.patterns[1].segments)
    segment.template_id = static_cast<std::uint32_t>(recording.templates.size() - 1);
  format::index_patterns(recording);
  const Timeline timeline(recording, CostTable(recording));
  EXPECT_GT(timeline.stretch(0, 0, 0, timeline.size(0, 0)).excess, 0u);
}

TEST(MaxPyramid, EqualsALinearSearch) {
  std::mt19937 random(2);
  for (const std::size_t size : {0u, 1u, 2u, 3u, 17u, 64u, 100u}) {
    std::vector<std::uint8_t> values(size);
    for (std::uint8_t& v : values) v = static_cast<std::uint8_t>(random() % 33);
    const MaxPyramid pyramid(values);
    for (std::size_t begin = 0; begin <= size; ++begin)
      for (std::size_t end = begin; end <= size; ++end) {
        std::uint8_t expected = 0;
        for (std::size_t i = begin; i < end; ++i) expected = std::max(expected, values[i]);
        ASSERT_EQ(pyramid.max(begin, end), expected) << size << ": " << begin << " .. " << end;
      }
  }
}

}  // namespace
}  // namespace gemmscope::analysis::testing
