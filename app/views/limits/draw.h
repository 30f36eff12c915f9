// SPDX-License-Identifier: MIT
/// @file draw.h
/// The two pictures of the limits view.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/session/studied.h"

namespace gemmscope::views {

/// A bar for each limit, what a GPU needed, resident warps, and what the model leaves out.
void draw_limit_bars(draw::Canvas& canvas, draw::Rect rect, const session::Look& look,
                     const session::MeasuredLimits& both);

/// All kernels of `ladder` and the one that is shown, under the roofs. A click shows another kernel.
void draw_roofline(draw::Canvas& canvas, draw::Rect rect, const session::Look& look,
                   const session::MeasuredLimits& both, const session::Ladder& ladder, session::Actions& actions);

}  // namespace gemmscope::views
