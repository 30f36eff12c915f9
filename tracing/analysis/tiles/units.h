// SPDX-License-Identifier: MIT
/// @file units.h
/// What a lane, a warp or the block consumes and stores: what is compared to find a product. And how long the rows of
/// arrays may be.
#pragma once

#include <vector>

#include "tracing/analysis/tiles/consumption.h"

namespace gemmscope::analysis {

/// What one of them consumes and stores of each array.
using Unit = std::vector<LaneElements>;

inline constexpr std::size_t kWholeBlock = 0;

/// Those that store something, at most 64 of them, spread. `lanes`: of each unit, one or a warp's; or kWholeBlock.
[[nodiscard]] std::vector<Unit> units_of(const Consumption& all, std::size_t lanes);

/// Whether rows that are given, as in a comment, are as long as is said. A comment may be wrong.
enum class GivenRows : std::uint8_t { kTaken, kDoubted };

/// How many units store the same element, on average; 0: none stores one.
[[nodiscard]] double units_per_element(const std::vector<Unit>& units, std::uint16_t tensor);

[[nodiscard]] std::uint32_t elements_in(const format::Tensor& tensor);

/// For each array the numbers of elements that its rows may have, large ones first: a part of the right number would
/// do, too, as long as a block is in the first part of each row. Rows that are given come first, or are the only ones;
/// what single lanes of any array show comes last.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> pitches_of_each(const format::Recording& recording,
                                                                      const Consumption& consumption, GivenRows given);

}  // namespace gemmscope::analysis
