// SPDX-License-Identifier: MIT
/// @file unread.h
/// Whether what a comment says leaves C unread.
#pragma once

#include "tracing/analysis/tiles/said.h"

namespace gemmscope::analysis {

/// Whether a parameter by which C is said to be multiplied is 0 in this launch: beta of C = alpha * A * B + beta * C.
/// As in BLAS, C may hold NaN then.
[[nodiscard]] bool leaves_C_unread(const format::Recording& recording, const SaidRoles& said);

}  // namespace gemmscope::analysis
