// SPDX-License-Identifier: MIT
/// @file show.h
/// Canvases in a window of Dear ImGui: a function draws, what it drew is painted, and what it asked the pointer is
/// answered.
#pragma once

#include <functional>

#include "app/draw/canvas.h"
#include "app/gl/matrix_painter.h"
#include "app/screen/fonts.h"

namespace gemmscope::screen {

/// What all canvases of a frame are painted with.
struct Paint {
  draw::Page page;
  const Fonts& fonts;
  gl::MatrixPainter& matrices;
  draw::Drawings* drawings = nullptr;  ///< where drawings are kept; nullptr: nowhere
};

using Draw = std::function<void(draw::Canvas&)>;

/// What is left of the current window or child, in points.
draw::Rect rest_of_window(float scale);

/// Draws onto `area` of the current window's content, in points. Returns whether the wheel was asked for.
bool show(const Paint& paint, draw::Rect area, const Draw& draw);

}  // namespace gemmscope::screen
