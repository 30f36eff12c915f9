// SPDX-License-Identifier: MIT
/// @file scope_choice.h
/// The switch for what figures add up: one of k-tile, block, whole kernel; the same in all views that have figures.
#pragma once

#include <string>
#include <vector>

#include "app/draw/canvas.h"
#include "app/session/actions.h"

namespace gemmscope::views {

/// Cuts its room off the left of `row`.
void draw_scope_choice(draw::Canvas& canvas, draw::Rect& row, const session::Look& look, session::Actions& actions);
float scope_choice_width(const draw::Canvas& canvas);

/// What the figures were computed from and what they leave out, the fullest text first; the shortest says at least what
/// they leave out. One empty text if they are exact.
std::vector<std::string> basis_texts(const analysis::Basis& basis);
/// The fullest of them that has room beside nothing else, in small words.
std::string basis_in_row(const draw::Canvas& canvas, const analysis::Basis& basis);

}  // namespace gemmscope::views
