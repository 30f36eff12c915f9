// SPDX-License-Identifier: MIT
/// @file stage_draw.h
/// What the stage views draw alike.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/look.h"
#include "tracing/analysis/geometry.h"

namespace gemmscope::views {

/// The rectangle of `grid`, which shows `part`, that is inside the matrix, of which there is `whole`.
draw::Rect inside_matrix(draw::Rect grid, const analysis::Rect& whole, const analysis::Rect& part);
/// Hatches what is outside of it and draws the matrix's border there; nothing for a part that is all inside.
void draw_outside(draw::Canvas& canvas, draw::Rect grid, const analysis::Rect& whole, const analysis::Rect& part);

/// At the top of `rest`, which is what the header left: why tiles that were found are not drawn, if that is so.
void draw_undrawn(draw::Canvas& canvas, draw::Rect& rest, const session::Look& look);

}  // namespace gemmscope::views
