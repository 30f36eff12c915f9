// SPDX-License-Identifier: MIT
/// @file history.h
/// Undo and redo, which are back and forward: one list of places. A place is what is shown, what it is compared with,
/// where one looks, the rule, the scope and what is chosen in single views; how the window is arranged is none of it.
/// Another recording, baseline, block, warp, rule, scope or choice is worth a place of its own, and so are a jump to
/// another line and following something else. Stepping, playing and selecting are not.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// Once all changes of a frame are made: remembers the place before, if this one is far from it.
void note_place(Session& session);

/// To the place before, and again to the one after. Where the own program had other numbers, it is run again.
void go_back(Session& session);
void go_forward(Session& session);

}  // namespace gemmscope::session
