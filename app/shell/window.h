// SPDX-License-Identifier: MIT
/// @file window.h
#pragma once

#include "app/session/live.h"
#include "app/session/program_queue.h"
#include "app/session/session.h"

namespace gemmscope::shell {

/// Opens the window on `session` and returns when it is closed. `live` measures while the performance view is seen.
/// `program` runs the session's own program, at once and whenever its source is saved; empty: it has none. `programs`
/// is for those that are opened later: files can be dropped onto the window. Sleeps while nothing happens. Errors:
/// kNoDevice without a display or OpenGL 3.3.
Result<void> open_window(session::Session session, session::LiveSourcePtr live, session::Programs programs,
                         session::ProgramRunner program);

}  // namespace gemmscope::shell
