// SPDX-License-Identifier: MIT
/// @file 05_block_tile.h
/// What is compiled of block_tile; kernels/builds.h says what the members mean.
#pragma once

#include "kernels/05_block_tile.cuh"
#include "kernels/builds.h"

namespace gemmscope::kernels {

struct BlockTileBuilds {
  using Element = float;
  static constexpr int kPresets = kBlockTilePresetCount;
  template <int i>
  using Tile = BlockTile<i>;
  template <int... sizes>
  using TileOf = BlockTileOf<ThreadTileOf<sizes...>>;

  using AnyLayout = BlockTileLayout;
  template <int PA, int PB, TileLoad Load = TileLoad::kLinear, bool Interleaved = false>
  using Fixed = BlockTileStaticLayout<PA, PB, Load, Interleaved>;
  template <bool exact, class = void>
  struct FixedFor {
    using Layouts = Types<Fixed<0, 0>, Fixed<1, 0>, Fixed<2, 0>, Fixed<4, 0>, Fixed<8, 0>, Fixed<0, 4>, Fixed<1, 1>, Fixed<4, 4>,
                          Fixed<0, 0, TileLoad::kStrided>, Fixed<0, 0, TileLoad::kLinear, true>,
                          Fixed<1, 0, TileLoad::kLinear, true>>;
  };
  template <class T>
  struct FixedFor<false, T> {  // tiles that show what load=one_pass misses: one layout will do to measure them
    using Layouts = Types<Fixed<0, 0>>;
  };
  template <class Tile>
  using FixedLayouts = typename FixedFor<Tile::exact>::Layouts;
  template <class Tile>
  using HostLayouts = Types<>;

  template <class Tile, class Layout, class Mem, bool Edges>
  static constexpr auto kernel = &block_tile<Tile, Layout, Mem, Edges>;
};

}  // namespace gemmscope::kernels
