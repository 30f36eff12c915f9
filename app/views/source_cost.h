// SPDX-License-Identifier: MIT
/// @file source_cost.h
/// What a line of the source costs. No drawing.
#pragma once

#include "app/session/session.h"

namespace gemmscope::views {

/// What the line costs in session.summary; nullptr for a line without a site.
const analysis::Count* count_of_line(const session::Session& session, std::uint32_t line);

/// What the bars are shares of: wavefronts beyond the ideal; of a kernel without shared memory, sectors beyond it.
std::uint64_t excess_of(const session::Session& session, const analysis::Count& count);

}  // namespace gemmscope::views
