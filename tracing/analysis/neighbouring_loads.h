// SPDX-License-Identifier: MIT
/// @file neighbouring_loads.h
/// Loads of neighbouring bytes of shared memory that ptxas may join to one wider load: a recording of a program has the
/// loads of its PTX.
#pragma once

#include <cstdint>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Sites at which the lanes of a warp load from shared memory, and soon after, without a barrier between them, load
/// what is beside that, so that one load of both would be aligned: an unrolled loop over the columns of a row.
/// Ascending.
///
/// What ptxas does with them is not known: it may join some, all or none, and also loads that are further apart.
///
/// Cost     a look at each row of each template, until the site is found.
[[nodiscard]] std::vector<std::uint16_t> neighbouring_loads(const format::Recording& recording);

}  // namespace gemmscope::analysis
