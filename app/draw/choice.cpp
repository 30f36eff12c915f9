// SPDX-License-Identifier: MIT
#include "app/draw/choice.h"

#include "app/draw/widgets.h"

namespace gemmscope::draw {

namespace {

constexpr float kFrame = 18, kBetween = 4, kAfter = 6;  // points around a word, between two and behind the last

}  // namespace

float choice_width(const Canvas& canvas, std::span<const std::string> names) {
  float width = kAfter;
  for (const std::string& name : names) width += canvas.text_width(name, canvas.small()) + kFrame + kBetween;
  return width;
}

std::optional<int> choice(Canvas& canvas, Rect& row, std::span<const std::string> names, int on) {
  std::optional<int> clicked;
  for (int i = 0; i < static_cast<int>(names.size()); ++i) {
    const std::string& name = names[static_cast<std::size_t>(i)];
    TextStyle style = canvas.small();
    style.align = Align::kCentre;
    const Rect button = row.cut_left(canvas.text_width(name, style) + kFrame, kBetween);
    if (i == on) style.colour = canvas.colours.text, canvas.fill(button, canvas.colours.row, 4);
    canvas.outline(button, canvas.colours.line, 1, 4);
    canvas.text_in(button, name, style);
    const Hit hit = canvas.hit(name, button);
    if (hit.hovered) canvas.hand();
    if (hit.clicked) clicked = i;
  }
  row.cut_left(kAfter);
  return clicked;
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
