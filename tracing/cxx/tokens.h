// SPDX-License-Identifier: MIT
/// @file tokens.h
/// A C++ text as words, numbers, signs and quoted texts, without comments.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace gemmscope::cxx {

/// A word, number or sign of a source text, or a quoted text with its quotes. `<` and `>` are always single.
struct Token {
  std::string_view text;
  std::uint32_t line = 0, column = 0;  ///< from 1
  std::string_view macro{};            ///< in place of which it is there, if that has no parameters
};

[[nodiscard]] bool begins_word(char c);
[[nodiscard]] bool is_of_word(char c);
[[nodiscard]] bool is_word(std::string_view text);  ///< not a number, and not empty

/// Calls `token` for each token, and `directive` for each line for the preprocessor: its text behind the #, up to its
/// end, which is lines further down if lines are continued.
void read_tokens(std::string_view text, const std::function<void(const Token&)>& token,
                 const std::function<void(std::string_view, std::uint32_t line)>& directive);
/// Without lines for the preprocessor.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text);

}  // namespace gemmscope::cxx
