// SPDX-License-Identifier: MIT
/// @file 01_naive.h
/// What is compiled of naive; kernels/builds.h says what the members mean.
#pragma once

#include "kernels/01_naive.cuh"
#include "kernels/builds.h"

namespace gemmscope::kernels {

struct NaiveBuilds {
  using Element = float;
  static constexpr int kPresets = kNaivePresetCount;
  template <int i>
  using Tile = NaiveTile<i>;
  template <int... sizes>
  using TileOf = SquareTileOf<sizes...>;

  using AnyLayout = NoLayout;
  template <class Tile>
  using FixedLayouts = Types<NoLayout>;
  template <class Tile>
  using HostLayouts = Types<>;

  template <class Tile, class Layout, class Mem, bool Edges>
  static constexpr auto kernel = &naive<Tile, Layout, Mem, Edges>;
};

}  // namespace gemmscope::kernels
