// SPDX-License-Identifier: MIT
#include "app/draw/choice.h"

namespace gemmscope::draw {

bool link(Canvas& canvas, Rect rect, const char* id, const std::string& text, Align align,
          std::string_view explanation) {
  TextStyle style = canvas.small();
  style.align = align;
  const Hit hit = canvas.hit(id, rect);
  if (hit.hovered) style.colour = canvas.colours.text, canvas.hand(), canvas.tooltip(explanation);
  canvas.text_in(rect, text, style);
  return hit.clicked;
}

}  // namespace gemmscope::draw
