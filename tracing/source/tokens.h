// SPDX-License-Identifier: MIT
/// @file tokens.h
/// The words of a C++ or CUDA source text, without comments. Reads any text: what cannot be C++ becomes signs.
///
/// Each `#...` line is one directive; its words have its number. What `#if 0` leaves out is left out here, too; other
/// conditions are not evaluated, so the words of all their branches are there.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gemmscope::source {

enum class TokenKind : std::uint8_t {
  kName,    ///< an identifier or keyword
  kNumber,  ///< 123, 0x7f, 1'024u, 1.5e-3f
  kText,    ///< a string or a character, with its quotes
  kSign,    ///< one character of anything else, but :: is one sign
};

struct Token {
  TokenKind kind = TokenKind::kSign;
  std::string_view text;        ///< in the source text
  std::size_t begin = 0;        ///< byte in the source text
  std::uint32_t line = 1;       ///< 1-based
  std::uint32_t directive = 0;  ///< 1-based number of the directive that it is in; 0: in none

  bool is(std::string_view what) const { return text == what && kind != TokenKind::kText; }
  std::size_t end() const { return begin + text.size(); }
};

/// Cost: one pass over the text. The tokens refer to it.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text);

}  // namespace gemmscope::source
