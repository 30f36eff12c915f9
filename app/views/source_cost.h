// SPDX-License-Identifier: MIT
/// @file source_cost.h
/// What a line of the source costs. No drawing.
#pragma once

#include <string>

#include "app/session/session.h"

namespace gemmscope::views {

/// "Line 71: 16 requests, 64 wavefronts, 48 excess": of the current request's line.
std::string line_answer(const session::Session& session);

/// What the line costs in session.summary; nullptr for a line without a site.
const analysis::Count* count_of_line(const session::Session& session, std::uint32_t line);

/// What the bars are shares of: wavefronts beyond the ideal; of a kernel without shared memory, sectors beyond it.
std::uint64_t excess_of(const session::Session& session, const analysis::Count& count);

}  // namespace gemmscope::views
