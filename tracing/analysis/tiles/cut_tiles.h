// SPDX-License-Identifier: MIT
/// @file cut_tiles.h
/// Tiles that are larger than the matrices.
#pragma once

#include <vector>

#include "tracing/analysis/tiles/shared_tile.h"
#include "tracing/analysis/tiles/tile_shape.h"

namespace gemmscope::analysis {

/// What a tile that is larger than the matrices may change: of Tiles.
struct MayBeCut {
  TileShape &block, &warp;
  std::uint32_t& k_tile;
  std::vector<SharedTile>& shared;
};

/// Of a matrix that is smaller than a tile, only what the matrix fills is found, and the lanes load the zeros beyond
/// it, too. Makes the tiles in shared memory, the k-tile and the block tile as large as what the lanes load there, in
/// the directions in which one tile has all of the matrix. Leaves tiles that are swizzled or have several buffers as
/// they are.
///
/// Cost     the loads of one block from shared memory.
void grow_cut_tiles(const format::Recording& recording, std::uint32_t block, const Product& product, MayBeCut tiles);

}  // namespace gemmscope::analysis
