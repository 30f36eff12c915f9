// SPDX-License-Identifier: MIT
/// @file arrays.h
/// Of a program without tiles: what of every array is touched now, was, and will be.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"

namespace gemmscope::views {

/// A paragraph on the tiles of a matrix product, if one was found in a program's recording.
void draw_found(draw::Canvas& canvas, draw::Rect& rest, const session::Look& look);
/// Below the matrices of a program's product: the arrays that are none of them.
void draw_other_arrays(draw::Canvas& canvas, draw::Rect& rest, const session::Look& look, session::Actions& actions);
void draw_arrays(const session::Look& look, session::Actions& actions, draw::Canvas& canvas);

}  // namespace gemmscope::views
