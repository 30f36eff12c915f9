// SPDX-License-Identifier: MIT
// Who owns what, from the recorded reads, against the recorded stores to C.
#include "tracing/analysis/ownership.h"

#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"
#include "tests/analysis/writers_of.h"

namespace gemmscope::analysis::testing {
namespace {

constexpr WarpTileShape kShapes[] = {
    {128, 128, 16, 64, 64, 4, 8, 4, 128}, {64, 128, 16, 32, 64, 1, 4, 4, 128}, {128, 128, 16, 64, 64, 1, 1, 8, 128},
    {64, 64, 8, 32, 32, 1, 1, 8, 128},    {128, 64, 16, 32, 64, 1, 8, 4, 128},  // warps in one column
};

TEST(Ownership, OwnersAreTheLanesThatStoreTheElement) {
  for (const WarpTileShape& shape : kShapes) {
    const format::Recording recording = warp_tile_recording({.shape = shape, .K = 16, .blocks = {{1, 0}}});
    const auto owners = ownership(recording, 0);
    ASSERT_TRUE(owners);
    const Rect tile = block_tiles(recording, recording.blocks[0], 0)->C;
    const auto writers =
        gemmscope::testing::writers_of(recording, 2, tile, {.block = 0, .warp = 0, .request = 0xffffffff});
    for (std::uint32_t row = 0; row < tile.rows; ++row)
      for (std::uint32_t column = 0; column < tile.columns; ++column) {
        const Write& write = writers[row * tile.columns + column];
        ASSERT_TRUE(write.written);
        ASSERT_EQ(owners->owner_of(row, column), (Owner{write.warp, write.lane})) << row << ", " << column;
      }
  }
}

TEST(Ownership, AShareIsInTheOrderOfReading) {
  const format::Recording recording = warp_tile_recording({.shape = kShapes[0], .K = 16, .blocks = {{0, 0}}});
  const auto owners = ownership(recording, 0);
  ASSERT_TRUE(owners);
  const LaneShare& share = owners->share(0, 9);  // lanes stand 8 x 4, each with 8 x 4 in 4 subtiles side by side
  EXPECT_EQ(share.rows, (std::vector<std::uint32_t>{16, 17, 18, 19, 20, 21, 22, 23}));
  EXPECT_EQ(share.columns, (std::vector<std::uint32_t>{4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 52, 53, 54, 55}));
  EXPECT_FALSE(owners->owner_of(128, 0));
}

TEST(Ownership, OfWarpsIsWhatTheirLanesHaveTogether) {
  const format::Recording recording = warp_tile_recording({.shape = kShapes[0], .K = 16, .blocks = {{1, 0}}});
  const auto lanes = ownership(recording, 0), warps = ownership_of_warps(recording, 0);
  ASSERT_TRUE(lanes && warps);
  for (std::uint32_t row = 0; row < lanes->rows; ++row)
    for (std::uint32_t column = 0; column < lanes->columns; ++column)
      ASSERT_EQ(warps->owner_of(row, column), (Owner{lanes->owner_of(row, column)->warp, 0}));
  EXPECT_EQ(warps->share(1, 0).rows.size() * warps->share(1, 0).columns.size(), 64u * 64u);
  EXPECT_TRUE(warps->share(1, 1).empty());
}

TEST(Ownership, AbsentWithoutTilesOrReads) {
  format::Recording recording = warp_tile_recording({.shape = kShapes[0], .K = 16, .blocks = {{0, 0}}});
  format::Recording no_reads = recording;
  for (format::Template& each : no_reads.templates)
    for (format::Row& row : each.rows)
      if (row.phase == format::Phase::kCompute) row.phase = format::Phase::kCopy;
  EXPECT_FALSE(ownership(no_reads, 0));
  recording.found_tile.reset();
  EXPECT_FALSE(ownership(recording, 0));
}

}  // namespace
}  // namespace gemmscope::analysis::testing
