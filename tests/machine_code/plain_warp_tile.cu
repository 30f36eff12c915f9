// SPDX-License-Identifier: MIT
// The plain builds whose machine code is looked at: the preset k10_a6000, inside the matrices, with and without
// padding.
#include "kernels/10_warp_tile.cuh"

namespace gemmscope::kernels {

using Tile = WarpTile<128, 128, 16, 64, 64, 4, 8, 4, 128>;

template __global__ void warp_tile<Tile, WarpTileStaticLayout<Tile, 0, 0>, PlainMemory, false>(
    int, int, int, float, const float*, const float*, float, float*, WarpTileStaticLayout<Tile, 0, 0>,
    PlainMemory::Params);
template __global__ void warp_tile<Tile, WarpTileStaticLayout<Tile, 4, 4>, PlainMemory, false>(
    int, int, int, float, const float*, const float*, float, float*, WarpTileStaticLayout<Tile, 4, 4>,
    PlainMemory::Params);

}  // namespace gemmscope::kernels
