// SPDX-License-Identifier: MIT
/// @file draw.h
/// The two halves of the reuse view.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/look.h"
#include "tracing/analysis/reuse.h"

namespace gemmscope::views {

/// A, B and C with how often their elements are loaded: by the launch, or by the cursor's block.
void draw_reuse_map(draw::Canvas& canvas, draw::Rect rect, const session::Look& look, const analysis::Reuse& reuse);

/// The numbers of global memory, of shared memory, and FLOP per byte; what is missing says why.
void draw_reuse_tables(draw::Canvas& canvas, draw::Rect rect, const session::Look& look, const analysis::Reuse& reuse);

}  // namespace gemmscope::views
