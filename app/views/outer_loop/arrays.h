// SPDX-License-Identifier: MIT
/// @file arrays.h
/// Of a program without tiles: what of every array is touched now, was, and will be.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"

namespace gemmscope::views {

void draw_arrays(const session::Look& look, session::Actions& actions, draw::Canvas& canvas);

}  // namespace gemmscope::views
