// SPDX-License-Identifier: MIT
/// @file placed.h
/// Where a canvas is in the window: from its points to pixels and back.
#pragma once

#include <cmath>

#include "app/draw/geometry.h"
#include "imgui.h"

namespace gemmscope::screen {

struct Placed {
  ImVec2 origin;  ///< of the canvas, in whole pixels
  float scale = 1;

  ImVec2 pixel(draw::Point p) const { return {origin.x + p.x * scale, origin.y + p.y * scale}; }
  /// The nearest whole pixel: edges are crisp.
  ImVec2 snapped(draw::Point p) const {
    const ImVec2 exact = pixel(p);
    return {std::round(exact.x), std::round(exact.y)};
  }
  ImVec2 first(draw::Rect r) const { return snapped({r.x, r.y}); }
  ImVec2 last(draw::Rect r) const { return snapped({r.right(), r.bottom()}); }
  draw::Point point(ImVec2 p) const { return {(p.x - origin.x) / scale, (p.y - origin.y) / scale}; }
};

}  // namespace gemmscope::screen
