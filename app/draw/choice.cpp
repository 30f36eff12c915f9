// SPDX-License-Identifier: MIT
#include "app/draw/choice.h"

#include "app/draw/widgets.h"

namespace gemmscope::draw {

namespace {

// Points: around a word, in front of one that begins at the left, between two frames, behind the last.
constexpr float kFrame = 18, kLeft = 5, kBetween = 4, kAfter = 6;

}  // namespace

bool framed_word(Canvas& canvas, Rect place, const std::string& id, const std::string& word, bool on, Align align,
                 std::string_view hint) {
  TextStyle style = canvas.small();
  style.align = align;
  if (on) style.colour = canvas.colours.text, canvas.fill(place, theme::switched_on(canvas.colours), 4);
  canvas.outline(place, on ? canvas.colours.button : canvas.colours.line, 1, 4);
  Rect inside = place;
  if (align == Align::kLeft) inside.cut_left(kLeft);
  canvas.text_in(inside, word, style);
  const Hit hit = canvas.hit(id, place);
  if (hit.hovered) canvas.hand(), canvas.tooltip(hint);
  return hit.clicked;
}

float framed_width(const Canvas& canvas, const std::string& word) {
  return canvas.text_width(word, canvas.small()) + kFrame;
}

float choice_width(const Canvas& canvas, std::span<const std::string> names) {
  float width = kAfter;
  for (const std::string& name : names) width += framed_width(canvas, name) + kBetween;
  return width;
}

std::optional<int> choice(Canvas& canvas, Rect& row, std::span<const std::string> names, int on,
                          std::span<const std::string> hints) {
  std::optional<int> clicked;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Rect place = row.cut_left(framed_width(canvas, names[i]), kBetween);
    const std::string_view hint = i < hints.size() ? std::string_view(hints[i]) : std::string_view();
    if (framed_word(canvas, place, names[i], names[i], static_cast<int>(i) == on, Align::kCentre, hint))
      clicked = static_cast<int>(i);
  }
  row.cut_left(kAfter);
  return clicked;
}

std::optional<int> choice(Canvas& canvas, Rect& row, std::span<const std::string> names, int on,
                          std::string_view hint) {
  return choice(canvas, row, names, on, std::vector<std::string>(names.size(), std::string(hint)));
}

bool button(Canvas& canvas, Rect place, const char* id, const char* explanation) {
  const Hit hit = canvas.hit(id, place);
  canvas.fill(place, hit.hovered ? canvas.colours.line : canvas.colours.ground, 4);
  canvas.outline(place, canvas.colours.line, 1, 4);
  if (hit.hovered) canvas.hand(), canvas.tooltip(explanation);
  return hit.clicked;
}

void arrow_head(Canvas& canvas, Point middle, float direction, Colour colour) {
  canvas.triangle({middle.x - 4 * direction, middle.y - 5}, {middle.x - 4 * direction, middle.y + 5},
                  {middle.x + 4 * direction, middle.y}, colour);
}

}  // namespace gemmscope::draw
