// SPDX-License-Identifier: MIT
/// @file rejected.h
/// The source panel while nothing could be recorded of what was saved last: what is wrong with which lines.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/rejected.h"

namespace gemmscope::views {

/// The lines that something is said of, with those around them; what does not fit is counted at the end.
/// `shows_before`: other panels show the run before.
void draw_rejected(draw::Canvas& canvas, const session::Rejected& rejected, bool shows_before);

}  // namespace gemmscope::views
