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
  using Lane = LaneMap;
  template <Lane Lanes = Lane::kZigzag, bool Contig = false, StoreC Store = StoreC::kShuffle, int PC = 0,
            bool SwzC = false>
  using Fixed = Sgemm64StaticLayout<Lanes, Contig, Store, PC, SwzC>;
  template <class Tile>
  using FixedLayouts = Types<Fixed<>, Fixed<Lane::kScanA>, Fixed<Lane::kScanB>,
                             Fixed<Lane::kZigzag, false, StoreC::kDirect>,
                             Fixed<Lane::kZigzag, false, StoreC::kDirect32>,
                             Fixed<Lane::kScanA, true, StoreC::kDirect>,                   // frag=contig8
                             Fixed<Lane::kZigzag, false, StoreC::kShuffle, 4>,             // PC
                             Fixed<Lane::kZigzag, false, StoreC::kShuffle, 16>,
                             Fixed<Lane::kZigzag, false, StoreC::kShuffle, 0, true>>;      // swzC=xor
  template <class Tile>
  using HostLayouts = Types<Fixed<>>;

  template <class Tile, class Layout, class Mem, bool Edges>
  static constexpr auto kernel = &sgemm64<Tile, Layout, Mem, Edges>;
};

}  // namespace gemmscope::kernels
