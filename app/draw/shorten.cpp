// SPDX-License-Identifier: MIT
#include "app/draw/shorten.h"

#include <vector>

namespace gemmscope::draw {

std::string shorten_middle(std::string_view text, float width, const std::function<float(std::string_view)>& width_of) {
  if (width_of(text) <= width) return std::string(text);
  std::vector<std::size_t> starts;  // of each character, and the end
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0u) != 0x80u) starts.push_back(i);
  starts.push_back(text.size());
  const std::size_t characters = starts.size() - 1;

  const auto keeping = [&](std::size_t kept) {
    const std::size_t head = (kept + 1) / 2, tail = kept / 2;
    return std::string(text.substr(0, starts[head])) + "\u2026" + std::string(text.substr(starts[characters - tail]));
  };
  std::size_t fits = 0, too_long = characters;
  while (too_long - fits > 1) {
    const std::size_t middle = (fits + too_long) / 2;
    (width_of(keeping(middle)) <= width ? fits : too_long) = middle;
  }
  return keeping(fits);
}

}  // namespace gemmscope::draw
