// SPDX-License-Identifier: MIT
/// @file writers.h
/// Of a program without tiles: which warp and lane of the block, and which block, writes each element of the output.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"

namespace gemmscope::views {

void draw_writers(const session::Look& look, session::Actions& actions, draw::Canvas& canvas);

}  // namespace gemmscope::views
