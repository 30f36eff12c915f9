// SPDX-License-Identifier: MIT
#include "tracing/source/tokens.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace gemmscope::source {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0; }
bool is_of_name(char c) { return begins_name(c) || is_digit(c); }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::vector<Token> all() {
    while (skip_blanks(), at_ < text_.size()) {
      const bool begins_directive = text_[at_] == '#' && begins_line_ && directive_ == 0;
      if (begins_directive) directive_ = ++directives_;
      begins_line_ = false;
      const std::size_t begin = at_;
      const std::uint32_t line = line_;
      const TokenKind kind = take();
      tokens_.push_back({kind, text_.substr(begin, at_ - begin), begin, line, directive_});
    }
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void step() {
    if (text_[at_++] == '\n') ++line_;
  }

  /// A backslash before the end of a line: the next one belongs to it.
  bool skip_splice() {
    if (peek() != '\\') return false;
    const std::size_t bytes = peek(1) == '\r' && peek(2) == '\n' ? 3 : peek(1) == '\n' ? 2 : 0;
    if (bytes == 0) return false;
    at_ += bytes, ++line_;
    return true;
  }

  void skip_to_line_end() {
    while (at_ < text_.size() && text_[at_] != '\n')
      if (!skip_splice()) ++at_;
  }

  void skip_block_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    const std::size_t stop = end == std::string_view::npos ? text_.size() : end + 2;
    while (at_ < stop) step();
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n')
        step(), begins_line_ = true, directive_ = 0;
      else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
        ++at_;
      else if (peek() == '/' && peek(1) == '/')
        skip_to_line_end();
      else if (peek() == '/' && peek(1) == '*')
        skip_block_comment();
      else if (!skip_splice())
        return;
    }
  }

  /// From a quote to the next, or to the end of the line.
  void take_quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (skip_splice() && at_ == text_.size()) return;
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n')
        ++at_;
      else if (text_[at_] == quote)
        return static_cast<void>(++at_);
    }
  }

  /// R"word(...)word", from its quote on.
  void take_raw() {
    constexpr std::size_t kLongest = 16;  // characters of the word, says the language
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open - at_ - 1 > kLongest) return take_quoted('"');
    const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t end = text_.find(close, open);
    const std::size_t stop = end == std::string_view::npos ? text_.size() : end + close.size();
    while (at_ < stop) step();
  }

  void take_number() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_], before = text_[at_ - 1];
      const bool exponent = (c == '+' || c == '-') && std::string_view("eEpP").find(before) != std::string_view::npos;
      const bool is_hexadecimal = number_begin_ + 1 < text_.size() && (text_[number_begin_ + 1] | 0x20) == 'x';
      const bool signs = exponent && !(is_hexadecimal && (before | 0x20) == 'e');
      if (!is_of_name(c) && c != '.' && !signs && !(c == '\'' && is_of_name(peek(1)))) return;
    }
  }

  TokenKind take() {
    const char c = peek();
    if (begins_name(c)) {
      const std::size_t begin = at_;
      while (at_ < text_.size() && is_of_name(text_[at_])) ++at_;
      const std::string_view name = text_.substr(begin, at_ - begin);
      const bool prefixes = name == "u8" || name == "u" || name == "U" || name == "L";
      if (peek() == '"' && (name.ends_with('R') && (name.size() == 1 || name.size() <= 3)))
        return take_raw(), TokenKind::kText;
      if ((peek() == '"' || peek() == '\'') && prefixes) return take_quoted(peek()), TokenKind::kText;
      return TokenKind::kName;
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number_begin_ = at_++;
      take_number();
      return TokenKind::kNumber;
    }
    if (c == '"' || c == '\'') return take_quoted(c), TokenKind::kText;
    at_ += c == ':' && peek(1) == ':' ? 2 : 1;
    return TokenKind::kSign;
  }

  std::string_view text_;
  std::size_t at_ = 0, number_begin_ = 0;
  std::uint32_t line_ = 1, directive_ = 0, directives_ = 0;
  bool begins_line_ = true;
  std::vector<Token> tokens_;
};

/// Drops what stands between `#if 0` and its `#else`, `#elif` or `#endif`. The directives themselves stay.
std::vector<Token> without_dead(const std::vector<Token>& all) {
  std::vector<Token> kept;
  std::size_t depth = 0, dead_since = 0;  // of nested #if; dead_since 0: not dead
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i + 1;
    while (end < all.size() && all[i].directive != 0 && all[end].directive == all[i].directive) ++end;
    const std::string_view word = all[i].directive != 0 && end - i > 1 ? all[i + 1].text : "";
    const bool ends = word == "endif", turns = word == "else" || word == "elif" || word == "elifdef";
    if (dead_since == depth && (ends || turns)) dead_since = 0;
    if (ends && depth > 0) --depth;
    if (dead_since == 0)
      kept.insert(kept.end(), all.begin() + static_cast<std::ptrdiff_t>(i),
                  all.begin() + static_cast<std::ptrdiff_t>(end));
    if (word.starts_with("if")) ++depth;
    if (word == "if" && end - i == 3 && all[i + 2].text == "0" && dead_since == 0) dead_since = depth;
    i = end;
  }
  return kept;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view text) { return without_dead(Tokenizer(text).all()); }

}  // namespace gemmscope::source
