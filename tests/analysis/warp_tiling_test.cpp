// SPDX-License-Identifier: MIT
// The arithmetic of warp tiles against the recorded stores to C.
#include "tracing/analysis/warp_tiling.h"

#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis::testing {
namespace {

constexpr kernels::WarpTileShape kShapes[] = {
    {128, 128, 16, 64, 64, 4, 8, 4, 128}, {64, 128, 16, 32, 64, 1, 4, 4, 128},
    {128, 128, 16, 64, 64, 1, 1, 8, 128}, {128, 128, 16, 64, 64, 2, 1, 8, 128},
    {64, 64, 8, 32, 32, 1, 1, 8, 128},    {128, 64, 16, 32, 64, 1, 8, 4, 128},  // warps in one column
};

TEST(WarpTiling, OwnersAreTheLanesThatStoreTheElement) {
  for (const kernels::WarpTileShape& shape : kShapes) {
    const format::Recording recording = warp_tile_recording({.shape = shape, .K = 16, .blocks = {{1, 0}}});
    const auto tiling = warp_tiling(recording);
    ASSERT_TRUE(tiling);
    const Rect tile = block_tiles(recording, recording.blocks[0], 0)->C;
    const auto writers = matrix_writers(recording, 2, tile, {.block = 0, .warp = 0, .request = 0xffffffff});
    for (std::uint32_t row = 0; row < tile.rows; ++row)
      for (std::uint32_t column = 0; column < tile.columns; ++column) {
        const Owner owner = tiling->owner_of(row, column);
        const Write& write = writers[row * tile.columns + column];
        ASSERT_TRUE(write.written);
        ASSERT_EQ(write.warp, owner.warp) << row << ", " << column;
        ASSERT_EQ(write.lane, owner.lane) << row << ", " << column;
      }
  }
}

TEST(WarpTiling, TilesAndOwnersAreInverse) {
  for (const kernels::WarpTileShape& shape : kShapes) {
    const WarpTiling tiling(shape);
    std::size_t elements = 0;
    for (std::uint32_t w = 0; w < tiling.warps(); ++w)
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        for (int i = 0; i < shape.WMITER(); ++i)
          for (int j = 0; j < shape.WNITER; ++j) {
            const auto si = static_cast<std::uint32_t>(i), sj = static_cast<std::uint32_t>(j);
            const Rect t = tiling.thread_tile(w, lane, si, sj);
            for (std::uint32_t a = 0; a < t.rows; ++a)
              for (std::uint32_t b = 0; b < t.columns; ++b, ++elements)
                ASSERT_EQ(tiling.owner_of(t.row + a, t.column + b), (Owner{w, lane, si, sj, a, b}));
          }
    EXPECT_EQ(elements, static_cast<std::size_t>(shape.BM * shape.BN));
  }
}

TEST(WarpTiling, AbsentWhereParametersAreNoWarpTiling) {
  format::Recording recording = warp_tile_recording({});
  for (format::Parameter& p : recording.parameters)
    if (p.name == "WM") p.value = "48";
  EXPECT_FALSE(warp_tiling(recording));
  for (format::Parameter& p : recording.parameters)
    if (p.name == "BM" || p.name == "WM" || p.name == "BN")
      p.value = "1073741824";
    else if (p.name == "WN")
      p.value = "268435456";  // four warps, and WM * WN no longer an int
  EXPECT_FALSE(warp_tiling(recording));
  recording.parameters = {{"BM", "64"}, {"BN", "64"},   {"BK", "8"},        {"WM", "64"},
                          {"WN", "64"}, {"TM", "4096"}, {"WNITER", "4096"}, {"TN", "4096"}};
  recording.threads = 32;  // everything divides, and 32 * TM * TN * WNITER is 0 in the low 32 bits
  EXPECT_FALSE(warp_tiling(recording));
  recording.parameters.clear();
  EXPECT_FALSE(warp_tiling(recording));
}

}  // namespace
}  // namespace gemmscope::analysis::testing
