// SPDX-License-Identifier: MIT
/// @file as_golden.h
/// The part of a step's recording that tests/data/golden.json counts.
#pragma once

#include "tracing/format/recording.h"

namespace gemmscope::ladder {

/// Of the first recorded block: its first k-tile and what follows the main loop, with the file's names of sites.
[[nodiscard]] format::Recording first_k_tile(const format::Recording& whole);

}  // namespace gemmscope::ladder
