// SPDX-License-Identifier: MIT
/// @file stores.h
/// Of a program without tiles: the part of an array that the block stores to, filling up, and the request at the
/// cursor.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"

namespace gemmscope::views {

void draw_stores(const session::Look& look, session::Actions& actions, draw::Canvas& canvas);

}  // namespace gemmscope::views
