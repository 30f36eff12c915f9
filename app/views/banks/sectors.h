// SPDX-License-Identifier: MIT
/// @file sectors.h
/// What the Banks view shows of a request to global memory.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"

namespace gemmscope::views {

/// The 128-byte lines that the request touches, each with its four sectors and the lanes in them.
void draw_sectors(const session::Look& look, session::Actions& actions, draw::Canvas& canvas);

}  // namespace gemmscope::views
