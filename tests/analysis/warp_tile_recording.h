// SPDX-License-Identifier: MIT
/// @file warp_tile_recording.h
/// A recording of the warp-tiling kernel made from its address formulas, without running it.
///
/// Written from the table of accesses in the documentation of the kernel, not from its source, so that recorder,
/// interpreter and kernel can be wrong without this being wrong in the same way. Whole vectors only: M, N, K multiples
/// of 4.
#pragma once

#include <utility>
#include <vector>

#include "tests/analysis/golden.h"
#include "tests/analysis/recording_builder.h"

namespace gemmscope::analysis::testing {

struct WarpTileShape {
  int BM, BN, BK, WM, WN, WNITER, TM, TN, NT;

  constexpr int WMITER() const { return WM * WN / (32 * TM * TN * WNITER); }
  constexpr int WSUBM() const { return WM / WMITER(); }
  constexpr int WSUBN() const { return WN / WNITER; }
};

struct WarpTileCase {
  WarpTileShape shape{128, 128, 16, 64, 64, 4, 8, 4, 128};
  std::uint32_t PA = 0, PB = 0;
  bool swzA = false, swzB = false, scalar = false;
  std::uint32_t M = 256, N = 256, K = 64;
  bool read_C = true;           ///< beta is not 0
  std::uint32_t k_tiles = ~0u;  ///< that have requests, from the first on; more than there are means all
  std::vector<std::pair<std::uint32_t, std::uint32_t>> blocks{{0, 0}};  ///< (y, x)
};

/// Lines of the sites in the recording's made-up source.
inline constexpr std::uint32_t kLineGA = 10, kLineSA = 11, kLineGB = 16, kLineSB = 17, kLineBarrier1 = 18,
                               kLineLoadA = 20, kLineLoadB = 21, kLineBarrier2 = 24, kLineLoadC = 30, kLineStoreC = 31;

format::Recording warp_tile_recording(const WarpTileCase& c);

/// The case that a golden row is about, its first two k-tiles recorded.
WarpTileCase golden_case(const GoldenRow& row);

/// A recording of all blocks of an M x N x K problem with the default shape, sharing the pattern of one.
format::Recording big_warp_tile_recording(std::uint32_t M, std::uint32_t N, std::uint32_t K);

}  // namespace gemmscope::analysis::testing
