// SPDX-License-Identifier: MIT
#include "app/svg/parts.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace gemmscope::svg {
namespace {

/// Bytes of the UTF-8 character that `text` begins with, if XML allows it there; 0: it is none, or not allowed.
/// `drop`: it is a whole character, only not an allowed one.
std::size_t character(std::string_view text, bool& drop) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  drop = first < 0x20 && first != '\t';  // line ends have no place in a line of text
  if (first < 0x80) return drop ? 0 : 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kLeast[length] || code > 0x10ffff || surrogate || code == 0xfffe || code == 0xffff) return 0;
  return length;
}

}  // namespace

std::string number(float value) {
  constexpr float kLargest = 1e6f;
  if (!(std::abs(value) <= kLargest)) value = std::isnan(value) ? 0 : std::copysign(kLargest, value);
  const long hundredths = std::lround(value * 100);
  const long whole = std::abs(hundredths) / 100, rest = std::abs(hundredths) % 100;
  std::string text = hundredths < 0 ? "-" : "";
  if (whole != 0 || rest == 0) text += std::to_string(whole);
  if (rest == 0) return text;
  text += '.';
  text += static_cast<char>('0' + rest / 10);
  if (rest % 10 != 0) text += static_cast<char>('0' + rest % 10);
  return text;
}

std::string pair_of(Point p) { return number(p.x) + " " + number(p.y); }

std::string attribute(std::string_view name, float value) {
  return " " + std::string(name) + "=\"" + number(value) + "\"";
}

std::string paint(std::string_view paint, Colour c) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = " " + std::string(paint) + "=\"#";
  for (const int byte : {c.r, c.g, c.b}) text += {kDigits[byte / 16], kDigits[byte % 16]};
  text += '"';
  if (c.a != 255) text += attribute(std::string(paint) + "-opacity", static_cast<float>(c.a) / 255);
  return text;
}

std::string escaped(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    bool drop = false;
    const std::size_t length = character(text, drop);
    const std::string_view now = text.substr(0, length);
    if (now == "&")
      safe += "&amp;";
    else if (now == "<")
      safe += "&lt;";
    else if (now == ">")
      safe += "&gt;";
    else if (now == "\"")
      safe += "&quot;";
    else if (length != 0)
      safe += now;
    else if (!drop)
      safe += "\xef\xbf\xbd";
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return safe;
}

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) {
      return i + k < bytes.size() ? static_cast<unsigned>(static_cast<unsigned char>(bytes[i + k])) : 0u;
    };
    const unsigned three = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : kDigits[three >> (18 - 6 * static_cast<unsigned>(k)) & 63u];
  }
  return text;
}

Rect Place::snapped(Rect r) const {
  const Point from = snapped(Point{r.x, r.y}), to = snapped(Point{r.right(), r.bottom()});
  return {std::min(from.x, to.x), std::min(from.y, to.y), std::abs(to.x - from.x), std::abs(to.y - from.y)};
}

std::string attributes(Rect r) {
  return attribute("x", r.x) + attribute("y", r.y) + attribute("width", r.width) + attribute("height", r.height);
}

std::string path_of(Rect r) {
  return "M" + pair_of({r.x, r.y}) + "H" + number(r.right()) + "V" + number(r.bottom()) + "H" + number(r.x) + "z";
}

}  // namespace gemmscope::svg
