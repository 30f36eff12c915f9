// SPDX-License-Identifier: MIT
// Layouts of shared tiles that are found by where elements are.
#include "tracing/analysis/tiles/shared_tile.h"

#include <gtest/gtest.h>

#include "tracing/analysis/layout_notation.h"
#include "tracing/analysis/tiles/consumption.h"

namespace gemmscope::analysis {
namespace {

/// The layout that is found of a k-tile of A, transposed, of which element (m, k) is at offset(k, m).
template <class F>
std::string found(std::uint32_t k_tile, std::uint32_t rows_of_A, F offset) {
  format::Recording recording;
  recording.tensors.resize(3);
  for (format::Tensor& tensor : recording.tensors) tensor.element_bytes = 2;
  Product product;
  product.K = 2 * k_tile, product.A = {.tensor = 0, .transposed = false, .pitch = product.K};
  product.B = {.tensor = 1, .transposed = false, .pitch = 1};
  Consumption consumption;
  for (std::uint32_t m = 0; m < rows_of_A; ++m)
    for (std::uint32_t k = 0; k < k_tile; ++k)
      consumption.placed.push_back(
          {.shared = 2, .tensor = 0, .element = product.A.element(m, k), .byte = 2 * offset(k, m), .computed = false});
  const auto tiles = shared_tiles(recording, consumption, product, k_tile);
  const auto layout = tiles.size() == 1 ? tiles[0].layout() : std::nullopt;
  return layout ? in_cute(*layout) : "none";
}

TEST(SharedTile, HasColumnsThatAreSwizzled) {
  EXPECT_EQ(found(16, 128, [](std::uint32_t k, std::uint32_t m) { return k * 128 + (m ^ (k / 4) * 8); }),
            "Sw<2,3,6> o 0 o (16,128):(128,1)");
}

/// Padding after every 64 columns, where the swizzled column is.
TEST(SharedTile, HasColumnsThatAreSwizzledAndPaddedInGroups) {
  const auto padded = [](std::uint32_t column) { return column + column / 64 * 8; };
  EXPECT_EQ(found(64, 128, [&](std::uint32_t k, std::uint32_t m) { return k * 144 + padded(m ^ (k / 8 & 7) * 8); }),
            "(64,(64,2)):(144,(1,72)), column c of row r is at c ^ ((r >> 3) * 8 & 56)");
  EXPECT_EQ(found(8, 128, [&](std::uint32_t k, std::uint32_t m) { return k * 144 + padded(m ^ k * 16); }),
            "(8,(64,2)):(144,(1,72)), column c of row r is at c ^ (r * 16 & 112)");
}

}  // namespace
}  // namespace gemmscope::analysis
