// SPDX-License-Identifier: MIT
/// @file sums.h
/// Requests that move sums through shared memory before they are stored to C, or values beyond A and B: what a block
/// does there when it has copied its last k-tile.
#pragma once

#include <map>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// By segment of a pattern, and row: whether the request is one of them. Segments without any are absent.
using SumRequests = std::map<std::uint32_t, std::vector<bool>>;

/// Loads from shared memory of what was stored there after the barrier that follows the last copy of an element from
/// global memory; and, if there are any, all stores to shared memory after that barrier.
///
/// Cost     a few steps for each request after that barrier.
[[nodiscard]] SumRequests sums_of(const format::Recording& recording, const format::Pattern& pattern);

}  // namespace gemmscope::analysis
