// SPDX-License-Identifier: MIT
/// @file ownership.h
/// Which elements of a block's tile of C every lane computes, and what it needs of A and B for them.
///
/// From what was recorded, for any kernel: the rows of A times the columns of B that a lane reads in one inner step are
/// the elements whose sums it keeps. Lanes that store C may be others, where a kernel stages it through shared memory.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/geometry.h"

namespace gemmscope::analysis {

/// A value that a sum needs: it lies in a row of the block's tile of A or in a column of its tile of B.
struct Factor {
  bool of_a = true;
  std::uint32_t place = 0;  ///< that row or column, from the tile's first
  std::uint32_t k = 0;      ///< where in that row or column, from the tile's first
};

/// The factor of `tiles` at `byte` of `tensor`, a tile in shared memory or A or B itself; nullopt for others and for
/// padding.
[[nodiscard]] std::optional<Factor> factor_at(const format::Recording& recording, const BlockTiles& tiles,
                                              std::uint16_t tensor, std::uint32_t byte);

/// Calls visit(factor) for each that a lane's access by `site` to `byte` and what follows has.
template <class Visit>
void for_each_factor(const format::Recording& recording, const BlockTiles& tiles, const format::Site& site,
                     std::uint32_t byte, const Visit& visit) {
  const std::uint32_t bytes = recording.tensors[site.tensor].element_bytes;
  for (std::uint32_t at = 0; at < site.width && bytes != 0; at += bytes)
    if (const auto factor = factor_at(recording, tiles, site.tensor, byte + at)) visit(*factor);
}

/// What one lane multiplies; its sums are all rows x all columns. Places in the block tile, in the order of reading.
struct LaneShare {
  std::vector<std::uint32_t> rows, columns;

  bool empty() const { return rows.empty() || columns.empty(); }
};

struct Owner {
  std::uint32_t warp = 0, lane = 0;
  friend bool operator==(const Owner&, const Owner&) = default;
};

struct Ownership {
  std::uint32_t rows = 0, columns = 0;  ///< of the block tile
  std::vector<LaneShare> lanes;         ///< [warp * 32 + lane]; empty for those not recorded
  std::vector<std::int32_t> owners;     ///< [row * columns + column]: index into `lanes`, -1 for nobody's

  const LaneShare& share(std::uint32_t warp, int lane) const {
    return lanes[std::size_t{warp} * format::kLanes + static_cast<std::size_t>(lane)];
  }
  std::optional<Owner> owner_of(std::uint32_t row, std::uint32_t column) const;
};

/// Whether the lanes of a warp compute its tile together, as with matrix instructions: none has sums of its own then.
[[nodiscard]] inline bool lanes_share(const format::Recording& recording) {
  return recording.found_tile && recording.found_tile->shares_fragments;
}

/// Whether several blocks compute each element of C, with k's of their own.
[[nodiscard]] inline bool divides_K(const format::Recording& recording) {
  return recording.found_tile && recording.found_tile->k_parts > 1;
}

/// nullopt for a kernel without block tiles, one whose lanes share, or where no inner step was recorded.
///
/// Cost     the first inner step of each warp: some thousand addresses.
[[nodiscard]] std::optional<Ownership> ownership(const format::Recording& recording, std::uint32_t block);

/// The same for warps, also where lanes share. Lane 0 has what the lanes of its warp read together; the other lanes
/// have nothing.
///
/// Cost     the first k-tile of each warp.
[[nodiscard]] std::optional<Ownership> ownership_of_warps(const format::Recording& recording, std::uint32_t block);

}  // namespace gemmscope::analysis
