// SPDX-License-Identifier: MIT
/// @file draw.h
/// The parts of the registers view.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/views/registers/picture.h"

namespace gemmscope::views {

/// The accumulators with A at their left and B above, each with its bank, and the path of the order through them.
void draw_register_grid(draw::Canvas& canvas, draw::Rect rect, const Ffmas& ffmas, session::Actions& actions);
/// All 64 in order, what hits and what conflicts; click or drag moves along them.
void draw_ffma_strip(draw::Canvas& canvas, draw::Rect rect, const Ffmas& ffmas, session::Actions& actions);
/// Every order and depth with what it reaches; a click chooses. Returns the height used.
float draw_orders(draw::Canvas& canvas, draw::Rect rect, const Ffmas& ffmas, session::Actions& actions);
/// The instruction, and what its operand slots keep and do.
void draw_slots(draw::Canvas& canvas, draw::Rect rect, const Ffmas& ffmas);

}  // namespace gemmscope::views
