// SPDX-License-Identifier: MIT
/// @file history.h
/// Back and forward over places and recordings. Stepping from request to request is not worth a place; what jumps to
/// another block, warp or line is, and so is another recording.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// Once all changes of a frame are made: remembers the place before, if this one is far from it.
void note_place(Session& session);

/// To the place before, and again to the one after. What has been let go in the meantime is recorded again.
void go_back(Session& session);
void go_forward(Session& session);

}  // namespace gemmscope::session
