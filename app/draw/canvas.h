// SPDX-License-Identifier: MIT
/// @file canvas.h
/// What a view draws on: shapes, text and sensitive areas inside one rectangle, in points from its top left corner.
///
/// A canvas multiplies by the scale and snaps edges to pixels; views never do. The same canvas draws a docked panel and
/// a picture of `render`, where nothing is hovered.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/draw/drawing.h"
#include "app/gl/matrix_painter.h"
#include "app/theme/fonts.h"

namespace gemmscope::draw {

/// What the pointer does in a sensitive area.
struct Hit {
  bool hovered = false;
  bool clicked = false;  ///< pressed and released inside
  bool held = false;     ///< pressed inside, still down: dragging
  Point at;              ///< of the pointer, where hovered or held
};

/// What all views of a frame share.
struct Paint {
  const theme::Colours& colours;
  const theme::Fonts& fonts;
  gl::MatrixPainter& matrices;
  float scale = 1;
  bool titled = false;           ///< draw the view's title: in pictures, where there is no tab that shows it
  Drawings* drawings = nullptr;  ///< where to note all that is drawn; usually nowhere
  Ruler ruler = nullptr;         ///< measures texts instead of the fonts, which differ between machines
};

class Canvas {
 public:
  /// Takes up the rest of the current Dear ImGui window or child.
  explicit Canvas(const Paint& paint);
  /// The same, but `area` (in points, of the window's content) only.
  Canvas(const Paint& paint, Rect area);
  /// Shows the tooltip that was asked for last, and what the glossary says of the word under the pointer.
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  const theme::Colours& colours;
  Rect area() const { return {0, 0, size_.x, size_.y}; }
  bool titled() const { return paint_.titled; }
  float scale() const { return paint_.scale; }

  // Ready-made styles.
  TextStyle words() const;  ///< text, 15
  TextStyle bold() const;
  TextStyle small() const;       ///< secondary, 12.5
  TextStyle mono() const;        ///< text, JetBrains Mono 14
  TextStyle small_mono() const;  ///< secondary, 11

  // Shapes. Outlines lie inside the rectangle.
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
  void matrix(const std::string& id, Rect rect, const gl::MatrixImage& image);

  // The pointer. `id` is the name tests click, unique inside the view: "lane 5", "grid".
  Hit hit(std::string_view id, Rect rect);
  float wheel()
      const;  ///< notches turned this frame over this panel; up is positive. A panel whose view never asks scrolls
  bool wheel_taken() const { return wheel_taken_; }
  bool shift() const;  ///< whether Shift is held
  void tooltip(std::string_view text);
  void hand();  ///< pointer shape over something that can be clicked

  void push_clip(Rect rect);
  void pop_clip();

  /// From points to pixels of the screen and back, for Dear ImGui widgets placed inside a view.
  ImVec2 pixel(Point point) const;
  Point point(ImVec2 pixel) const;

 private:
  ImVec2 snapped(Point point) const;
  template <class Kind, class... Parts>
  void keep(Parts... parts) {
    if (drawing_ != nullptr) drawing_->shapes.push_back(Kind{parts...});
  }
  // What shapes are made of; not noted in the drawing.
  void stroke(Point from, Point to, Colour colour, float thickness);
  void dash(Point from, Point to, Colour colour, float thickness);
  void clip(Rect rect);
  /// Looks up the word under the pointer in a text whose line begins at `at`.
  void look_up(Point at, std::string_view text, const TextStyle& style);
  /// Bytes of `text` up to the last blank before which it fits into `width`; at least one word.
  std::size_t line_end(std::string_view text, float width, const TextStyle& style) const;
  const Paint paint_;
  ImDrawList* list_;
  Drawing* drawing_ = nullptr;
  ImVec2 origin_;
  Point size_;
  mutable bool wheel_taken_ = false;
  std::string tip_, meaning_;  ///< shown when the canvas is done
};

/// For Dear ImGui's own functions.
ImU32 packed(Colour colour);
ImVec4 vector(Colour colour);
/// For MatrixImage.
std::array<float, 4> channels(Colour colour);

}  // namespace gemmscope::draw
