// SPDX-License-Identifier: MIT
/// @file block_memory.h
/// The block's shared memory as it is, of a kernel whose tiles are not known: which warp wrote what, and who touches
/// it.
#pragma once

#include <string>
#include <vector>

#include "app/draw/widgets.h"
#include "app/session/actions.h"

namespace gemmscope::views {

struct MemoryDrawn {
  std::vector<draw::Key> keys;
  bool marked = false;  ///< the chosen finding is
};
/// `of`: behind the names of what can be pointed at, where two are drawn.
MemoryDrawn draw_memory(draw::Canvas& canvas, draw::Rect space, const session::Look& look, session::Actions& actions,
                        const std::string& of = {});

/// Points over and under the cells.
inline constexpr float kAroundMemory = 64;

}  // namespace gemmscope::views
