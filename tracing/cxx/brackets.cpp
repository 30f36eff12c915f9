// SPDX-License-Identifier: MIT
#include "tracing/cxx/brackets.h"

namespace gemmscope::cxx {
namespace {

constexpr std::size_t kLongestArguments = 2'000;  ///< tokens of a template's
constexpr std::size_t kLongestList = 20'000;      ///< tokens between ( ) or [ ]

bool opens(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
bool closes(std::string_view text) { return text == ")" || text == "]" || text == "}"; }

/// "1 << 4": two signs side by side behind a value.
bool is_shift(std::span<const Token> tokens, std::size_t at) {
  const std::string_view before = tokens[at - 1].text;
  return at + 1 < tokens.size() && tokens[at + 1].text == "<" &&
         tokens[at].text.data() + 1 == tokens[at + 1].text.data() &&
         (before == ")" || (!is_word(before) && is_of_word(before[0])));
}

}  // namespace

std::size_t closing(std::span<const Token> tokens, std::size_t open) {
  const bool is_angle = tokens[open].text == "<";
  const bool is_brace = tokens[open].text == "{";
  int depth = 0, angles = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (is_angle && (text == ";" || i - open > kLongestArguments)) return open;
    if (!is_brace && i - open > kLongestList) break;
    if (opens(text)) ++depth;
    if (closes(text)) {
      --depth;
      if (depth < 0) return open;
      if (depth == 0 && !is_angle) return i;
    }
    if (!is_angle || depth != 0) continue;
    if (text == "<" && i > open && is_shift(tokens, i)) {
      ++i;
      continue;
    }
    if (text == "<") ++angles;
    if (text == ">" && --angles == 0) return i;
  }
  return is_angle ? open : tokens.size();
}

}  // namespace gemmscope::cxx
