// SPDX-License-Identifier: MIT
/// @file row.h
/// A line of the source panel: number, costs, beside a baseline their change, code. `baseline`: null without one.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"

namespace gemmscope::views {

inline constexpr float kSourceTitles = 28;  ///< height of the titles
void draw_source_titles(draw::Canvas& canvas, draw::Rect row, const session::Look& look, const session::Look* baseline);

/// Rows that `line` takes up in a panel `width` wide where its code is shown in full.
int source_row_lines(const draw::Canvas& canvas, const session::SourceLine& line, float width,
                     const session::Look& look, const session::Look* baseline);

/// `in_full`: wrapped into as many lines as `row` has room for.
void draw_source_row(draw::Canvas& canvas, draw::Rect row, const session::SourceLine& line, bool in_full,
                     const session::Look& look, const session::Look* baseline, session::Actions& actions);

}  // namespace gemmscope::views
