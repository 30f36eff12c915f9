// SPDX-License-Identifier: MIT
/// @file record_missing.h
/// A button that records what figures are missing for.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "tracing/analysis/reuse.h"

namespace gemmscope::views {

/// Nothing where recording more would not help. Cuts its row off the top of `rest`.
void draw_record_missing(draw::Canvas& canvas, draw::Rect& rest, analysis::Missing missing, session::Actions& actions);

}  // namespace gemmscope::views
