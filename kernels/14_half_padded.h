// SPDX-License-Identifier: MIT
/// @file 14_half_padded.h
/// The half-precision kernel's tile sizes, as a value and as a type; its presets; its layouts.
#pragma once

#include "kernels/thread_tile_shape.h"
#include "kernels/tile_layout.h"

namespace gemmscope::kernels {

/// Columns after which padding comes: 64 halves are one turn around the 32 banks.
inline constexpr int kPaddedGroup = 64;

/// The first constraint that `s` breaks and what would go wrong; nullptr if the kernel is correct for `s`.
constexpr const char* half_padded_violation(const ThreadTileShape& s) {
  if (const char* common = thread_tile_violation(s)) return common;
  if (s.TM != 8 || s.TN != 8) return "TM and TN must be 8: a fragment is 16 bytes, and so is a row of a thread tile in C";
  if (s.BM % kPaddedGroup != 0 || s.BN % kPaddedGroup != 0)
    return "BM and BN must be multiples of 64: padding comes after every 64 columns of a tile";
  if (s.BK % 8 != 0) return "BK must be a multiple of 8: tiles are copied 16 bytes at a time";
  if (8 * s.NT() % s.BK != 0 || s.BM % (8 * s.NT() / s.BK) != 0 || 8 * s.NT() % s.BN != 0 || s.BK % (8 * s.NT() / s.BN) != 0)
    return "8*NT/BK must divide BM and 8*NT/BN must divide BK: every pass of the copy moves 16 bytes for each thread";
  return nullptr;
}

/// The tile sizes that the kernel is compiled for.
inline constexpr NamedThreadTile kHalfPaddedPresets[] = {
    {"h128", "a row of a tile goes twice around the banks", {128, 128, 64, 8, 8}},
    {"h64", "a small version: two warps", {64, 64, 32, 8, 8}},
};
inline constexpr int kHalfPaddedPresetCount = sizeof(kHalfPaddedPresets) / sizeof(kHalfPaddedPresets[0]);

/// Preset number `i` as a type.
template <int i>
struct HalfPaddedTile : ThreadTile<kHalfPaddedPresets, i> {
  static_assert(half_padded_violation(kHalfPaddedPresets[i].shape) == nullptr);
};

/// Halves from row to row of a shared tile with `columns` columns.
GS_HD constexpr int padded_pitch(int columns, int pad) { return columns + columns / kPaddedGroup * pad; }

/// Where column n of a shared tile lies in its row.
GS_HD constexpr int padded_column(int n, int pad) { return n + n / kPaddedGroup * pad; }

/// Column bits of row k of As that are flipped. A copying warp writes eight chunks of k, each to a row of its own; the
/// flip moves every chunk to banks of its own and keeps groups of eight columns together.
GS_HD constexpr int swizzled_group(int k) { return (k / 8 & 7) * 8; }
inline constexpr Swizzle kSwizzleOfHalfAs = swizzle_by_row(3, 8, 56);  ///< the same as a value

/// The layout as compile-time constants, and as arguments: tile_layout.h says what a layout is.
template <int Pad, int Width, bool Swz = false>
struct HalfPaddedStaticLayout {
  static constexpr int pad = Pad, vec = Width / 2, max_pad = Pad;
  static constexpr bool swz = Swz;

  HalfPaddedStaticLayout() = default;
  constexpr explicit HalfPaddedStaticLayout(const auto&) {}
  static constexpr bool is(const auto& v) { return v["pad"] == Pad && 16 >> v["width"] == Width && (v["swz"] != 0) == Swz; }
};

struct HalfPaddedLayout {
  int pad;   ///< halves after every 64 columns
  int vec;   ///< halves in one access to a shared tile
  bool swz;  ///< the columns of As are permuted by the row
  static constexpr int max_pad = kMaxPad;

  constexpr explicit HalfPaddedLayout(const auto& v) : pad(v["pad"]), vec(8 >> v["width"]), swz(v["swz"] != 0) {}
  static constexpr bool is(const auto&) { return true; }
};

}  // namespace gemmscope::kernels
