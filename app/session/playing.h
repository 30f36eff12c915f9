// SPDX-License-Identifier: MIT
/// @file playing.h
/// What happens as time goes by: the replay plays, from request to request, or, while something is followed, from use
/// to use; and what moves settles.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

void set_motion(Session& session, bool allowed);  ///< whether cells and marks glide to their new places
void toggle_play(Look& look);
void set_speed(Look& look, float steps_per_second);
/// Lets `seconds` pass: plays, and settles motion. Returns whether anything changed.
bool advance(Session& session, float seconds);
/// Whether advance() has something to do, so that a window must not sleep.
bool wants_time(const Look& look);

}  // namespace gemmscope::session
