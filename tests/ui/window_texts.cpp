// SPDX-License-Identifier: MIT
#include "tests/ui/window_texts.h"

#include <algorithm>

namespace gemmscope::ui {

using session::Session;

namespace {

/// Letters reach about a third of their size up and down from their middle.
Written placed(const draw::Drawing& drawing, const draw::Text& text, float scale) {
  const draw::TextStyle& style = text.style;
  const float middle = text.at.y + theme::middle_of_text(style.face, style.size), half = style.size * 0.34f;
  const draw::Rect ink{text.left(), middle - half, text.width, 2 * half};
  const bool cut = ink.x < -1 || ink.right() > drawing.size.x + 1 || ink.y < -2 || ink.bottom() > drawing.size.y + 2;
  const draw::Point corner{drawing.origin.x + ink.x, drawing.origin.y + ink.y};
  return {.text = text.text,
          .ink = {corner.x * scale, corner.y * scale, ink.width * scale, ink.height * scale},
          .whole = text.whole,
          .cut = cut,
          .on = drawing.on};
}

}  // namespace

std::vector<Written> texts_of(const draw::Drawings& drawings, float scale) {
  std::vector<Written> all;
  for (const draw::Drawing& drawing : drawings)
    for (const draw::Shape& shape : drawing.shapes)
      if (const auto* text = std::get_if<draw::Text>(&shape)) all.push_back(placed(drawing, *text, scale));
  return all;
}

draw::Drawings drawn_in_window(Session s, int width, int height) {
  auto platform = std::move(*platform::open_headless(width, height));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  draw::Drawings drawings;
  gui->note_drawings(&drawings);
  for (int frame = 0; frame < 5; ++frame) drawings.clear(), gui->draw_window(s);
  return drawings;
}

std::vector<Written> written_in_window(Session s, int width, int height) {
  return texts_of(drawn_in_window(std::move(s), width, height));
}

bool says(const std::vector<Written>& written, const std::string& part) {
  std::string all;
  for (const Written& each : written) all += each.text + " ";
  return all.find(part) != std::string::npos;
}

bool tagged(const std::vector<Written>& written, const char* tag) {
  return std::ranges::any_of(written, [&](const Written& each) { return each.text == tag; });
}

}  // namespace gemmscope::ui
