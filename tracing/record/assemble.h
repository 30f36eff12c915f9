// SPDX-License-Identifier: MIT
/// @file assemble.h
/// Joins what several host threads captured into one recording that does not depend on how they shared the work.
#pragma once

#include <span>

#include "tracing/format/result.h"
#include "tracing/record/capture.h"

namespace gemmscope::record {

/// Fills `recording.sites`, templates, patterns and blocks, in their documented orders; equal ones become one.
/// Errors: kNoSpace if a block makes more requests than a recording may hold (format/limits.h).
Result<void> assemble(format::Recording& recording, std::span<const Capture::Parts* const> parts);

}  // namespace gemmscope::record
