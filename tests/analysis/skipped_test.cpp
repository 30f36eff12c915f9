// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/skipped.h"

#include <gtest/gtest.h>

namespace gemmscope::analysis {
namespace {

constexpr std::uint32_t kRow = 40;  ///< elements of a row of A
const Product kProduct{.A = {0, false, kRow}, .B = {1, false, 8}, .C = {2, false, 8}};

/// Row 3 of A, in k-tiles of 8. All four are copied. The first `loaded` k's of each are loaded, but the last k-tile is
/// not loaded yet.
Consumption tiles_of(std::uint32_t loaded) {
  Consumption all{.tensors = 3, .warps = 1, .looked_at = {true}, .to_end = false};
  for (std::uint32_t tile = 0; tile < 4; ++tile) {
    const std::uint32_t first = 3 * kRow + 8 * tile;
    for (std::uint32_t k = 0; k < 8; ++k) all.placed.push_back({.shared = 3, .tensor = 0, .element = first + k});
    if (tile < 3) all.staged.push_back({.interval = tile, .tensor = 0, .elements = {{first, first + loaded}}});
  }
  return all;
}

TEST(Skipped, IsWhatIsCopiedAndNotLoaded) {
  EXPECT_EQ(skipped_in(tiles_of(8), kProduct), Ranges{});
  EXPECT_EQ(skipped_in(tiles_of(7), kProduct), (Ranges{{7, 8}, {15, 16}}));
  EXPECT_EQ(skipped_in(tiles_of(5), kProduct), (Ranges{{5, 8}, {13, 16}}));
}

/// The last k-tile's last k's count if the others' do, and nothing comes after them.
TEST(Skipped, IsWhatTheLastTileSkips) {
  const auto to_end = [](std::uint32_t loaded) {
    Consumption all = tiles_of(loaded);
    const std::uint32_t last = 3 * kRow + 24;
    all.staged.push_back({.interval = 3, .tensor = 0, .elements = {{last, last + loaded}}});
    all.to_end = true;
    return all;
  };
  EXPECT_EQ(skipped_in(to_end(7), kProduct), (Ranges{{7, 8}, {15, 16}, {23, 24}, {31, 32}}));
  EXPECT_EQ(skipped_in(to_end(8), kProduct), Ranges{});
  Consumption last_only = to_end(8);
  last_only.staged.back().elements.front().end -= 1;  // as the diagonal of a triangle is
  EXPECT_EQ(skipped_in(last_only, kProduct), Ranges{});
}

/// Without a barrier between them, a load may find what was there before the copy.
TEST(Skipped, IsNotKnownWhereCopiesAndLoadsRace) {
  Consumption all = tiles_of(7);
  all.stored_and_loaded = true;
  EXPECT_EQ(skipped_in(all, kProduct), Ranges{});
}

TEST(Skipped, IsNotKnownWhereWarpsWereNotLookedAt) {
  Consumption all = tiles_of(7);
  all.looked_at = {true, false};
  EXPECT_EQ(skipped_in(all, kProduct), Ranges{});
}

}  // namespace
}  // namespace gemmscope::analysis
