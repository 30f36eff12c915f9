// SPDX-License-Identifier: MIT
/// @file 02_coalesced.h
/// What is compiled of coalesced; kernels/builds.h says what the members mean.
#pragma once

#include "kernels/02_coalesced.cuh"
#include "kernels/builds.h"

namespace gemmscope::kernels {

struct CoalescedBuilds {
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
  static constexpr auto kernel = &coalesced<Tile, Layout, Mem, Edges>;
};

}  // namespace gemmscope::kernels
