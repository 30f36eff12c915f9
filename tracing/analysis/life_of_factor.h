// SPDX-License-Identifier: MIT
/// @file life_of_factor.h
/// The life of an element of A or B. life_of.h says what counts as a use.
#pragma once

#include "tracing/analysis/life.h"

namespace gemmscope::analysis {

/// Adds uses, sums and reasons to `life`, whose element, k-tile and cell are known.
/// `only`: of all reads, that of one lane by one request, and what comes of it; it must be a load of the element's
/// matrix or tile.
void add_life_of_factor(const format::Recording& recording, const std::optional<Register>& only, Life& life,
                        Pace& pace);

}  // namespace gemmscope::analysis
