// SPDX-License-Identifier: MIT
#include "app/draw/canvas.h"

#include "tracing/format/text.h"

namespace gemmscope::draw {

std::array<float, 4> channels(Colour c) {
  return {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255, static_cast<float>(c.b) / 255,
          static_cast<float>(c.a) / 255};
}

Canvas::Canvas(const Page& page, Surface& surface, Drawing& drawing)
    : colours(page.colours), page_(page), surface_(surface), drawing_(drawing) {}

TextStyle Canvas::words() const { return {colours.text}; }
TextStyle Canvas::bold() const { return {colours.text, Face::kBold}; }
TextStyle Canvas::small() const { return {colours.secondary, Face::kWords, theme::kSmallSize}; }
TextStyle Canvas::mono() const { return {colours.text, Face::kMono, theme::kMonoSize}; }
TextStyle Canvas::small_mono() const { return {colours.secondary, Face::kMono, 11}; }

void Canvas::fill(Rect r, Colour colour, float rounding) { keep<Fill>(r, colour, rounding); }
void Canvas::outline(Rect r, Colour colour, float thickness, float rounding) {
  keep<Outline>(r, colour, thickness, rounding);
}
void Canvas::dashed(Rect r, Colour colour) { keep<Dashed>(r, colour); }
void Canvas::line(Point from, Point to, Colour colour, float thickness) { keep<Line>(from, to, colour, thickness); }
void Canvas::dashed_line(Point from, Point to, Colour colour, float thickness) {
  keep<Line>(from, to, colour, thickness, true);
}
void Canvas::triangle(Point a, Point b, Point c, Colour colour) { keep<Triangle>(a, b, c, colour); }
void Canvas::arrow(Point from, Point to, Colour colour, float bend, float thickness) {
  keep<Arrow>(from, to, colour, bend, thickness);
}
void Canvas::bracket(float left, float right, float top, Colour colour, float depth) {
  keep<Bracket>(left, right, top, colour, depth);
}
void Canvas::hatch(Rect r, Colour colour, float step) { keep<Texture>(Texture::Kind::kHatch, r, colour, step); }
void Canvas::cross(Rect r, Colour colour) { keep<Texture>(Texture::Kind::kCross, r, colour); }
void Canvas::dots(Rect r, Colour colour) { keep<Texture>(Texture::Kind::kDots, r, colour); }
void Canvas::matrix(std::string id, Rect r, MatrixImage image) {
  if (!r.empty() && !image.cells.empty()) keep<Matrix>(r, std::move(image), std::move(id));
}
void Canvas::push_clip(Rect r) { keep<Clip>(r); }
void Canvas::pop_clip() { keep<Unclip>(); }

Hit Canvas::hit(std::string_view id, Rect r) {
  if (r.empty()) return {};
  keep<Sensitive>(std::string(id), r);
  return surface_.hit(id, r);
}

float Canvas::wheel() const {
  wheel_taken_ = true;
  const std::optional<Point> pointer = surface_.pointer();
  return pointer && area().contains(*pointer) ? surface_.wheel() : 0;
}

void Canvas::tooltip(std::string_view text) { tip_.text = format::shown_lines(text); }

}  // namespace gemmscope::draw
