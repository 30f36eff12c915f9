// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/statement.h"

#include <algorithm>

namespace gemmscope::analysis {

std::vector<Tokens> parts_at(Tokens tokens, std::string_view sign) {
  std::vector<Tokens> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text == "[" || tokens[i].text == "(") i = std::min(cxx::closing(tokens, i), tokens.size() - 1);
    if (tokens[i].text == sign) parts.push_back(tokens.subspan(begin, i - begin)), begin = i + 1;
  }
  parts.push_back(tokens.subspan(begin));
  return parts;
}

std::string text_of(Tokens tokens) {
  if (tokens.empty()) return "";
  const char* const begin = tokens.front().text.data();
  const std::string_view last = tokens.back().text;
  return {begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
}

std::optional<Named> named(Tokens tokens) {
  if (tokens.empty() || !cxx::is_word(tokens[0].text)) return std::nullopt;
  Named found{std::string(tokens[0].text), {}, false};
  std::size_t at = 1;
  const auto text = [&](std::size_t i) { return i < tokens.size() ? tokens[i].text : std::string_view(); };
  for (; (text(at) == "." || text(at) == "->") && cxx::is_word(text(at + 1)); at += 2)
    found.name += std::string(text(at)) + std::string(text(at + 1));
  while (text(at) == "[") {
    const std::size_t close = cxx::closing(tokens, at);
    if (close >= tokens.size()) return std::nullopt;
    found.sizes.push_back(tokens.subspan(at + 1, close - at - 1));
    at = close + 1;
  }
  if (text(at) == "^" && text(at + 1) == "T") found.transposed = true, at += 2;
  return at == tokens.size() ? std::optional(found) : std::nullopt;
}

}  // namespace gemmscope::analysis
