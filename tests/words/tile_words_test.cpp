// SPDX-License-Identifier: MIT
// Tiles in words. What is found in the recording is read from tests/programs/tile_kinds.cu, its third launch.
#include "app/words/tile_words.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tracing/format/file.h"

namespace gemmscope::words {
namespace {

using analysis::SharedTile;

format::Recording product() {
  auto recording = format::read_file("tests/data/recorded/product.gst");
  EXPECT_TRUE(recording);
  return std::move(*recording);
}

TEST(TileWords, SayWhatTheSourceSays) {
  const format::Recording r = product();
  const auto tiles = analysis::tiles_of(r);
  ASSERT_TRUE(tiles);
  const std::vector<std::string> lines{
      "C = A × B, 128 × 192 × 24 (M × N × K)",
      "block tile 64 × 64, warp tile (4 runs of 2, 16 apart) × 64, thread tile (4, 16 apart) × (4, 16 apart), k-tile 8",
      "As holds A, transposed: 8 rows of 64 elements, 256 bytes apart; (8,64):(64,1)",
      "Bs holds B: 8 rows of 64 elements, 256 bytes apart; (8,64):(64,1), column c of row r is at (c + ((r >> 1) * 16 & 48)) mod 64"};
  EXPECT_EQ(all_tiles_in_words(r, *tiles, analysis::remarks_of(r, tiles)), lines);
}

TEST(TileWords, SayThatOnlyAPartIsRecorded) {
  format::Recording r = product();
  r.blocks.pop_back();
  analysis::Product found = analysis::tiles_of(r)->product;
  found.A.transposed = found.B.transposed = true, found.batch.products = 3;
  EXPECT_EQ(product_in_words(r, found),
            "C = A × B, 128 × 192 × 24 (M × N × K), in a batch of 3, as far as it is recorded; A and B are stored by "
            "columns");
}

TEST(TileWords, NameRunsBuffersAndWhatFitsNoRule) {
  EXPECT_EQ(runs_in_words({4, 1, 16}), "(4, 16 apart)");
  EXPECT_EQ(runs_in_words({4, 2, 16}), "(4 runs of 2, 16 apart)");
  EXPECT_EQ(runs_in_words({1, 8, 0}), "8");
  EXPECT_EQ(runs_in_words({}), "no regular runs");
  const format::Recording r = product();
  SharedTile tile = analysis::tiles_of(r)->shared.at(0);
  tile.buffers = 2, tile.buffer_stride = 512;
  EXPECT_EQ(shared_tile_in_words(r, tile),
            "As holds A, transposed: 8 rows of 64 elements, 256 bytes apart; 2 buffers; (8,64,2):(64,1,512)");
  tile.rule = SharedTile::Rule::kNone;
  EXPECT_EQ(shared_tile_in_words(r, tile),
            "As holds A, transposed: 8 rows of 64 elements, whose places follow no rule that is known here");
}

/// Lanes of a warp share the fragments of matrix instructions: no lane has a tile of its own.
TEST(TileWords, HaveNoThreadTileWhereLanesShareFragments) {
  analysis::Tiles tiles = *analysis::tiles_of(product());
  tiles.product.by = analysis::Product::By::kWarp;
  tiles.lanes_share = true, tiles.lane = {};
  tiles.warp.alike = 3;
  EXPECT_EQ(tiles_in_words(tiles), "block tile 64 × 64, warp tile (4 runs of 2, 16 apart) × 64 (3 of 8), k-tile 8");
}

/// Whether tiles of a recording say so. Where the PTX is not known, nothing is said.
TEST(TileWords, SayThatAnIndexMayBeSwapped) {
  const auto says = [](const format::Recording& r) {
    return std::ranges::any_of(
        all_tiles_in_words(r, *analysis::tiles_of(r), analysis::remarks_of(r, analysis::tiles_of(r))),
        [](const std::string& line) { return line.find("swapped") != line.npos; });
  };
  auto swapped = *format::read_file("tests/data/recorded/swapped.gst");
  EXPECT_TRUE(says(swapped));
  EXPECT_FALSE(says(*format::read_file("tests/data/recorded/fused.gst")));
  EXPECT_FALSE(says(*format::read_file("tests/data/recorded/wmma.gst")));
  swapped.code = {};
  EXPECT_FALSE(says(swapped));
}

}  // namespace
}  // namespace gemmscope::words
