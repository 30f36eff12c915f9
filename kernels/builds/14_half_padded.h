// SPDX-License-Identifier: MIT
/// @file 14_half_padded.h
/// What is compiled of half_padded; kernels/builds.h says what the members mean.
#pragma once

#include "kernels/14_half_padded.cuh"
#include "kernels/builds.h"

namespace gemmscope::kernels {

struct HalfPaddedBuilds {
  using Element = Half;
  static constexpr int kPresets = kHalfPaddedPresetCount;
  template <int i>
  using Tile = HalfPaddedTile<i>;
  template <int... sizes>
  using TileOf = ThreadTileOf<sizes...>;

  using AnyLayout = HalfPaddedLayout;
  template <int Pad, int Width, bool Swz = false>
  using Fixed = HalfPaddedStaticLayout<Pad, Width, Swz>;
  /// Where the padding is known and lets them, ptxas joins narrower accesses to 16-byte ones: <0, 8>, <0, 4> and <8, 4> run
  /// as <0, 16> and <8, 16> do.
  template <class Tile>
  using FixedLayouts = Types<Fixed<0, 16>, Fixed<0, 8>, Fixed<0, 4>, Fixed<1, 2>, Fixed<2, 4>, Fixed<4, 8>, Fixed<8, 16>,
                             Fixed<8, 4>, Fixed<0, 16, true>>;
  template <class Tile>
  using HostLayouts = Types<Fixed<0, 16>, Fixed<0, 16, true>>;

  template <class Tile, class Layout, class Mem, bool Edges>
  static constexpr auto kernel = &half_padded<Tile, Layout, Mem, Edges>;
};

}  // namespace gemmscope::kernels
