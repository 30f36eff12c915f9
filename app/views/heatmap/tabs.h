// SPDX-License-Identifier: MIT
/// @file tabs.h
/// The three pictures of the heatmap. Each draws in `rect` and leaves room at its bottom for its legend.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/views/heatmap/cells.h"

namespace gemmscope::views {

void draw_bank_heat(draw::Canvas& canvas, draw::Rect rect, const std::vector<HeatRow>& rows, const session::Look& look,
                    session::Actions& actions);
void draw_cell_heat(draw::Canvas& canvas, draw::Rect rect, const std::vector<HeatTile>& tiles,
                    const session::Look& look, session::Actions& actions);
void draw_line_heat(draw::Canvas& canvas, draw::Rect rect, const std::vector<HeatRow>& rows, const session::Look& look,
                    session::Actions& actions);

}  // namespace gemmscope::views
