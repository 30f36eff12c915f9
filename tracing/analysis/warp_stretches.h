// SPDX-License-Identifier: MIT
/// @file warp_stretches.h
/// Races of the lanes of one warp that come from one habit: lanes exchange values step by step, and count on running in
/// step. Each step has races of its own, and needs barriers of its own.
#pragma once

#include <vector>

#include "tracing/analysis/finding.h"

namespace gemmscope::analysis {

/// The findings, in their order, with those of one array and one stretch of a warp merged into the first of them: where
/// no barrier and no __syncwarp is between them. Only races that a __syncwarp would fix: Finding::gap.
[[nodiscard]] std::vector<Finding> one_for_each_stretch(const format::Recording& recording,
                                                        std::vector<Finding> findings);

}  // namespace gemmscope::analysis
