// SPDX-License-Identifier: MIT
#include "tracing/preload/tile.h"

namespace gemmscope::preload {
namespace {

struct Element {
  std::uint32_t row = 0, column = 0;
};

/// The first element that the lane moves.
Element element_of(const Tile& tile, const lockstep::Access& access, std::uint32_t n, std::uint32_t lane) {
  const std::uint32_t group = lane / 4, pair = lane % 4 * 2;
  if (access.matrices != 0) {  // ldmatrix: a row of a block of 8 x 8, as it is in memory
    const std::uint32_t in_block = lane % 8, down = lane & 8, right = lane / 16 * 8;
    return tile.is_row_major ? Element{down + in_block, right} : Element{down, right + in_block};
  }
  if (tile.bytes == 4) {  // two floats of a row at a time, or one after the other where columns follow each other
    const std::uint32_t r = n * (tile.is_row_major ? 2 : 1);
    return {group + r % 4 / 2 * 8, pair + r / 4 * 8 + r % 2};
  }
  const std::uint32_t down = n % 2 * 8, right = n / 2 * 8;  // of a block: down first, then right
  return tile.is_row_major ? Element{group + down, pair + right} : Element{pair + down, group + right};
}

}  // namespace

Tile tile_of(const ptx::Function& kernel, const ptx::Statement& statement, std::uint64_t base, std::uint32_t stride) {
  return {kernel.has(statement, "row"), kernel.has(statement, "f32") ? 4u : 2u, base, stride};
}

std::array<std::uint64_t, lockstep::kLanes> addresses_of(const Tile& tile, const lockstep::Access& access,
                                                         std::uint32_t n) {
  std::array<std::uint64_t, lockstep::kLanes> addresses{};
  for (std::uint32_t lane = 0; lane < lockstep::kLanes; ++lane) {
    const auto [row, column] = element_of(tile, access, n, lane);
    const std::uint64_t line = tile.is_row_major ? row : column, along = tile.is_row_major ? column : row;
    addresses[lane] = tile.base + (line * tile.stride + along) * tile.bytes;
  }
  return addresses;
}

}  // namespace gemmscope::preload
