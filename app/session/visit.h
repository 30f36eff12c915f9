// SPDX-License-Identifier: MIT
/// @file visit.h
/// Going to any place of a launch, or of another one: what was not recorded is recorded first.
#pragma once

#include <string>

#include "app/session/link.h"

namespace gemmscope::session {

/// Where a link says. Desk::error says why if it cannot be followed.
void visit(Session& session, const std::string& link);
void visit_block(Session& session, std::uint32_t y,
                 std::uint32_t x);  ///< same warp; the same request if it is recorded
void visit_warp(Session& session, std::uint32_t warp);
void visit_k_tile(Session& session, std::uint32_t k_tile);  ///< kEpilogue: the write-back

/// The next (+1) or previous (-1) one of the launch, in the grid's order; stays at its ends.
void visit_next_block(Session& session, int direction);
void visit_next_warp(Session& session, int direction);
/// As step_k_tile, but also where the next one is not recorded.
void visit_next_k_tile(Session& session, int direction);

/// `request` with a part that has the block, warp and k-tile that `link` names. It grows, to the whole launch if that
/// is quick, else to what lies between; where that would take long it moves. Unchanged if it has them, if they do not
/// exist, or if it cannot be recorded at all.
record::RecordRequest with_place(const record::RecordRequest& request, const Link& link);

/// Whether `recording` lacks the block, warp or k-tile of its launch that `link` names.
bool lacks_place(const format::Recording& recording, const Link& link);

}  // namespace gemmscope::session
