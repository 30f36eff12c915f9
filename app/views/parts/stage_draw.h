// SPDX-License-Identifier: MIT
/// @file stage_draw.h
/// What the stage views draw alike.
#pragma once

#include "app/draw/widgets.h"
#include "tracing/analysis/geometry.h"

namespace gemmscope::views {

/// The rectangle of `grid`, which shows `part` of matrix `tensor`, that lies inside the matrix.
draw::Rect inside_matrix(draw::Rect grid, const format::Tensor& tensor, const analysis::Rect& part);
/// Hatches what lies outside it and draws the matrix's border there; nothing for a part that is all inside.
void draw_outside(draw::Canvas& canvas, draw::Rect grid, const format::Tensor& tensor, const analysis::Rect& part);

}  // namespace gemmscope::views
