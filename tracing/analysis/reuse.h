// SPDX-License-Identifier: MIT
/// @file reuse.h
/// How often memory is read: each element of A, B and C in global memory, each value in the shared tiles, and the FLOP
/// that each byte is good for. The numbers of `gemmscope report --view reuse`; docs/models/reuse.md explains them.
///
/// Loads of an element of a matrix (MatrixReuse), and stores to it in the same way:
///   by lanes     each lane whose access covers the element counts: a broadcast to 32 lanes counts 32 times, and a
///                16-byte load counts once for each of its four floats
///   by requests  each request with at least one of these lanes counts: a broadcast counts once
///   by blocks    each block with at least one of these requests counts
///   of a block   over the pairs of a block and an element that it loads: what its lanes, or requests, do
///   of a launch  over all elements of the matrix, also those that are never loaded: what all blocks do together
/// Padding lanes, lanes switched off at an edge, and requests that fault are not counted. Lanes that reach outside the
/// matrix are counted in `outside` alone.
///
/// Reads of a value in a shared tile (TileReuse). A value is what one store puts into an element; it lasts until the
/// next store to that place, for whichever tile, or the end of the block:
///   by lanes       each lane that loads it meanwhile counts
///   by requests    each request with at least one of these lanes counts
///   by wavefronts  each wavefront that serves at least one of them counts, by the counting rule: how often its word is
///                  moved. A 16-byte load to which all lanes give one address takes two, by the fused rule
/// Inside a barrier interval warps come in the order of their numbers, as everywhere here; where no warp waits for
/// another, another order may be as true.
///
/// FLOP per byte: 2 * M * N * K of the launch, multiplications and additions of alpha and beta not counted, divided by
///   requested  bytes that lanes ask for: active lanes x width, loads and stores
///   moved      32 bytes for each sector (global), 128 bytes for each wavefront (shared)
///
/// All of it is about what is recorded. Where that is not a whole product, a figure is absent and says why (Missing).
///
/// Limits   maps keep strips of single blocks, 8 bytes for each element, at most 2^24 elements of a recording; at most
///          2^28 elements touched by requests, 2^22 parts of a matrix, and 2^28 changes of cells. Beyond that the
///          figure is absent: kTooLarge.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/matrix_reuse.h"
#include "tracing/analysis/tile_reuse.h"

namespace gemmscope::analysis {

/// FLOP for each byte of one memory.
struct FlopPerByte {
  std::uint64_t requested_bytes = 0, moved_bytes = 0;
  std::optional<double> requested, moved;  ///< nullopt if there are no bytes
};

struct Reuse {
  std::vector<MatrixReuse> matrices;    ///< by matrix, loads before stores
  std::vector<TileReuse> tiles;         ///< by tile
  Missing missing = Missing::kNothing;  ///< if not kNothing, nothing below is there
  double flop = 0;                      ///< of the launch
  FlopPerByte global, shared;
};

/// `model` counts the wavefronts of shared memory. If `progress` asks to stop, the result is to be thrown away.
///
/// Cost     4096^3, 130 million requests: see docs/models/reuse.md.
[[nodiscard]] Reuse reuse(const format::Recording& recording, const CostTable& table,
                          ConflictModel model = ConflictModel::kFused, const Progress& progress = {});

}  // namespace gemmscope::analysis
