// SPDX-License-Identifier: MIT
/// @file tiles.h
/// The tiles of a matrix product, found from a recording of any program: docs/models/tiles.md.
#pragma once

#include "tracing/analysis/tiles/shared_tile.h"
#include "tracing/analysis/tiles/skipped.h"
#include "tracing/analysis/tiles/tile_shape.h"

namespace gemmscope::analysis {

struct Tiles {
  Product product;
  /// `block`: the elements of C that it stores. `warp`, `lane`: the rows of A by the columns of B that they consume.
  TileShape block, warp, lane;
  /// The lanes of a warp compute its tile together, as with matrix instructions: `lane` is no tile then.
  bool lanes_share = false;
  /// Lanes store elements of C whose factors other lanes load, though no sums are moved through shared memory. So it is
  /// with matrix instructions and shuffles; without them, an index may be swapped.
  bool stores_for_others = false;
  std::uint32_t k_tile = 0;  ///< k's that are in shared memory between two barriers, most often; 0: none
  Skipped skipped;           ///< k's that are in shared memory and that no lane loads there
  format::Range left_out{};  ///< k's that the launch does not load: left_out.h
  Ranges stepped_over{};     ///< others among those that it loads: left_out.h
  std::vector<SharedTile> shared;
  Said said;  ///< by comments of the source
  friend bool operator==(const Tiles&, const Tiles&) = default;
};

/// Looks at one block: the last of those that access most, with the first blockIdx.z. If it is in no product, looks at
/// the first block, which may be in one of a batch along x or y.
///
/// Returns  nullopt: no matrix product is seen.
/// Cost     milliseconds: see Consumption, of one block or two, and reached_in().
[[nodiscard]] std::optional<Tiles> tiles_of(const format::Recording& recording);

}  // namespace gemmscope::analysis
