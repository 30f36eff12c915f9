// SPDX-License-Identifier: MIT
/// @file 12_sgemm64.h
/// What is compiled of sgemm64; kernels/builds.h says what the members mean.
#pragma once

#include "kernels/12_sgemm64.cuh"
#include "kernels/builds.h"

namespace gemmscope::kernels {

struct Sgemm64Builds {
  using Element = float;
  static constexpr int kPresets = kSgemm64PresetCount;
  template <int i>
  using Tile = Sgemm64Tile<i>;

  using AnyLayout = Sgemm64Layout;
  template <LaneMap Lanes = LaneMap::kZigzag, bool Contig = false, StoreC Store = StoreC::kShuffle, int PC = 0, bool SwzC = false>
  using Fixed = Sgemm64StaticLayout<Lanes, Contig, Store, PC, SwzC>;
  template <class Tile>
  using FixedLayouts = Types<Fixed<>, Fixed<LaneMap::kScanA>, Fixed<LaneMap::kScanB>,
                             Fixed<LaneMap::kZigzag, false, StoreC::kDirect>, Fixed<LaneMap::kZigzag, false, StoreC::kDirect32>,
                             Fixed<LaneMap::kScanA, true, StoreC::kDirect>,                       // frag=contig8
                             Fixed<LaneMap::kZigzag, false, StoreC::kShuffle, 4>, Fixed<LaneMap::kZigzag, false, StoreC::kShuffle, 16>,
                             Fixed<LaneMap::kZigzag, false, StoreC::kShuffle, 0, true>>;          // swzC=xor
  template <class Tile>
  using HostLayouts = Types<Fixed<>>;

  template <class Tile, class Layout, class Mem, bool Edges>
  static constexpr auto kernel = &sgemm64<Tile, Layout, Mem, Edges>;
};

}  // namespace gemmscope::kernels
