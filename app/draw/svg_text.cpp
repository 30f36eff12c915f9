// SPDX-License-Identifier: MIT
#include "app/draw/svg_shapes.h"

namespace gemmscope::draw::svg {
namespace {

/// The program's own fonts, then what other systems have of the kind.
const char* family_of(Face face) {
  return theme::is_mono(face) ? "JetBrains Mono, Cascadia Mono, Consolas, Menlo, DejaVu Sans Mono, monospace"
                              : "Inter, Segoe UI, Helvetica Neue, Arial, sans-serif";
}

/// Empty for the usual weight.
const char* weight_of(Face face) {
  return face == Face::kBold ? " font-weight=\"600\"" : face == Face::kMonoBold ? " font-weight=\"700\"" : "";
}

}  // namespace

/// Its width is the one it was laid out for, whichever font is found.
std::string text(const Place& place, const Text& s) {
  const std::string letters = escaped(s.text);
  if (letters.find_first_not_of(' ') == std::string::npos) return {};  // empty fields of tables
  const float share = s.style.align == Align::kLeft ? 0 : s.style.align == Align::kCentre ? 0.5f : 1;
  const Point corner = place.snapped(Point{s.at.x - s.width * share, s.at.y});
  constexpr const char* kAnchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  std::string element =
      "<text" + attribute("x", corner.x + s.width * share) +
      attribute("y", corner.y + theme::baseline_of_text(s.style.face, s.style.size * place.scale) / place.scale);
  element += " font-family=\"" + std::string(family_of(s.style.face)) + "\"" + weight_of(s.style.face);
  element += attribute("font-size", s.style.size) + kAnchors[static_cast<int>(s.style.align)];
  if (s.width > 0) element += attribute("textLength", s.width) + " lengthAdjust=\"spacingAndGlyphs\"";
  return element + paint("fill", s.style.colour) + " xml:space=\"preserve\">" + letters + "</text>\n";
}

}  // namespace gemmscope::draw::svg
