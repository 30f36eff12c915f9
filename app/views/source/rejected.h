// SPDX-License-Identifier: MIT
/// @file rejected.h
/// The source panel while nothing could be recorded of what was saved last: what is wrong with which lines.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"

namespace gemmscope::views {

/// Draws the lines of the shown file (shown_file.h) about which Look::rejected says something, with those around them;
/// what does not fit is counted at the end.
void draw_rejected(draw::Canvas& canvas, const session::Look& look, session::Actions& actions);

}  // namespace gemmscope::views
