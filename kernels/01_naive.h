// SPDX-License-Identifier: MIT
/// @file 01_naive.h
/// The geometry of the kernels without tiles, naive and coalesced: a square of C for each block.
#pragma once

namespace gemmscope::kernels {

struct NamedSquare {
  const char* name;
  const char* source;  ///< where the size comes from
  int side;                 ///< rows, and columns, of C that a block computes
};

inline constexpr NamedSquare kNaivePresets[] = {
    {"square32", "S. Boehm, SGEMM_CUDA kernels 1 and 2", 32},
    {"square16", "a quarter of the threads: a warp covers two columns, or two rows, of the square", 16},
};
inline constexpr int kNaivePresetCount = sizeof(kNaivePresets) / sizeof(kNaivePresets[0]);

/// Preset number `i` as a type.
template <int i>
struct NaiveTile {
  static constexpr int BM = kNaivePresets[i].side, BN = BM, NT = BM * BN;
  static_assert(NT % 32 == 0 && NT <= 1024, "a block is whole warps");
};

/// There is no shared memory to lay out.
struct NoLayout {
  NoLayout() = default;
  constexpr explicit NoLayout(const auto&) {}
  static constexpr bool is(const auto&) { return true; }
};

}  // namespace gemmscope::kernels
