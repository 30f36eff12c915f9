// SPDX-License-Identifier: MIT
/// @file metrics_table.h
/// The table of the metrics panel: a row for each site.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"

namespace gemmscope::views {

/// Requests, what they cost, the ideal, and a bar of both; in all columns where `rect` is wide.
void draw_metrics_table(draw::Canvas& canvas, draw::Rect rect, const session::Look& look, session::Actions& actions);

}  // namespace gemmscope::views
