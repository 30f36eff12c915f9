// SPDX-License-Identifier: MIT
/// @file drawing.h
/// What was drawn on a canvas, as data: shapes and texts in the order of the calls, in points from the canvas' top left
/// corner. Nothing here depends on the scale, on a window or on a graphics library.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/draw/geometry.h"
#include "app/draw/matrix_image.h"
#include "app/theme/colours.h"
#include "app/theme/face.h"

namespace gemmscope::draw {

using theme::Colour;
using theme::Face;

enum class Align { kLeft, kCentre, kRight };

struct TextStyle {
  Colour colour;
  Face face = Face::kWords;
  float size = theme::kWordsSize;
  Align align = Align::kLeft;
  bool keep_start = false;  ///< where it does not fit, cut the end instead of the middle: code
};

struct Fill {
  Rect rect;
  Colour colour;
  float rounding = 0;
};
struct Outline {
  Rect rect;
  Colour colour;
  float thickness = 1, rounding = 0;
};
struct Dashed {
  Rect rect;
  Colour colour;
};
struct Line {
  Point from, to;
  Colour colour;
  float thickness = 1;
  bool dashed = false;
};
struct Triangle {
  Point a, b, c;
  Colour colour;
};
struct Arrow {
  Point from, to;
  Colour colour;
  float bend = 0, thickness = 1;
};
struct Bracket {
  float left = 0, right = 0, top = 0;
  Colour colour;
  float depth = 0;
};
struct Texture {
  enum class Kind { kHatch, kCross, kDots } kind = Kind::kHatch;
  Rect rect;
  Colour colour;
  float step = 0;  ///< from line to line of a hatch
};
struct Text {
  Point at;  ///< the top of the line at its left, middle or right end, as `style` aligns it
  std::string text;
  TextStyle style;
  float width = 0;      ///< as it was laid out
  std::string whole{};  ///< what should have been written; empty if `text` is all of it, or code cut at its end

  float left() const {
    return at.x - width * (style.align == Align::kLeft ? 0.0f : style.align == Align::kCentre ? 0.5f : 1.0f);
  }
};
struct Matrix {
  Rect rect;
  MatrixImage image;
  std::string id{};  ///< unique inside the view
};
/// What follows is drawn inside `rect` only, until the Unclip that belongs to it.
struct Clip {
  Rect rect;
};
struct Unclip {};
/// Where the pointer does something.
struct Sensitive {
  std::string id;
  Rect rect;
};

using Shape =
    std::variant<Fill, Outline, Dashed, Line, Triangle, Arrow, Bracket, Texture, Text, Matrix, Clip, Unclip, Sensitive>;

/// All shapes of one canvas.
struct Drawing {
  std::string on;  ///< the name of the window it is in
  Point origin;    ///< the canvas' top left corner in the whole picture
  Point size;
  std::vector<Shape> shapes;
  Rect seen{};  ///< the part of the whole picture that the window shows; what is outside is cut off; empty: all
};

/// A frame: one drawing for each canvas. A deque, because canvases keep a pointer to theirs.
using Drawings = std::deque<Drawing>;

}  // namespace gemmscope::draw
