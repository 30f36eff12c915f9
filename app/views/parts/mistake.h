// SPDX-License-Identifier: MIT
/// @file mistake.h
/// What is broken in a kernel on purpose.
#pragma once

#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::views {

/// "8 threads copy a row of As, one element each, but a k-tile is 16 deep": what the first comment of the source says
/// behind "Broken on purpose: ". Empty: it says nothing of the kind.
[[nodiscard]] std::string mistake_said(const format::Recording& recording);

}  // namespace gemmscope::views
