// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/whole_product.h"

#include <algorithm>
#include <array>

#include "tracing/analysis/tiles/room.h"

namespace gemmscope::analysis {
namespace {

/// `seen`: what the launch reaches; `sides`: how many of M, N and K are as large; `tile`: a block's part of it;
/// `one`, `other`: what two arrays have room for.
std::uint32_t whole_side(const SizeNumbers& numbers, std::uint32_t seen, std::ptrdiff_t sides, std::uint32_t tile,
                         const Room& one, const Room& other) {
  const Room& least = one.size < other.size ? one : other;
  if (least.size <= seen || least.size - seen > tile) return seen;
  // A parameter says one side: 64 of 70 x 64 x 64 is not M's, where two are 64.
  if (static_cast<std::ptrdiff_t>(numbers.given.count(seen)) >= sides) return seen;
  if (one.size != other.size) return !least.is_pitch && numbers.given.contains(least.size) ? least.size : seen;
  return numbers.given.contains(least.size) || numbers.named.contains(least.size) ? least.size : seen;
}

}  // namespace

Product whole_product(const format::Recording& recording, const Tiles& tiles) {
  constexpr std::uint32_t kLeastTile = 32;  // of k: a loop may take several at once without a tile
  const Product& p = tiles.product;
  if (p.batch.products != 1) return p;
  const SizeNumbers numbers(recording);
  const auto side = [&](std::uint32_t size, std::uint32_t tile, const Room& one, const Room& other) {
    return whole_side(numbers, size, std::ranges::count(std::array{p.M, p.N, p.K}, size), tile, one, other);
  };
  Product whole = p;
  whole.M = side(p.M, tiles.block.rows.numbers(), room_for_rows(recording, p.C), room_for_rows(recording, p.A));
  whole.N =
      side(p.N, tiles.block.columns.numbers(), room_for_columns(recording, p.C), room_for_columns(recording, p.B));
  whole.K = tiles.left_out.size() != 0 ? tiles.left_out.end
                                       : side(p.K, std::max(tiles.k_tile, kLeastTile), room_for_columns(recording, p.A),
                                              room_for_rows(recording, p.B));
  return whole;
}

}  // namespace gemmscope::analysis
