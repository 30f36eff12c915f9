// SPDX-License-Identifier: MIT
/// @file draw.h
/// The two halves of the reuse view.
#pragma once

#include "app/draw/canvas.h"
#include "app/views/reuse/change.h"

namespace gemmscope::views {

/// A, B and C with how often their elements are loaded: by the launch, or by the cursor's block. Each with the change
/// from `pinned`, unless that is null.
void draw_reuse_map(draw::Canvas& canvas, draw::Rect rect, const ReuseOf& shown, const ReuseOf* pinned);

/// The numbers of global memory, of shared memory, and FLOP per byte, and their changes; what is missing says why.
void draw_reuse_tables(draw::Canvas& canvas, draw::Rect rect, const ReuseOf& shown, const ReuseOf* pinned);

}  // namespace gemmscope::views
