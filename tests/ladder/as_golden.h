// SPDX-License-Identifier: MIT
/// @file as_golden.h
/// The part of a step's recording that tests/data/golden.json counts.
#pragma once

#include "tracing/format/recording.h"

namespace gemmscope::ladder {

/// Keeps the first k-tile of the first recorded block and what follows its main loop, and names sites as the file does.
[[nodiscard]] format::Recording first_k_tile(const format::Recording& whole);

}  // namespace gemmscope::ladder
