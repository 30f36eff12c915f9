// SPDX-License-Identifier: MIT
/// @file rejected.h
/// The source panel while nothing could be recorded of what was saved last: what is wrong with which lines.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"

namespace gemmscope::views {

/// Of Look::rejected the lines of the file that is shown (shown_file.h) that something is said of, with those around
/// them; what does not fit is counted at the end.
void draw_rejected(draw::Canvas& canvas, const session::Look& look, session::Actions& actions);

}  // namespace gemmscope::views
