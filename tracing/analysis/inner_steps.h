// SPDX-License-Identifier: MIT
/// @file inner_steps.h
/// What a lane multiplies in an inner step. A recording has no multiply-adds, but all the reads of their factors.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/ownership.h"
#include "tracing/analysis/touches.h"

namespace gemmscope::analysis {

/// The requests by which one warp reads what it multiplies in one step: rows next to each other.
struct InnerStep {
  std::uint32_t segment = 0, begin = 0, end = 0;  ///< rows begin .. end - 1 of the segment's template
  std::uint32_t k_tile = 0;
  When last;  ///< the last of them: from there on the lanes have all factors in registers
};

/// The step that a row belongs to; nullopt: it is no load of the main loop's multiplying part.
[[nodiscard]] std::optional<InnerStep> inner_step_of(const format::Recording& recording, std::uint32_t block,
                                                     std::uint32_t segment, std::uint32_t row);

/// What `lane` reads in `step`: each of its factors of A is multiplied with each of B that has the same k. `tiles` are
/// the block's of that k-tile.
[[nodiscard]] std::vector<Factor> factors_of(const format::Recording& recording, std::uint32_t block,
                                             const InnerStep& step, const BlockTiles& tiles, std::size_t lane);

/// The places that `lane` multiplies with `factor` in `step`, ascending.
[[nodiscard]] std::vector<std::uint32_t> partners_of(const format::Recording& recording, std::uint32_t block,
                                                     const InnerStep& step, const BlockTiles& tiles, std::size_t lane,
                                                     const Factor& factor);

}  // namespace gemmscope::analysis
