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

/// If a tile is larger than its matrix, only the part that the matrix fills has been found, but lanes also load the
/// zeros beyond it. Makes the tiles in shared memory, the k-tile, the block tile and the warp tile as large as what the
/// lanes load, in each direction in which one tile has all of the matrix. Leaves tiles that are swizzled or have
/// several buffers as they are.
///
/// Cost     the loads of one block from shared memory.
void grow_cut_tiles(const format::Recording& recording, std::uint32_t block, const Product& product, MayBeCut tiles);

}  // namespace gemmscope::analysis
