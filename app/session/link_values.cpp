// SPDX-License-Identifier: MIT
#include "app/session/link_values.h"

#include <algorithm>
#include <charconv>

namespace gemmscope::session {

std::string escaped(std::string_view text, std::string_view special) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && c != '/' && c != '%' && special.find(c) == std::string_view::npos)
      result += c;
    else
      result += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return result;
}

std::string unescaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    unsigned char byte = 0;
    const auto [end, error] =
        std::from_chars(text.data() + 1, text.data() + std::min<std::size_t>(text.size(), 3), byte, 16);
    const bool code = text.size() >= 3 && text[0] == '%' && error == std::errc{} && end == text.data() + 3;
    result += code ? static_cast<char>(byte) : text[0];
    text.remove_prefix(code ? 3 : 1);
  }
  return result;
}

std::pair<std::string_view, std::string_view> split(std::string_view text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

}  // namespace gemmscope::session
