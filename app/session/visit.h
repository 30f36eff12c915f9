// SPDX-License-Identifier: MIT
/// @file visit.h
/// Going to any place of a launch, or of another one of the own program: that is run first where it had other numbers.
#pragma once

#include <string>

#include "app/session/link.h"
#include "app/session/request_edits.h"

namespace gemmscope::session {

/// Whether a link is of what the look shows. Error: it is of another kernel, or of other numbers.
Result<void> can_follow(const Look& look, const Link& link);

/// Where a link says. Desk::error says why if it cannot be followed.
void visit(Session& session, const std::string& link);
void visit_block(Session& session, std::uint32_t y,
                 std::uint32_t x);  ///< same warp; the same request if it is recorded
void visit_warp(Session& session, std::uint32_t warp);

/// The next (+1) or previous (-1) one of the launch, in the grid's order; stays at its ends.
void visit_next_block(Session& session, int direction);
void visit_next_warp(Session& session, int direction);

}  // namespace gemmscope::session
