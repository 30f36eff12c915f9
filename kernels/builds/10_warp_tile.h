// SPDX-License-Identifier: MIT
/// @file 10_warp_tile.h
/// What is compiled of warp_tile; kernels/builds.h says what the members mean.
#pragma once

#include "kernels/10_warp_tile.cuh"
#include "kernels/builds.h"

namespace gemmscope::kernels {

struct WarpTileBuilds {
  using Element = float;
  static constexpr int kPresets = kWarpTilePresetCount;
  template <int i>
  using Tile = WarpTilePreset<i>;
  template <int... sizes>
  using TileOf = WarpTile<sizes...>;

  using AnyLayout = WarpTileLayout;
  template <class Tile, int PA, int PB, bool SwzA = false, bool SwzB = false, bool Scalar = false>
  using Fixed = WarpTileStaticLayout<Tile, PA, PB, SwzA, SwzB, Scalar>;
  template <class Tile>
  using FixedLayouts = Types<Fixed<Tile, 0, 0>, Fixed<Tile, 1, 1>, Fixed<Tile, 2, 2>, Fixed<Tile, 4, 4>, Fixed<Tile, 8, 8>,
                             Fixed<Tile, 1, 0>, Fixed<Tile, 2, 0>, Fixed<Tile, 4, 0>, Fixed<Tile, 8, 0>,
                             Fixed<Tile, 0, 0, true>, Fixed<Tile, 0, 0, true, true>, Fixed<Tile, 0, 0, false, false, true>>;
  template <class Tile>
  using HostLayouts = Types<WarpTileWidthLayout<fragment_vector(Tile::TM, 0, false), fragment_vector(Tile::TN, 0, false)>,
                            WarpTileWidthLayout<1, 1>>;

  template <class Tile, class Layout, class Mem, bool Edges>
  static constexpr auto kernel = &warp_tile<Tile, Layout, Mem, Edges>;
};

}  // namespace gemmscope::kernels
