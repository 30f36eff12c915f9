// SPDX-License-Identifier: MIT
/// @file 03_shared_tile.h
/// The shared-memory kernel's tile sizes, as a value and as a type; its presets; its layouts.
#pragma once

#include "kernels/square_tile.h"
#include "kernels/tile_layout.h"

namespace gemmscope::kernels {

inline constexpr NamedSquare kSharedTilePresets[] = {
    {"square32", "S. Boehm, SGEMM_CUDA kernel 3", 32},
    {"square16", "CUDA C++ Programming Guide, \"Shared Memory\": BLOCK_SIZE 16", 16},
};
inline constexpr int kSharedTilePresetCount = sizeof(kSharedTilePresets) / sizeof(kSharedTilePresets[0]);

/// Preset number `i` as a type.
template <int i>
using SharedSquare = SquareTile<kSharedTilePresets, i>;

/// The layout as compile-time constants, and as arguments: tile_layout.h says what a layout is.
template <int PA, int PB>
struct SharedTileStaticLayout {
  static constexpr int padA = PA, padB = PB;
  static constexpr int max_padA = PA, max_padB = PB;

  SharedTileStaticLayout() = default;
  constexpr explicit SharedTileStaticLayout(const auto&) {}
  static constexpr bool is(const auto& v) { return v["PA"] == PA && v["PB"] == PB; }
};

struct SharedTileLayout {
  int padA, padB;
  static constexpr int max_padA = kMaxPad, max_padB = kMaxPad;

  constexpr explicit SharedTileLayout(const auto& v) : padA(v["PA"]), padB(v["PB"]) {}
  static constexpr bool is(const auto&) { return true; }
};

}  // namespace gemmscope::kernels
