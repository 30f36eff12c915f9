// SPDX-License-Identifier: MIT
#include "app/svg/shapes.h"

namespace gemmscope::svg {
namespace {

/// The program's own fonts, then what other systems have of the kind.
const char* family_of(theme::Face face) {
  return theme::is_mono(face) ? "JetBrains Mono, Cascadia Mono, Consolas, Menlo, DejaVu Sans Mono, monospace"
                              : "Inter, Segoe UI, Helvetica Neue, Arial, sans-serif";
}

/// Empty for the usual weight.
const char* weight_of(theme::Face face) {
  return face == theme::Face::kBold       ? " font-weight=\"600\""
         : face == theme::Face::kMonoBold ? " font-weight=\"700\""
                                          : "";
}

}  // namespace

/// Its width is the one it was laid out for, whichever font is found.
std::string text(const Place& place, const draw::Text& s) {
  const std::string letters = escaped(s.text);
  if (letters.find_first_not_of(' ') == std::string::npos) return {};  // empty fields of tables
  const Point corner = place.snapped(Point{s.left(), s.at.y});
  constexpr const char* kAnchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  std::string element =
      "<text" + attribute("x", corner.x + s.at.x - s.left()) +
      attribute("y", corner.y + theme::baseline_of_text(s.style.face, s.style.size * place.scale) / place.scale);
  element += " font-family=\"" + std::string(family_of(s.style.face)) + "\"" + weight_of(s.style.face);
  element += attribute("font-size", s.style.size) + kAnchors[static_cast<int>(s.style.align)];
  if (s.width > 0) element += attribute("textLength", s.width) + " lengthAdjust=\"spacingAndGlyphs\"";
  return element + paint("fill", s.style.colour) + " xml:space=\"preserve\">" + letters + "</text>\n";
}

}  // namespace gemmscope::svg
