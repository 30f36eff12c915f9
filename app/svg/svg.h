// SPDX-License-Identifier: MIT
/// @file svg.h
/// A drawing as an SVG file: text that can be selected, shapes that stay sharp. It needs no window and no graphics
/// library.
#pragma once

#include <string>

#include "app/draw/drawing.h"

namespace gemmscope::svg {

/// What the file holds besides the shapes.
struct Picture {
  int width = 0, height = 0;  ///< pixels
  float scale = 1;            ///< pixels for each point: edges are on whole pixels, as in the window
  theme::Colour background;
  std::string title, description;  ///< for people and search engines; not drawn
  /// Pixels of the drawing, if it is made smaller; divided by the scale, the points of the view box.
  int drawn_width = 0, drawn_height = 0;
};

/// The same bytes for the same input. Nothing in it refers to another file, and nothing runs.
std::string file_of(const draw::Drawings& drawings, const Picture& picture);

}  // namespace gemmscope::svg
