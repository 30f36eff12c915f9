// SPDX-License-Identifier: MIT
#include "app/draw/shorten.h"

#include <vector>

namespace gemmscope::draw {

namespace {

using WidthOf = std::function<float(std::string_view)>;

/// Keeps as many characters as fit, half of them at the end if `keep_tail`.
std::string shorten(std::string_view text, float width, const WidthOf& width_of, bool keep_tail) {
  if (width_of(text) <= width) return std::string(text);
  std::vector<std::size_t> starts;  // of each character, and the end
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0u) != 0x80u) starts.push_back(i);
  starts.push_back(text.size());
  const std::size_t characters = starts.size() - 1;

  const auto keeping = [&](std::size_t kept) {
    const std::size_t tail = keep_tail ? kept / 2 : 0;
    return std::string(text.substr(0, starts[kept - tail])) + "\u2026" +
           std::string(text.substr(starts[characters - tail]));
  };
  std::size_t fits = 0, too_long = characters;
  while (too_long - fits > 1) {
    const std::size_t middle = (fits + too_long) / 2;
    (width_of(keeping(middle)) <= width ? fits : too_long) = middle;
  }
  return keeping(fits);
}

}  // namespace

std::string shorten_middle(std::string_view text, float width, const WidthOf& width_of) {
  return shorten(text, width, width_of, true);
}

std::string shorten_end(std::string_view text, float width, const WidthOf& width_of) {
  return shorten(text, width, width_of, false);
}

std::vector<std::string> wrap_code(std::string_view code, float width, const WidthOf& width_of) {
  if (width_of(code) <= width) return {std::string(code)};
  constexpr std::size_t kIndent = 2, kLeast = 4;
  std::vector<std::string> lines;
  std::string left(code.substr(std::min(code.find_first_not_of(' '), code.size())));
  while (width_of(left) > width) {
    std::size_t fits = kIndent + 1, good = 0;  // at least one character beyond the indent, or it would never end
    for (; fits < left.size() && width_of(std::string_view(left).substr(0, fits)) <= width; ++fits)
      if (fits > kIndent + kLeast && (left[fits] == ' ' || left[fits - 1] == ',' || left[fits - 1] == '(')) good = fits;
    const std::size_t end = good != 0 ? good : std::max(kIndent + 1, fits - 1);
    const std::size_t next = left.find_first_not_of(' ', end);
    if (next == std::string::npos) break;
    lines.push_back(left.substr(0, end));
    left = std::string(kIndent, ' ') + left.substr(next);
  }
  lines.push_back(left);
  return lines;
}

}  // namespace gemmscope::draw
