// SPDX-License-Identifier: MIT
/// @file window.h
#pragma once

#include "app/session/live.h"
#include "app/session/recorder.h"
#include "app/session/session.h"

namespace gemmscope::shell {

/// Opens the window on `session` and returns when it is closed. Records with `recorder` whenever the session asks for
/// it; set `record_due` beforehand for a first recording. `live` measures while the performance view is seen. Sleeps
/// while nothing happens. Errors: kNoDevice without a display or OpenGL 3.3.
Result<void> open_window(session::Session session, session::Recorder recorder, session::LiveSourcePtr live);

}  // namespace gemmscope::shell
