// SPDX-License-Identifier: MIT
#include "tracing/format/text.h"

#include <cstdint>

namespace gemmscope::format {
namespace {

/// Takes one code point off the front of `text`; false, and nothing taken, if there is none.
bool take_code_point(std::string_view& text, std::uint32_t& code) {
  constexpr std::uint32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};  // anything less is overlong
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t more = lead < 0x80            ? 0
                           : lead >> 5 == 0b110   ? 1
                           : lead >> 4 == 0b1110  ? 2
                           : lead >> 3 == 0b11110 ? 3
                                                  : 4;
  if (more == 4 || text.size() <= more) return false;
  code = more == 0 ? lead : lead & (0x3fu >> more);
  for (std::size_t i = 1; i <= more; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if (next >> 6 != 0b10) return false;
    code = code << 6 | (next & 0x3fu);
  }
  if (code < kSmallest[more] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return false;
  text.remove_prefix(more + 1);
  return true;
}

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

/// What a terminal or a window obeys. Marks of direction: Unicode Standard Annex #9, 2.
bool is_obeyed(std::uint32_t code) {
  return is_control(code) || code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string hexadecimal(std::uint32_t number, int digits) {
  std::string text;
  for (int i = digits - 1; i >= 0; --i) text += "0123456789abcdef"[number >> (4 * i) & 0xfu];
  return text;
}

constexpr std::uint32_t kNothing = 0xffffffff;

std::string shown_but(std::string_view text, std::uint32_t kept) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::string_view before = text;
    std::uint32_t code = 0;
    if (!take_code_point(text, code)) {
      out += "\\x" + hexadecimal(static_cast<unsigned char>(text[0]), 2);
      text.remove_prefix(1);
    } else if (is_obeyed(code) && code != kept) {
      out += "\\u" + hexadecimal(code, 4);
    } else {
      out += before.substr(0, before.size() - text.size());
    }
  }
  return out;
}

}  // namespace

bool is_plain_text(std::string_view text, bool lines) {
  for (std::uint32_t code = 0; !text.empty();) {
    if (!take_code_point(text, code)) return false;
    const bool is_line = code == '\t' || code == '\n' || code == '\r' || code == '\f';
    if (is_control(code) && !(lines && is_line)) return false;
  }
  return true;
}

std::string shown(std::string_view text) { return shown_but(text, kNothing); }

std::string shown_lines(std::string_view text) { return shown_but(text, '\n'); }

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 2000, kEach = 400;
  if (text.size() <= kMost) return std::string(text);
  const auto is_inside = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xc0u) == 0x80u; };
  std::size_t end = kEach, begin = text.size() - kEach;
  while (end > kEach - 3 && is_inside(end)) --end;  // between characters
  while (begin < text.size() - kEach + 3 && is_inside(begin)) ++begin;
  return std::string(text.substr(0, end)) + " \u2026 (" + std::to_string(begin - end) + " bytes left out) \u2026 " +
         std::string(text.substr(begin));
}

bool is_shown_as_it_is(std::string_view text) {
  for (std::uint32_t code = 0; !text.empty();)
    if (!take_code_point(text, code) || is_obeyed(code)) return false;
  return true;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at != std::string_view::npos;) {
    const std::size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end - at));
    at = end == std::string_view::npos ? end : end + 1;
  }
  return parts;
}

}  // namespace gemmscope::format
