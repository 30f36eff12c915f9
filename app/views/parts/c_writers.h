// SPDX-License-Identifier: MIT
/// @file c_writers.h
#pragma once

#include <vector>

#include "app/session/look.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::views {

/// Per element of the block's tile of C, who has written it, the cursor's request included. Empty if the recording has
/// no C.
std::vector<analysis::Write> c_writers(const session::Look& look, const analysis::Rect& tile);

}  // namespace gemmscope::views
