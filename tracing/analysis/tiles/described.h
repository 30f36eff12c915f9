// SPDX-License-Identifier: MIT
/// @file described.h
/// Writes tiles that were found into the recording, where recordings of the ladder's kernels have what they are told.
/// Everything that looks at tiles then works for both.
#pragma once

#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::analysis {

/// Sets M, N, K, k_tiles, found_tile, Pattern::tile_of_C; matrix and layout of A, B, C and of their tiles in shared
/// memory; and of every request its k-tile, inner step and phase:
///
///   k-tile   of the elements that it moves: in global memory by their addresses, in shared memory by their origins
///   step     of a load from a tile in shared memory: the lowest k in the tile that a lane loads
///   phase    write-back from the first access to C on; compute for loads from a tile, or from A and B if they are not
///            staged; else copy. Sums that go through shared memory (sums.h) are write-back
///
/// Cost     a few steps for each request of one block of every pattern.
///
/// Returns  why it leaves the recording as it is; empty if it has described it.
/// Limits   Not described are batches whose products are no whole number of rows apart, launches of which only a part
///          is recorded, tiles of C that are no rectangles, and tiles of A and B whose layout a Layout cannot say. Of
///          blocks that divide K, those of a tile of C must have each k-tile once, and store to the same C.
[[nodiscard]] std::string describe(format::Recording& recording, const Tiles& tiles);

}  // namespace gemmscope::analysis
