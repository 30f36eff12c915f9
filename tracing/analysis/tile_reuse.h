// SPDX-License-Identifier: MIT
/// @file tile_reuse.h
/// How often what is stored in As, Bs and Cs is read from shared memory. reuse.h defines the counts.
#pragma once

#include <vector>

#include "tracing/analysis/bank_conflicts.h"
#include "tracing/analysis/cost_table.h"
#include "tracing/analysis/pace.h"
#include "tracing/analysis/reuse_counts.h"

namespace gemmscope::analysis {

/// The reuse of one shared tile.
struct TileReuse {
  std::uint16_t tensor = 0;
  Missing missing = Missing::kNothing;  ///< if not kNothing, nothing below is there

  /// Over the values that were stored to its elements, of all recorded blocks and k-tiles.
  Times lanes, requests, wavefronts;

  /// The same for one element of the tile, all its values added up.
  struct OfElement {
    std::uint64_t values = 0, lanes = 0, requests = 0, wavefronts = 0;
    friend bool operator==(const OfElement&, const OfElement&) = default;
  };
  /// [byte / cell_bytes()] (last_writers.h) of the block's shared memory, all recorded blocks added up; set at the
  /// first byte of each element.
  std::vector<OfElement> map;
};

/// The tiles that the recording has a store to, each with its counts or a reason why it has none.
///
/// If `progress` asks to stop, they are kTooLarge, and must not be used.
///
/// Cost     about 1 us for each distinct template row, some nanoseconds for each cell that changes in an interval.
[[nodiscard]] std::vector<TileReuse> tile_reuse(const format::Recording& recording, ConflictModel model,
                                                const Progress& progress = {});

}  // namespace gemmscope::analysis
