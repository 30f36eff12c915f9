// SPDX-License-Identifier: MIT
// Addresses to cells and elements and back, and against what the recorded copies moved.
#include "tracing/analysis/geometry.h"

#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"
#include "tests/layout/layouts.h"

namespace gemmscope::analysis::testing {
namespace {

constexpr std::uint16_t kA = 0, kB = 1, kC = 2, kAs = 3, kBs = 4;

std::vector<WarpTileCase> layouts() {
  std::vector<WarpTileCase> cases;
  for (const std::uint32_t pad : {0u, 1u, 2u, 4u, 8u}) cases.push_back({.PA = pad, .PB = pad, .K = 48});
  cases.push_back({.swzA = true, .swzB = true, .K = 48});
  cases.push_back({.PA = 4, .swzA = true, .swzB = true, .K = 48});
  cases.push_back(
      {.shape = {64, 64, 8, 32, 32, 1, 1, 8, 128}, .swzA = true, .M = 68, .N = 72, .K = 20, .blocks = {{1, 1}}});
  return cases;
}

TEST(Geometry, EveryByteOfSharedMemoryIsACellOnce) {
  for (const WarpTileCase& c : layouts()) {
    const format::Recording recording = warp_tile_recording(c);
    std::size_t elements = 0, padding = 0;
    for (std::uint32_t byte = 0; byte < recording.shared_bytes; byte += 4) {
      const auto of_As = cell_in(recording, kAs, byte + 3), of_Bs = cell_in(recording, kBs, byte + 3);
      ASSERT_NE(of_As.has_value(), of_Bs.has_value()) << byte;
      const auto cell = of_As ? of_As : of_Bs;
      EXPECT_EQ(cell->byte, byte);
      EXPECT_EQ(cell->bank(), byte / 4 % 32);
      ++(cell->padding ? padding : elements);
      if (cell->padding) continue;
      EXPECT_EQ(cell_of(recording, cell->tensor, cell->row, cell->column), *cell);
    }
    EXPECT_EQ(elements, static_cast<std::size_t>(c.shape.BK * (c.shape.BM + c.shape.BN)));
    EXPECT_EQ(padding, static_cast<std::size_t>(c.shape.BK) * (c.PA + c.PB));
    EXPECT_FALSE(cell_in(recording, kAs, recording.shared_bytes));
    EXPECT_FALSE(cell_in(recording, kBs, recording.shared_bytes));
  }
}

/// The load from A (or B) and the stores of the same tid that follow it move the same elements: geometry must agree.
TEST(Geometry, CellsHoldTheElementsThatTheCopyBroughtThere) {
  for (const WarpTileCase& c : layouts()) {
    const format::Recording recording = warp_tile_recording(c);
    std::size_t moved = 0;
    for (const format::Segment& segment : recording.patterns[0].segments) {
      std::array<std::optional<std::uint32_t>, kLanes> source{};  // byte in A or B that a lane loaded last
      std::array<std::uint32_t, kLanes> stored{};                 // bytes of it stored so far
      for (std::size_t row = 0; row < recording.templates[segment.template_id].rows.size(); ++row) {
        const format::Request r = format::decode(recording, 0, segment, row);
        const format::Site& site = recording.sites[r.site];
        if (r.phase != format::Phase::kCopy) continue;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const std::uint32_t address = r.address[lane];
          if (site.op == format::Op::kLoad) {
            source[lane] = address == format::kInactive ? std::nullopt : std::optional(address);
            stored[lane] = 0;
            continue;
          }
          const std::uint16_t matrix = site.tensor == kAs ? kA : kB;
          for (std::uint32_t part = 0; part < site.width; part += 4) {
            const auto cell = cell_in(recording, site.tensor, address + part);
            ASSERT_TRUE(cell && !cell->padding);
            const auto held = element_in(recording, *cell, recording.blocks[0], r.k_tile);
            const auto expected =
                source[lane] ? element_at(recording, matrix, *source[lane] + stored[lane]) : std::nullopt;
            ASSERT_EQ(held, expected) << site.name << " lane " << lane;
            stored[lane] += 4;
            ++moved;
            if (!held) continue;
            EXPECT_EQ(cell_holding(recording, *held, recording.blocks[0], r.k_tile), cell);
            EXPECT_EQ(k_tile_using(recording, *held), r.k_tile);
          }
        }
      }
    }
    EXPECT_EQ(moved, recording.k_tiles * static_cast<std::size_t>(c.shape.BK * (c.shape.BM + c.shape.BN)));
  }
}

/// A tile of halfs with two buffers, padded after every 64 columns, its columns permuted by the row, after 48 other
/// bytes.
format::Recording padded_tile(int pad) {
  format::Recording recording;
  recording.tensors.push_back(
      {.name = "As",
       .space = format::Space::kShared,
       .element_bytes = 2,
       .layout = in_buffers(padded_groups(16, 128, 64, pad, swizzle_by_row(3, 8, 56)), 2, 16 * (128 + 2 * pad) + 16),
       .offset = 48,
       .of = "A"});
  return recording;
}

TEST(Geometry, PaddingInsideRowsBelongsToNoElement) {
  for (const std::uint32_t pad : {0u, 1u, 2u, 8u, 70u}) {  // 70: more padding than a group has columns
    const format::Recording recording = padded_tile(static_cast<int>(pad));
    const format::Tensor& tile = recording.tensors[0];
    std::size_t elements = 0, padding = 0, neither = 0;
    for (std::uint32_t byte = 0; byte < tile.offset + 2 * 2 * tile.layout.buffer_stride; byte += 2) {
      const auto cell = cell_in(recording, 0, byte + 1);
      if (!cell) {
        ++neither;
        continue;
      }
      EXPECT_EQ(cell->byte, byte);
      EXPECT_EQ(cell->padding, cell->stored_column % (64 + pad) >= 64);
      ++(cell->padding ? padding : elements);
      if (!cell->padding) {
        ASSERT_EQ(cell_of(recording, 0, cell->row, cell->column, cell->buffer), *cell)
            << "pad " << pad << ", byte " << byte;
      }
    }
    EXPECT_EQ(elements, 2u * 16 * 128);
    EXPECT_EQ(padding, 2u * 16 * 2 * pad);
    EXPECT_EQ(neither, (48u + 2 * 32) / 2);
  }
}

TEST(Geometry, CellsOfAPaddedTileAreWhereTheKernelPutsThem) {
  const format::Recording recording = padded_tile(2);
  EXPECT_EQ(cell_of(recording, 0, 0, 63).byte, 48u + 2 * 63);
  EXPECT_EQ(cell_of(recording, 0, 0, 64).byte, 48u + 2 * (64 + 2));
  EXPECT_EQ(cell_of(recording, 0, 9, 64).byte,
            48u + 2 * (9 * 132 + (64 ^ 8) + 2));  // row 9 is in the second group of 8
  EXPECT_EQ(cell_of(recording, 0, 9, 3, 1).byte, 48u + 16 * 132 * 2 + 32 + 2 * (9 * 132 + (3 ^ 8)));
}

TEST(Geometry, ElementsAndBytesAreInverse) {
  const format::Recording recording = warp_tile_recording({.M = 128, .N = 132, .K = 20});
  for (const std::uint16_t tensor : {kA, kB, kC})
    for (std::uint32_t row = 0; row < recording.tensors[tensor].layout.rows; row += 7)
      for (std::uint32_t column = 0; column < recording.tensors[tensor].layout.columns; column += 3) {
        const Element element{tensor, row, column};
        EXPECT_EQ(element_at(recording, tensor, byte_of(recording, element) + 3), element);
      }
  EXPECT_FALSE(element_at(recording, kA, 128 * 20 * 4));
}

TEST(Geometry, BlockTilesWalkAlongK) {
  const format::Recording recording = warp_tile_recording({.N = 384, .K = 48, .blocks = {{1, 2}}});
  const format::Block& block = recording.blocks[0];
  const auto tiles = block_tiles(recording, block, 2);
  ASSERT_TRUE(tiles);
  EXPECT_EQ(tiles->A, (Rect{128, 32, 128, 16}));
  EXPECT_EQ(tiles->B, (Rect{32, 256, 16, 128}));
  EXPECT_EQ(tiles->C, (Rect{128, 256, 128, 128}));
  EXPECT_EQ(block_tiles(recording, block, format::kEpilogue)->A, tiles->A);
}

TEST(Geometry, BlocksThatStoreNothingToCHaveNoTiles) {
  format::Recording recording = warp_tile_recording({});
  EXPECT_TRUE(block_tiles(recording, {}, 0));
  EXPECT_FALSE(block_tiles(recording, {.base = {0, 0, 256 * 256 * 4}}, 0)) << "beyond C";
  recording.patterns[0].tile_of_C = format::Pattern::kNoTile;
  EXPECT_FALSE(block_tiles(recording, {}, 0));
  EXPECT_FALSE(cell_holding(recording, {kA, 0, 0}, {}, 0));
  EXPECT_FALSE(block_storing(recording, 0, 0));
}

TEST(Geometry, WithoutFoundTilesThereAreNone) {
  format::Recording recording = warp_tile_recording({});
  EXPECT_EQ(block_storing(recording, 5, 127), std::pair(0u, 0u));
  EXPECT_FALSE(block_storing(recording, 5, 128));
  recording.found_tile.reset();
  EXPECT_FALSE(block_shape(recording));
  EXPECT_FALSE(block_tiles(recording, {}, 0));
}

TEST(Geometry, ElementsOfOtherBlocksAndKTilesAreNotInTheTile) {
  const format::Recording recording = warp_tile_recording({.K = 48});
  EXPECT_TRUE(cell_holding(recording, {kA, 127, 15}, {}, 0));
  EXPECT_FALSE(cell_holding(recording, {kA, 128, 15}, {}, 0));
  EXPECT_FALSE(cell_holding(recording, {kA, 127, 16}, {}, 0));
  EXPECT_FALSE(cell_holding(recording, {kC, 0, 0}, {}, 0));
  EXPECT_FALSE(k_tile_using(recording, {kC, 0, 0}));
  EXPECT_EQ(tile_tensor_of(recording, kB), kBs);
  EXPECT_FALSE(tile_tensor_of(recording, kC));
}

static_assert(Rect{4, 8, 2, 2}.contains(5, 9));
static_assert(!Rect{4, 8, 2, 2}.contains(3, 9) && !Rect{4, 8, 2, 2}.contains(6, 9) && !Rect{4, 8, 2, 2}.contains(5, 7));

}  // namespace
}  // namespace gemmscope::analysis::testing
