// SPDX-License-Identifier: MIT
/// @file 03_shared_tile.h
/// What is compiled of shared_tile; kernels/builds.h says what the members mean.
#pragma once

#include "kernels/03_shared_tile.cuh"
#include "kernels/builds.h"

namespace gemmscope::kernels {

struct SharedTileBuilds {
  using Element = float;
  static constexpr int kPresets = kSharedTilePresetCount;
  template <int i>
  using Tile = SharedSquare<i>;
  template <int... sizes>
  using TileOf = SquareTileOf<sizes...>;

  using AnyLayout = SharedTileLayout;
  template <int PA, int PB>
  using Fixed = SharedTileStaticLayout<PA, PB>;
  template <class Tile>
  using FixedLayouts = Types<Fixed<0, 0>, Fixed<1, 0>, Fixed<2, 0>, Fixed<4, 0>, Fixed<8, 0>, Fixed<0, 4>, Fixed<1, 1>, Fixed<4, 4>>;
  template <class Tile>
  using HostLayouts = Types<>;

  template <class Tile, class Layout, class Mem, bool Edges>
  static constexpr auto kernel = &shared_tile<Tile, Layout, Mem, Edges>;
};

}  // namespace gemmscope::kernels
