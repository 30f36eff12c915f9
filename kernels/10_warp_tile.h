// SPDX-License-Identifier: MIT
/// @file 10_warp_tile.h
/// The warp-tiling kernel's tile sizes, as a value and as a type; its presets; its layouts.
#pragma once

#include "kernels/tile_layout.h"

namespace gemmscope::kernels {

/// Tile sizes in elements. The block tile BM x BN holds warp tiles WM x WN. A warp tile is computed as WMITER x WNITER
/// warp subtiles WSUBM x WSUBN, in each of which a lane owns one thread tile TM x TN. NT = threads per block.
struct WarpTileShape {
  int BM, BN, BK, WM, WN, WNITER, TM, TN, NT;

  /// Elements that a warp computes in one of its WMITER steps. Wide, because a file may state any tile sizes.
  constexpr long long step_elements() const { return 32LL * TM * TN * WNITER; }
  constexpr int WMITER() const { return static_cast<int>(WM * WN / step_elements()); }
  constexpr int WSUBM() const { return WM / WMITER(); }
  constexpr int WSUBN() const { return WN / WNITER; }
  constexpr int rowStrideA() const { return 4 * NT / BK; }  ///< rows of the A tile the block copies in one pass
  constexpr int rowStrideB() const { return 4 * NT / BN; }

  friend constexpr bool operator==(const WarpTileShape&, const WarpTileShape&) = default;
};

inline constexpr int kMaxTileSize = 4096;  ///< so that WM * WN is an int

/// The first constraint that `s` breaks and what would go wrong; nullptr if the kernel is correct for `s`.
constexpr const char* warp_tile_violation(const WarpTileShape& s) {
  if (s.BM < 1 || s.BN < 1 || s.BK < 1 || s.WM < 1 || s.WN < 1 || s.WNITER < 1 || s.TM < 1 || s.TN < 1)
    return "every tile size must be at least 1";
  const int sizes[] = {s.BM, s.BN, s.BK, s.WM, s.WN, s.WNITER, s.TM, s.TN};
  for (const int size : sizes)
    if (size > kMaxTileSize) return "no tile size may be above 4096: no shared memory holds such a tile";
  if (s.NT < 32 || s.NT > 1024 || s.NT % 32 != 0) return "NT must be a multiple of 32 from 32 to 1024: a block is whole warps";
  if (s.BM % s.WM != 0 || s.BN % s.WN != 0) return "WM must divide BM and WN must divide BN: warp tiles fill the block tile";
  if ((s.BM / s.WM) * (s.BN / s.WN) != s.NT / 32) return "(BM/WM) * (BN/WN) must equal NT/32: one warp for each warp tile";
  if (s.WM * s.WN % s.step_elements() != 0 || s.WMITER() < 1)
    return "32*TM*TN*WNITER must divide WM*WN: WMITER would not be a whole number";
  if (s.WM % s.WMITER() != 0 || s.WN % s.WNITER != 0)
    return "WMITER must divide WM and WNITER must divide WN: subtiles fill the warp tile";
  if (s.WSUBM() % s.TM != 0 || s.WSUBN() % s.TN != 0 || (s.WSUBM() / s.TM) * (s.WSUBN() / s.TN) != 32)
    return "(WSUBM/TM) * (WSUBN/TN) must be 32: one thread tile for each lane";
  if (s.BK % 4 != 0 || s.BN % 4 != 0) return "BK and BN must be multiples of 4: tiles are copied 16 bytes at a time";
  if (s.TN % 4 != 0) return "TN must be a multiple of 4: C is written 16 bytes at a time";
  if (s.TM != 1 && s.TM != 2 && s.TM % 4 != 0) return "TM must be 1, 2 or a multiple of 4: regM is read in whole vectors";
  if (s.NT % (s.BK / 4) != 0 || s.NT % (s.BN / 4) != 0)
    return "BK/4 and BN/4 must divide NT: a pass copies whole rows of the tile";
  if (s.rowStrideA() > s.BM || s.BM % s.rowStrideA() != 0)
    return "rowStrideA = 4*NT/BK must divide BM: otherwise the copy loop leaves rows of As unwritten";
  if (s.rowStrideB() > s.BK || s.BK % s.rowStrideB() != 0)
    return "rowStrideB = 4*NT/BN must divide BK: otherwise the copy loop leaves rows of Bs unwritten";
  return nullptr;
}

/// The shape as a type. (A class-type template parameter would be shorter; nvcc 13.0 rejects it on a kernel when the
/// class lives in a namespace.)
template <int BM_, int BN_, int BK_, int WM_, int WN_, int WNITER_, int TM_, int TN_, int NT_>
struct WarpTileOf {
  static constexpr WarpTileShape shape{BM_, BN_, BK_, WM_, WN_, WNITER_, TM_, TN_, NT_};

  static constexpr int BM = BM_, BN = BN_, BK = BK_, WM = WM_, WN = WN_, WNITER = WNITER_, TM = TM_, TN = TN_, NT = NT_;
  static constexpr int WMITER = shape.WMITER(), WSUBM = shape.WSUBM(), WSUBN = shape.WSUBN();
  static constexpr int rowStrideA = shape.rowStrideA(), rowStrideB = shape.rowStrideB();
};

/// The same, for a shape that the kernel is correct for.
template <int... sizes>
struct WarpTile : WarpTileOf<sizes...> {
  static_assert(warp_tile_violation(WarpTileOf<sizes...>::shape) == nullptr);
};

struct NamedWarpTile {
  const char* name;
  const char* source;  ///< where the sizes come from
  WarpTileShape shape;
};

/// The tile sizes of warp_tile that this build contains; a traced build is compiled for each.
inline constexpr NamedWarpTile kWarpTilePresets[] = {
    {"k10_a6000", "S. Boehm, SGEMM_CUDA kernel 10, tuned for an RTX A6000", {128, 128, 16, 64, 64, 4, 8, 4, 128}},
    {"k10_a100", "S. Boehm, SGEMM_CUDA kernel 10, tuned for an A100", {64, 128, 16, 32, 64, 1, 4, 4, 128}},
    {"tm1_wniter1", "warp tiling with TM = 1, one column of subtiles", {128, 128, 16, 64, 64, 1, 1, 8, 128}},
    {"tm1_wniter2", "warp tiling with TM = 1, two columns of subtiles", {128, 128, 16, 64, 64, 2, 1, 8, 128}},
    {"tm1_small", "a small version: a block tile of 64 x 64 x 8", {64, 64, 8, 32, 32, 1, 1, 8, 128}},
};
inline constexpr int kWarpTilePresetCount = sizeof(kWarpTilePresets) / sizeof(kWarpTilePresets[0]);

/// Preset number `i` as a type.
template <int i>
using WarpTilePreset =
    WarpTile<kWarpTilePresets[i].shape.BM, kWarpTilePresets[i].shape.BN, kWarpTilePresets[i].shape.BK,
             kWarpTilePresets[i].shape.WM, kWarpTilePresets[i].shape.WN, kWarpTilePresets[i].shape.WNITER,
             kWarpTilePresets[i].shape.TM, kWarpTilePresets[i].shape.TN, kWarpTilePresets[i].shape.NT>;

/// The layout as compile-time constants, and as arguments: tile_layout.h says what a layout is.
template <class Tile, int PA, int PB, bool SwzA = false, bool SwzB = false, bool Scalar = false>
struct WarpTileStaticLayout {
  static constexpr int padA = PA, padB = PB;
  static constexpr bool swzA = SwzA, swzB = SwzB;
  static constexpr int vecA = fragment_vector(Tile::TM, PA, Scalar);  ///< floats of one read of regM
  static constexpr int vecB = fragment_vector(Tile::TN, PB, Scalar);  ///< floats of one read of regN
  static constexpr int storeB = aligned_vector(PB);                   ///< floats of one store to Bs
  static constexpr int max_padA = PA, max_padB = PB;

  WarpTileStaticLayout() = default;
  constexpr explicit WarpTileStaticLayout(const auto&) {}
  static constexpr bool is(const auto& v) {
    return v["PA"] == PA && v["PB"] == PB && (v["swzA"] != 0) == SwzA && (v["swzB"] != 0) == SwzB && (v["vec"] != 0) == Scalar;
  }
};

struct WarpTileLayout {
  int padA, padB;
  bool swzA, swzB;
  int storeB, vecA, vecB;
  static constexpr int max_padA = kMaxPad, max_padB = kMaxPad;

  constexpr explicit WarpTileLayout(const auto& v)
      : padA(v["PA"]), padB(v["PB"]), swzA(v["swzA"] != 0), swzB(v["swzB"] != 0), storeB(aligned_vector(padB)),
        vecA(fragment_vector(v["TM"], padA, v["vec"] != 0)), vecB(fragment_vector(v["TN"], padB, v["vec"] != 0)) {}
  static constexpr bool is(const auto&) { return true; }
};

/// Without a swizzle, and with the widths of fragment reads fixed: with both known, g++ reads whole fragments at once (84
/// instead of 115 ms for 1024^3 on one core).
template <int VecA, int VecB>
struct WarpTileWidthLayout {
  int padA, padB;
  int storeB;
  static constexpr bool swzA = false, swzB = false;
  static constexpr int vecA = VecA, vecB = VecB;
  static constexpr int max_padA = kMaxPad, max_padB = kMaxPad;

  constexpr explicit WarpTileWidthLayout(const auto& v) : padA(v["PA"]), padB(v["PB"]), storeB(aligned_vector(padB)) {}
  static constexpr bool is(const auto& v) {
    const WarpTileLayout l(v);
    return !l.swzA && !l.swzB && l.vecA == VecA && l.vecB == VecB;
  }
};

}  // namespace gemmscope::kernels
