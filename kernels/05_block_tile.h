// SPDX-License-Identifier: MIT
/// @file 05_block_tile.h
/// The block-tiling kernel's tile sizes, as a value and as a type; its presets; its layouts.
#pragma once

#include "kernels/thread_tile_shape.h"
#include "kernels/tile_layout.h"

namespace gemmscope::kernels {

/// The first constraint that `s` breaks and what would go wrong; nullptr if the kernel is correct for `s`.
constexpr const char* block_tile_violation(const ThreadTileShape& s) {
  if (const char* common = thread_tile_violation(s)) return common;
  if (s.BM * s.BK % s.NT() != 0 || s.BK * s.BN % s.NT() != 0)
    return "the threads must divide BM*BK and BK*BN: every pass of the linear copy moves one element for each thread";
  return nullptr;
}

/// The tile sizes that the kernel is compiled for.
inline constexpr NamedThreadTile kBlockTilePresets[] = {
    {"exact128", "S. Boehm, SGEMM_CUDA kernel 5 with a k-tile of 16", {128, 128, 16, 8, 8}},
    {"exact64", "S. Boehm, SGEMM_CUDA kernel 5 for small matrices", {64, 64, 8, 8, 8}},
    {"under64", "fewer threads in a row than the k-tile is deep: load=one_pass would miss half of As and Bs", {64, 64, 16, 8, 8}},
    {"under32", "a small version", {32, 32, 16, 4, 4}},
    {"over32", "more threads in a row than the k-tile is deep, in small: load=one_pass would write past the tiles", {32, 32, 4, 4, 4}},
    {"wide128", "fewer threads in a column than the k-tile is deep: load=one_pass would miss rows of Bs", {64, 128, 16, 8, 8}},
    {"tall128", "fewer threads in a row than the k-tile is deep: load=one_pass would miss columns of As", {128, 64, 16, 8, 8}},
    {"over128", "S. Boehm, SGEMM_CUDA kernel 5: more threads in a row than the k-tile is deep", {128, 128, 8, 8, 8}},
};
inline constexpr int kBlockTilePresetCount = sizeof(kBlockTilePresets) / sizeof(kBlockTilePresets[0]);

/// Tile sizes as a type.
template <class Sizes>
struct BlockTileOf : Sizes {
  static_assert(block_tile_violation(Sizes::shape) == nullptr);
  static constexpr bool exact = Sizes::Tx == Sizes::BK && Sizes::Ty == Sizes::BK;  ///< every kind of copy is right
};
/// Preset number `i` as such a type.
template <int i>
struct BlockTile : BlockTileOf<ThreadTile<kBlockTilePresets, i>> {};

/// How the tiles are copied; the order of the parameter's choices.
enum class TileLoad : int {
  kLinear,   ///< neighbouring threads take neighbouring elements
  kStrided,  ///< each thread takes a column of A and a row of B, then those Tx columns and Ty rows on
  kOnePass,  ///< the same, but only once: complete only if BK = Tx = Ty
};

/// The layout as compile-time constants, and as arguments: tile_layout.h says what a layout is.
template <int PA, int PB, TileLoad Load = TileLoad::kLinear, bool Interleaved = false>
struct BlockTileStaticLayout {
  static constexpr int padA = PA, padB = PB;
  static constexpr TileLoad load = Load;
  static constexpr bool interleaved = Interleaved, may_be_one_pass = Load == TileLoad::kOnePass;
  static constexpr int max_padA = PA, max_padB = PB;

  BlockTileStaticLayout() = default;
  constexpr explicit BlockTileStaticLayout(const auto&) {}
  static constexpr bool is(const auto& v) {
    return v["PA"] == PA && v["PB"] == PB && static_cast<TileLoad>(v["load"]) == Load && (v["omap"] != 0) == Interleaved;
  }
};

struct BlockTileLayout {
  int padA, padB;
  TileLoad load;
  bool interleaved;  ///< the rows of a thread tile are Ty apart, its columns Tx
  static constexpr int max_padA = kMaxPad, max_padB = kMaxPad;
  static constexpr bool may_be_one_pass = true;

  constexpr explicit BlockTileLayout(const auto& v)
      : padA(v["PA"]), padB(v["PB"]), load(static_cast<TileLoad>(v["load"])), interleaved(v["omap"] != 0) {}
  static constexpr bool is(const auto&) { return true; }
};

}  // namespace gemmscope::kernels
