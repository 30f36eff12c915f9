// SPDX-License-Identifier: MIT
/// @file canvas.h
/// What a view draws on: shapes, text and sensitive areas inside one rectangle, in points from its top left corner.
///
/// A canvas notes all of it in a Drawing and paints nothing. What shows the drawing multiplies by the scale and snaps
/// edges to pixels: the window (app/screen), or a file (svg.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/draw/drawing.h"
#include "app/draw/surface.h"

namespace gemmscope::draw {

/// What all canvases of a frame share.
struct Page {
  const theme::Colours& colours;
  float scale = 1;      ///< pixels of a point
  bool titled = false;  ///< draw the view's title: in pictures, where there is no tab that shows it
};

/// What is to be shown beside the pointer.
struct Tip {
  std::string text;
  std::string meaning;  ///< of the word under the pointer
};

class Canvas {
 public:
  /// As large as `drawing`, which it fills.
  Canvas(const Page& page, Surface& surface, Drawing& drawing);
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  const theme::Colours& colours;
  Rect area() const { return {0, 0, drawing_.size.x, drawing_.size.y}; }
  bool titled() const { return page_.titled; }
  float scale() const { return page_.scale; }

  // Ready-made styles.
  TextStyle words() const;  ///< text, 15
  TextStyle bold() const;
  TextStyle small() const;       ///< secondary, 12.5
  TextStyle mono() const;        ///< text, JetBrains Mono 14
  TextStyle small_mono() const;  ///< secondary, 11

  // Shapes. Outlines are inside the rectangle.
  void fill(Rect rect, Colour colour, float rounding = 0);
  void outline(Rect rect, Colour colour, float thickness = 1, float rounding = 0);
  void dashed(Rect rect, Colour colour);
  void line(Point from, Point to, Colour colour, float thickness = 1);
  void dashed_line(Point from, Point to, Colour colour, float thickness = 1);
  void triangle(Point a, Point b, Point c, Colour colour);
  /// A curve from `from` to `to` with a head; `bend` points sideways from the middle (0 = straight).
  void arrow(Point from, Point to, Colour colour, float bend = 0, float thickness = 1.6f);
  /// Like ] turned down: a foot at each end, under `top` from `left` to `right`.
  void bracket(float left, float right, float top, Colour colour, float depth = 5);
  void hatch(Rect rect, Colour colour, float step = 6);  ///< inactive
  void cross(Rect rect, Colour colour);                  ///< never written
  void dots(Rect rect, Colour colour);                   ///< padding

  // Text. `at` is the top of the line, at its left, middle or right end.
  void text(Point at, std::string_view text, const TextStyle& style);
  /// In the vertical middle of `rect`; shortened in its middle if it does not fit, and then shown whole on hover.
  void text_in(Rect rect, std::string_view text, const TextStyle& style);
  /// In several lines broken at blanks, from the top of `rect`; returns the height used. Shortens the last line that
  /// fits.
  float paragraph(Rect rect, std::string_view text, const TextStyle& style);
  /// The height that paragraph() uses where there is room for all lines.
  float paragraph_height(float width, std::string_view text, const TextStyle& style) const;
  float text_width(std::string_view text, const TextStyle& style) const;
  float line_height(const TextStyle& style) const;

  /// A matrix of cells by the shader; see MatrixImage. `id` is unique inside the view.
  void matrix(std::string id, Rect rect, MatrixImage image);

  // The pointer. `id` is the name tests click, unique inside the view: "lane 5", "grid".
  Hit hit(std::string_view id, Rect rect);
  /// Notches turned this frame over this canvas; up is positive. A panel whose view never asks scrolls.
  float wheel() const;
  bool wheel_taken() const { return wheel_taken_; }
  bool shift() const { return surface_.shift(); }  ///< whether Shift is held
  void tooltip(std::string_view text);
  void hand() { surface_.hand(); }  ///< pointer shape over something that can be clicked
  /// The tooltip that was asked for last, and what the glossary says of the word under the pointer.
  const Tip& tip() const { return tip_; }

  void push_clip(Rect rect);
  void pop_clip();

 private:
  template <class Kind, class... Parts>
  void keep(Parts&&... parts) {
    drawing_.shapes.push_back(Kind{std::forward<Parts>(parts)...});
  }
  /// Looks up the word under the pointer in a text whose line begins at `at`.
  void look_up(Point at, std::string_view text, const TextStyle& style);
  /// Bytes of `text` up to the last blank before which it fits into `width`; at least one word.
  std::size_t line_end(std::string_view text, float width, const TextStyle& style) const;
  const Page page_;
  Surface& surface_;
  Drawing& drawing_;
  mutable bool wheel_taken_ = false;
  Tip tip_;
};

/// For MatrixImage.
std::array<float, 4> channels(Colour colour);

}  // namespace gemmscope::draw
