// SPDX-License-Identifier: MIT
#include "app/draw/choice.h"

namespace gemmscope::draw {

bool choice(Canvas& canvas, Rect& row, const std::string& text, bool on) {
  TextStyle style = canvas.small();
  style.align = Align::kCentre;
  const float width = canvas.text_width(text, style) + 16;
  if (width > row.width) return false;
  const Rect rect = row.cut_left(width, 3);
  const Hit hit = canvas.hit(text, rect);
  if (hit.hovered) canvas.hand();
  if (on) canvas.fill(rect, canvas.colours.row, 4);
  canvas.outline(rect, canvas.colours.line, 1, 4);
  if (on || hit.hovered) style.colour = canvas.colours.text;
  canvas.text_in(rect, text, style);
  return hit.clicked;
}

bool link(Canvas& canvas, Rect rect, const char* id, const std::string& text, Align align) {
  TextStyle style = canvas.small();
  style.align = align;
  const Hit hit = canvas.hit(id, rect);
  if (hit.hovered) style.colour = canvas.colours.text, canvas.hand();
  canvas.text_in(rect, text, style);
  return hit.clicked;
}

}  // namespace gemmscope::draw
