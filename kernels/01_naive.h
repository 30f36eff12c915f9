// SPDX-License-Identifier: MIT
/// @file 01_naive.h
/// The geometry of the kernels without tiles, naive and coalesced: each block computes a square of C.
#pragma once

#include "kernels/square_tile.h"

namespace gemmscope::kernels {

inline constexpr NamedSquare kNaivePresets[] = {
    {"square32", "S. Boehm, SGEMM_CUDA kernels 1 and 2", 32},
    {"square16", "a quarter of the threads: a warp covers two columns, or two rows, of the square", 16},
};
inline constexpr int kNaivePresetCount = sizeof(kNaivePresets) / sizeof(kNaivePresets[0]);

/// Preset number `i` as a type.
template <int i>
using NaiveTile = SquareTile<kNaivePresets, i>;

/// There is no shared memory to lay out.
struct NoLayout {
  NoLayout() = default;
  constexpr explicit NoLayout(const auto&) {}
  static constexpr bool is(const auto&) { return true; }
};

}  // namespace gemmscope::kernels
