// SPDX-License-Identifier: MIT
/// @file lexer.h
/// PTX text as tokens. The first error stops it: from then on every token is the end, so that whatever reads tokens
/// comes to its own end without asking.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tracing/ptx/module.h"

namespace gemmscope::ptx {

enum class TokenKind : std::uint8_t {
  kEnd,
  kWord,       ///< %r1, $L__BB0_2, foo, _
  kDirective,  ///< .reg, without what follows: of `.b32.x`, `.b32`
  kNumber,     ///< as it is written: 12, 0x1F, 0f3F800000, 1.5e-3
  kString,     ///< without the quotes
  kSign,       ///< one character: text[0]
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
  Span span;
};

/// A name or token as messages show it: without what a terminal would obey, and not too long.
[[nodiscard]] std::string quoted(std::string_view text);

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { advance(); }

  [[nodiscard]] const Token& now() const { return now_; }
  [[nodiscard]] bool at_end() const { return now_.kind == TokenKind::kEnd; }
  [[nodiscard]] bool at(char sign) const { return now_.kind == TokenKind::kSign && now_.text[0] == sign; }
  [[nodiscard]] bool at(TokenKind kind) const { return now_.kind == kind; }
  /// Whether the token is a word with a colon behind it.
  [[nodiscard]] bool word_is_label();
  /// The byte behind the last token that was taken.
  [[nodiscard]] std::uint32_t taken() const { return taken_; }

  void advance();
  /// The token, and goes on.
  Token take();
  /// Goes on if the token is this sign.
  bool accept(char sign);
  /// The same; otherwise complains.
  void expect(char sign);
  Token expect(TokenKind kind, const char* what);
  /// A number that is not negative and fits.
  std::uint32_t expect_count(const char* what);

  /// Lengthens the word by modifiers: `ld` to `ld.global.L2::128B.f32`.
  void take_modifiers();
  /// Goes on behind the next `sign`, a string and the signs in it counting as one token.
  void skip_to(char sign);

  /// Ends the reading. Only the first complaint counts. `what` continues "line 12: ".
  void complain(std::string what);
  void complain_at(std::uint32_t position, std::string what);
  [[nodiscard]] bool failed() const { return !complaint_.empty(); }
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  [[nodiscard]] std::uint32_t complained_at() const { return complained_at_; }

 private:
  void skip_space();  ///< and comments
  void end_here();

  std::string_view text_;
  std::uint32_t at_ = 0, taken_ = 0;
  Token now_;
  std::string complaint_;
  std::uint32_t complained_at_ = 0;
};

}  // namespace gemmscope::ptx
