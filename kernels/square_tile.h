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

/// Preset number `i` of a kernel's table as constants of a type; BK is for tiles of A and B, squares too.
template <const auto& presets, int i>
struct SquareTile {
  static constexpr int BM = presets[i].side, BN = BM, BK = BM, NT = BM * BN;
  static_assert(NT % 32 == 0 && NT <= 1024, "a block is whole warps");
};

}  // namespace gemmscope::kernels
