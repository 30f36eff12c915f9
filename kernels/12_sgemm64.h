// SPDX-License-Identifier: MIT
/// @file 12_sgemm64.h
/// The tile sizes of sgemm64, which are fixed; how its threads are laid out; its layouts.
#pragma once

#include "kernels/tile_layout.h"

namespace gemmscope::kernels {

/// Two warps compute 64 x 64 elements of C in k-tiles of 8. This is the only preset.
template <int>
struct Sgemm64Tile {
  static constexpr int BM = 64, BN = 64, BK = 8, TM = 8, TN = 8, NT = 64;
  static constexpr int buffer = BK * (BM + BN);  ///< floats of As and Bs; a power of two: `^ buffer` changes buffers
};
inline constexpr int kSgemm64PresetCount = 1;

/// Which of the 8 x 8 thread tiles a thread computes, by the bits of its number; in the order of the choices.
///
///            bit of tid    5 4 3 2 1 0
///   kZigzag                c c r r r c    two rows of lanes walk along A: 8 lanes read 4 places of As and 2 of Bs
///   kScanA                 c c c r r r    lanes walk along A
///   kScanB                 c r r r c c    lanes walk along B, 4 columns a warp
///
/// r: row, c: column of the thread tile, high bits first. Bit 5 is the highest of a column in all three: a warp owns
/// four columns of thread tiles, and so half of Cs.
enum class LaneMap : int { kZigzag, kScanA, kScanB };

GS_HD constexpr int thread_row_of(LaneMap lanes, int tid) {
  return lanes == LaneMap::kZigzag ? tid >> 1 & 7 : lanes == LaneMap::kScanA ? tid & 7 : tid >> 2 & 7;
}
GS_HD constexpr int thread_col_of(LaneMap lanes, int tid) {
  return lanes == LaneMap::kZigzag  ? (tid >> 3 & 6) + (tid & 1)
         : lanes == LaneMap::kScanA ? tid >> 3
                                    : (tid >> 3 & 4) + (tid & 3);
}

/// How C is written; in the order of the parameter's choices.
enum class StoreC : int {
  kShuffle,   ///< through shared memory, so that a warp writes whole lines with 4-byte accesses
  kDirect,    ///< each thread its own, 16 bytes at a time
  kDirect32,  ///< each thread its own, 4 bytes at a time
};

/// Of Cs: odd rows have neighbouring groups of 16 columns swapped.
inline constexpr Swizzle kSwizzleOfCs = swizzle_by_row(0, 16, 16);

/// The layout as compile-time constants, and as arguments: tile_layout.h says what a layout is.
template <LaneMap Lanes = LaneMap::kZigzag, bool Contig = false, StoreC Store = StoreC::kShuffle, int PC = 0,
          bool SwzC = false>
struct Sgemm64StaticLayout {
  static constexpr LaneMap lanes = Lanes;
  static constexpr bool contig8 = Contig, swzC = SwzC, texture = false;
  static constexpr StoreC store = Store;
  static constexpr int padC = PC;

  Sgemm64StaticLayout() = default;
  constexpr explicit Sgemm64StaticLayout(const auto&) {}
  static constexpr bool is(const auto& v) {
    return static_cast<LaneMap>(v["lanes"]) == Lanes && (v["frag"] != 0) == Contig &&
           static_cast<StoreC>(v["cstore"]) == Store && v["PC"] == PC && (v["swzC"] != 0) == SwzC && v["oob"] == 0;
  }
};

struct Sgemm64Layout {
  LaneMap lanes;
  bool contig8;  ///< the rows and columns of a thread tile are neighbours, not two groups of 4 that are 32 apart
  StoreC store;
  int padC;
  bool swzC;
  bool texture;  ///< A and B are read as linear textures are

  constexpr explicit Sgemm64Layout(const auto& v)
      : lanes(static_cast<LaneMap>(v["lanes"])), contig8(v["frag"] != 0), store(static_cast<StoreC>(v["cstore"])),
        padC(v["PC"]), swzC(v["swzC"] != 0), texture(v["oob"] != 0) {}
  static constexpr bool is(const auto&) { return true; }
};

}  // namespace gemmscope::kernels
