// SPDX-License-Identifier: MIT
#include "app/draw/shorten.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace gemmscope::draw {

namespace {

using WidthOf = std::function<float(std::string_view)>;

/// Characters of a text: where each begins, and the end.
std::vector<std::size_t> starts_of(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0u) != 0x80u) starts.push_back(i);
  starts.push_back(text.size());
  return starts;
}

/// For each character, whether it is part of a number: a digit; what stands between two digits, as in 1.5 and 4 096; a
/// sign before one, and a unit right behind one, as in -16.4k.
std::vector<bool> number_parts(std::string_view text, const std::vector<std::size_t>& starts) {
  const std::size_t count = starts.size() - 1;
  const auto at = [&](std::size_t i) { return text.substr(starts[i], starts[i + 1] - starts[i]); };
  const auto is_digit = [&](std::size_t i) { return i < count && at(i)[0] >= '0' && at(i)[0] <= '9'; };
  const auto is_one_of = [&](std::size_t i, std::initializer_list<std::string_view> all) {
    return std::ranges::find(all, at(i)) != all.end();
  };
  std::vector<bool> parts(count);
  for (std::size_t i = 0; i < count; ++i)
    parts[i] = is_digit(i) ||
               (i > 0 && is_digit(i - 1) && is_digit(i + 1) && is_one_of(i, {".", ",", "\u2009", "\u202f"})) ||
               (is_digit(i + 1) && is_one_of(i, {"-", "+", "\u2212"})) ||
               (i > 0 && is_digit(i - 1) && is_one_of(i, {"k", "M", "G", "%", "\u00d7"}));
  return parts;
}

/// Keeps as many characters as fit, half of them at the end if `keep_tail`; no part of a number, which would be another
/// number.
std::string shorten(std::string_view text, float width, const WidthOf& width_of, bool keep_tail) {
  if (width_of(text) <= width) return std::string(text);
  const std::vector<std::size_t> starts = starts_of(text);
  const std::vector<bool> number = number_parts(text, starts);
  const std::size_t characters = starts.size() - 1;
  const auto inside = [&](std::size_t cut) { return cut > 0 && cut < characters && number[cut - 1] && number[cut]; };
  const auto keeping = [&](std::size_t kept) {
    std::size_t tail = keep_tail ? kept / 2 : 0, head = kept - tail;
    while (inside(head)) --head;
    while (inside(characters - tail)) --tail;
    return std::string(text.substr(0, starts[head])) + "\u2026" + std::string(text.substr(starts[characters - tail]));
  };
  std::size_t fits = 0, too_long = characters;
  while (too_long - fits > 1) {
    const std::size_t middle = (fits + too_long) / 2;
    (width_of(keeping(middle)) <= width ? fits : too_long) = middle;
  }
  return keeping(fits);
}

constexpr std::size_t kMostUnwrapped = 4096;  ///< bytes; what is longer is not even measured whole

bool is_start(char byte) { return (static_cast<unsigned char>(byte) & 0xc0u) != 0x80u; }  // of a character

/// Bytes of `text` that fit behind `indent`, whole characters and at least one. Measures a few times as much as fits,
/// however long the text is.
std::size_t fitting(const std::string& indent, std::string_view text, float width, const WidthOf& width_of) {
  const auto fits = [&](std::size_t bytes) { return width_of(indent + std::string(text.substr(0, bytes))) <= width; };
  const auto whole = [&](std::size_t bytes) {
    while (bytes < text.size() && !is_start(text[bytes])) ++bytes;
    return std::min(bytes, text.size());
  };
  std::size_t good = 0, bad = whole(16);
  while (fits(bad)) {
    good = bad;
    if (good == text.size()) return good;
    bad = whole(2 * bad);
  }
  for (std::size_t middle = whole((good + bad) / 2); middle > good && middle < bad; middle = whole((good + bad) / 2))
    (fits(middle) ? good : bad) = middle;
  return good != 0 ? good : whole(1);
}

}  // namespace

bool is_number(std::string_view text) {
  const std::vector<bool> parts = number_parts(text, starts_of(text));
  return !parts.empty() && std::ranges::all_of(parts, [](bool part) { return part; });
}

std::string shorten_middle(std::string_view text, float width, const WidthOf& width_of) {
  return shorten(text, width, width_of, true);
}

std::string shorten_end(std::string_view text, float width, const WidthOf& width_of) {
  return shorten(text, width, width_of, false);
}

std::vector<std::string> wrap_code(std::string_view code, float width, const WidthOf& width_of) {
  constexpr std::size_t kIndent = 2, kLeast = 4, kMostLines = 12;
  const std::size_t start = std::min(code.find_first_not_of(' '), code.size());
  if (code.size() < kMostUnwrapped && width_of(code) <= width) return {std::string(code)};
  std::vector<std::string> lines;
  std::string_view left = code.substr(start);
  std::string indent;
  while (lines.size() + 1 < kMostLines) {
    // At least one character, or it would never end.
    const std::size_t fits = fitting(indent, left, width, width_of);
    if (fits == left.size()) break;
    std::size_t end = fits;
    for (std::size_t at = fits; indent.size() + at > kIndent + kLeast; --at)
      if (left[at] == ' ' || left[at - 1] == ',' || left[at - 1] == '(') {
        end = at;
        break;
      }
    const std::size_t next = left.find_first_not_of(' ', end);
    if (next == std::string::npos) {
      left = left.substr(0, end);
      break;
    }
    lines.push_back(indent + std::string(left.substr(0, end)));
    left = left.substr(next);
    indent.assign(kIndent, ' ');
  }
  lines.push_back(indent + std::string(left));
  return lines;
}

}  // namespace gemmscope::draw
