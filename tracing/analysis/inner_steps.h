// SPDX-License-Identifier: MIT
/// @file inner_steps.h
/// What a lane multiplies in an inner step. A recording has no multiply-adds, but all the reads of their factors.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/ownership.h"
#include "tracing/analysis/touches.h"

namespace gemmscope::analysis {

/// The requests by which one warp reads the factors of one k that it multiplies.
struct InnerStep {
  std::uint32_t segment = 0, k_tile = 0;
  std::uint32_t k = 0;              ///< in the tile
  std::vector<std::uint32_t> rows;  ///< of the segment's template, ascending; at least one
  When last;                        ///< the last of them: from there on the lanes have all factors in registers
};

/// All of a segment, or those of the k-tile of `row`, a row of its template. By k-tile and k.
///
/// A step is all rows that load that k of the k-tile, since compilers mix the loads of several steps.
///
/// Cost     some ten nanoseconds for each lane of a row that is looked at.
[[nodiscard]] std::vector<InnerStep> inner_steps_of(const format::Recording& recording, std::uint32_t block,
                                                    std::uint32_t segment, std::optional<std::uint32_t> row = {});

/// The factors with that k that `lane` reads in `step`: each of A is multiplied with each of B. `tiles` are the block's
/// of that k-tile.
[[nodiscard]] std::vector<Factor> factors_of(const format::Recording& recording, std::uint32_t block,
                                             const InnerStep& step, const BlockTiles& tiles, std::size_t lane);

/// The places that `lane` multiplies with `factor`, which has the step's k, ascending.
[[nodiscard]] std::vector<std::uint32_t> partners_of(const format::Recording& recording, std::uint32_t block,
                                                     const InnerStep& step, const BlockTiles& tiles, std::size_t lane,
                                                     const Factor& factor);

}  // namespace gemmscope::analysis
