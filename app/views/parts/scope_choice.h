// SPDX-License-Identifier: MIT
/// @file scope_choice.h
/// The switch for what figures add up: one of k-tile, block, whole kernel or recorded part; the same in all views that
/// have figures.
#pragma once

#include <string>
#include <vector>

#include "app/draw/canvas.h"
#include "app/session/actions.h"

namespace gemmscope::views {

/// Cuts its room off the left of `row`.
void draw_scope_choice(draw::Canvas& canvas, draw::Rect& row, const session::Look& look, session::Actions& actions);
float scope_choice_width(const draw::Canvas& canvas, const session::Look& look);

}  // namespace gemmscope::views
