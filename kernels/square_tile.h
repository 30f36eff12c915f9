// SPDX-License-Identifier: MIT
/// @file square_tile.h
/// The tile sizes of kernels in which a block computes a square of C, one element per thread.
#pragma once

namespace gemmscope::kernels {

struct NamedSquare {
  const char* name;
  const char* source;  ///< where the size comes from
  int side;            ///< rows, and columns, of C that a block computes, in elements
};

/// The first constraint that a square of that side breaks and what would go wrong, or nullptr if none.
constexpr const char* square_violation(int side) {
  if (side < 1 || side * side % 32 != 0 || side * side > 1024)
    return "BM must be 8, 16, 24 or 32: a block has BM*BM threads, which are whole warps, up to 1024 threads";
  return nullptr;
}

/// Tile sizes as constants of a type; BK is for tiles of A and B, squares too.
template <int side>
struct SquareTileOf {
  static_assert(square_violation(side) == nullptr);
  static constexpr int BM = side, BN = BM, BK = BM, NT = BM * BN;
};

/// Preset number `i` of a kernel's table as such a type.
template <const auto& presets, int i>
struct SquareTile : SquareTileOf<presets[i].side> {};

}  // namespace gemmscope::kernels
