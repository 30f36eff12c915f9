// SPDX-License-Identifier: MIT
/// @file block_memory.h
/// Of a program without tiles: the block's shared memory in lines of 128 bytes, with who wrote each cell and who
/// touches it now.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"

namespace gemmscope::views {

void draw_block_memory(const session::Look& look, session::Actions& actions, draw::Canvas& canvas);

}  // namespace gemmscope::views
