// SPDX-License-Identifier: MIT
/// @file warp_tile_presets.h
/// The tile sizes that warp_tile is compiled for.
#pragma once

#include <iterator>
#include <string_view>

#include "kernels/warp_tile_shape.h"

namespace gemmscope::kernels {

struct NamedWarpTile {
  std::string_view name;
  std::string_view source;  ///< where the sizes come from
  WarpTileShape shape;
};

/// The tile sizes of warp_tile that this build contains; a traced build is compiled for each.
inline constexpr NamedWarpTile kWarpTilePresets[] = {
    {"k10_a6000", "S. Boehm, SGEMM_CUDA kernel 10, tuned for an RTX A6000", {128, 128, 16, 64, 64, 4, 8, 4, 128}},
    {"k10_a100", "S. Boehm, SGEMM_CUDA kernel 10, tuned for an A100", {64, 128, 16, 32, 64, 1, 4, 4, 128}},
    {"seed_tm1_w1", "warp tiling with TM = 1, one column of subtiles", {128, 128, 16, 64, 64, 1, 1, 8, 128}},
    {"seed_tm1_w2", "warp tiling with TM = 1, two columns of subtiles", {128, 128, 16, 64, 64, 2, 1, 8, 128}},
    {"seed_small", "the same in small: a block tile of 64 x 64 x 8", {64, 64, 8, 32, 32, 1, 1, 8, 128}},
};
inline constexpr int kWarpTilePresetCount = static_cast<int>(std::size(kWarpTilePresets));

/// Preset number `i` as a type.
template <int i>
using WarpTilePreset =
    WarpTile<kWarpTilePresets[i].shape.BM, kWarpTilePresets[i].shape.BN, kWarpTilePresets[i].shape.BK,
             kWarpTilePresets[i].shape.WM, kWarpTilePresets[i].shape.WN, kWarpTilePresets[i].shape.WNITER,
             kWarpTilePresets[i].shape.TM, kWarpTilePresets[i].shape.TN, kWarpTilePresets[i].shape.NT>;

}  // namespace gemmscope::kernels
