// SPDX-License-Identifier: MIT
/// @file thread_tile_shape.h
/// The tile sizes of kernels in which each thread owns a tile of C, with no level between thread and block.
#pragma once

namespace gemmscope::kernels {

/// Tile sizes in elements: a block tile BM x BN, computed in k-tiles of BK by threads that own TM x TN of it.
struct ThreadTileShape {
  int BM, BN, BK, TM, TN;

  constexpr int Tx() const { return BN / TN; }  ///< threads side by side
  constexpr int Ty() const { return BM / TM; }
  constexpr int NT() const { return Tx() * Ty(); }  ///< threads
};

/// The first constraint of all such kernels that `s` breaks and what would go wrong, or nullptr if none.
constexpr const char* thread_tile_violation(const ThreadTileShape& s) {
  if (s.BM < 1 || s.BN < 1 || s.BK < 1 || s.TM < 1 || s.TN < 1) return "every tile size must be at least 1";
  if (s.BM > 256 || s.BN > 256 || s.BK > 64 || s.TM > 16 || s.TN > 16) return "the tile is larger than a block can work on";
  if (s.BM % s.TM != 0 || s.BN % s.TN != 0) return "TM must divide BM and TN must divide BN: thread tiles fill the block tile";
  if (s.NT() % 32 != 0 || s.NT() > 1024) return "(BM/TM) * (BN/TN) must be a multiple of 32 up to 1024: a block is whole warps";
  return nullptr;
}

struct NamedThreadTile {
  const char* name;
  const char* source;  ///< where the sizes come from
  ThreadTileShape shape;
};

/// Tile sizes as constants of a type.
template <int... sizes>
struct ThreadTileOf {
  static constexpr ThreadTileShape shape{sizes...};
  static constexpr int BM = shape.BM, BN = shape.BN, BK = shape.BK, TM = shape.TM, TN = shape.TN;
  static constexpr int Tx = shape.Tx(), Ty = shape.Ty(), NT = shape.NT();
};

/// Preset number `i` of a kernel's table as such a type.
template <const auto& presets, int i>
struct ThreadTile : ThreadTileOf<presets[i].shape.BM, presets[i].shape.BN, presets[i].shape.BK, presets[i].shape.TM, presets[i].shape.TN> {};

}  // namespace gemmscope::kernels
