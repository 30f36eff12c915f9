// SPDX-License-Identifier: MIT
/// @file stepping.h
/// Moving the cursor: by request, line, inner step, barrier interval, k-tile, warp, block; to the ends; to the next
/// conflict.
///
/// Forward goes to the first request of the next group; backward to the first of this group and, from there, of the one
/// before. At an end of the warp the cursor stays. `direction` is +1 or -1.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

void go_to(Look& look, Cursor cursor);  ///< clamped to what was recorded, in the nearest warp with requests
void go_home(Look& look);
void go_end(Look& look);
void go_to_request(Look& look, std::uint32_t request);
void go_to_warp(Look& look, std::uint32_t warp);    ///< same request number
void go_to_block(Look& look, std::uint32_t block);  ///< same warp and request number
/// First request of `k_tile` (kEpilogue: of the write-back) in the cursor's warp; on the cursor's line if it has one
/// there.
void go_to_k_tile(Look& look, std::uint32_t k_tile);

void step_request(Look& look, int count);
void step_line(Look& look, int direction);
void step_inner(Look& look, int direction);     ///< dotIdx
void step_interval(Look& look, int direction);  ///< between barriers
void step_k_tile(Look& look, int direction);
/// To the next request whose wavefronts exceed the ideal by the session's rule. Stays if there is none.
void step_conflict(Session& session, int direction);

/// Along the multiply-adds of a step, in the registers view; to the first or last one past the ends.
void go_to_multiply_add(Look& look, int position);
void step_multiply_add(Look& look, int count);

}  // namespace gemmscope::session
