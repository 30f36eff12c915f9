// SPDX-License-Identifier: MIT
/// @file draw.h
/// The two pictures of the limits view.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/session/studied.h"

namespace gemmscope::views {

/// What is shown, or its baseline.
struct LimitsOf {
  const session::Look& look;
  const session::MeasuredLimits& both;
  std::optional<double> measured{};  ///< GFLOP/s on that machine

  analysis::RooflinePoint point() const {
    analysis::RooflinePoint point = both.point(*look.recording());
    point.measured = measured;
    return point;
  }
};

/// A bar for each limit, what a GPU needed, resident warps, and what the model leaves out. Of `pinned`, unless it is
/// null, a thin bar under each.
void draw_limit_bars(draw::Canvas& canvas, draw::Rect rect, const LimitsOf& shown, const LimitsOf* pinned);

/// The kernel that is shown under the roofs, with a line to it from `pinned` unless that is null.
void draw_roofline(draw::Canvas& canvas, draw::Rect rect, const LimitsOf& shown, const LimitsOf* pinned);

}  // namespace gemmscope::views
