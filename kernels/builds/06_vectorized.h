// SPDX-License-Identifier: MIT
/// @file 06_vectorized.h
/// What is compiled of vectorized; kernels/builds.h says what the members mean.
#pragma once

#include "kernels/06_vectorized.cuh"
#include "kernels/builds.h"

namespace gemmscope::kernels {

struct VectorizedBuilds {
  using Element = float;
  static constexpr int kPresets = kVectorizedPresetCount;
  template <int i>
  using Tile = VectorizedTile<i>;
  template <int... sizes>
  using TileOf = ThreadTileOf<sizes...>;

  using AnyLayout = VectorizedLayout;
  template <int PA, int PB, bool AsRow = false, bool Split = false, bool SwzA = false, bool SwzB = false, bool Scalar = false>
  using Fixed = VectorizedStaticLayout<PA, PB, AsRow, Split, SwzA, SwzB, Scalar>;
  template <class Tile>
  using FixedLayouts = Types<Fixed<0, 0>, Fixed<1, 0>, Fixed<2, 0>, Fixed<4, 0>, Fixed<8, 0>, Fixed<0, 4>, Fixed<4, 4>,
                             Fixed<0, 0, true>, Fixed<1, 0, true>,                  // As=row
                             Fixed<0, 0, false, true>, Fixed<4, 0, false, true>,    // frag=split
                             Fixed<0, 0, false, false, true>, Fixed<0, 0, false, false, true, true>,
                             Fixed<0, 0, false, false, false, false, true>>;
  template <class Tile>
  using HostLayouts = Types<VectorizedWideLayout>;

  template <class Tile, class Layout, class Mem, bool Edges>
  static constexpr auto kernel = &vectorized<Tile, Layout, Mem, Edges>;
};

}  // namespace gemmscope::kernels
