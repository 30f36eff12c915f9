// SPDX-License-Identifier: MIT
/// @file described.h
/// Writes tiles that were found into the recording, for everything that looks at tiles.
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
/// Limits   It does not describe: batches whose products overlap, or are not a whole number of rows or columns apart;
///          launches that are recorded in part; tiles of C that are not rectangles; tiles of A or B without a Layout.
///          If blocks divide K, those of each tile of C must together have each k-tile once, and store to the same C.
///          An array of several allocations that a batch uses becomes one array: their names are gone.
[[nodiscard]] std::string describe(format::Recording& recording, const Tiles& tiles);

}  // namespace gemmscope::analysis
