// SPDX-License-Identifier: MIT
#include "tracing/ptx/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "tracing/format/text.h"

namespace gemmscope::ptx {
namespace {

enum : std::uint8_t { kSpace = 1, kDigit = 2, kLetter = 4 };

constexpr auto kClasses = [] {
  std::array<std::uint8_t, 256> of{};
  for (const char c : {' ', '\t', '\n', '\r', '\v', '\f'}) of[static_cast<unsigned char>(c)] = kSpace;
  for (unsigned c = '0'; c <= '9'; ++c) of[c] = kDigit;
  for (unsigned c = 'a'; c <= 'z'; ++c) of[c] = of[c - 'a' + 'A'] = kLetter;
  for (const char c : {'_', '$', '%'}) of[static_cast<unsigned char>(c)] = kLetter;
  return of;
}();

bool is(char c, std::uint8_t classes) { return (kClasses[static_cast<unsigned char>(c)] & classes) != 0; }

/// What a message says stands where something else should.
std::string found(const Token& token) {
  return token.kind == TokenKind::kEnd ? "the text ends" : quoted(token.text) + " stands";
}

}  // namespace

std::string quoted(std::string_view text) { return "\"" + format::shown(text.substr(0, 80)) + "\""; }

void Lexer::skip_space() {
  while (at_ < text_.size()) {
    if (is(text_[at_], kSpace)) {
      ++at_;
    } else if (text_.compare(at_, 2, "//") == 0) {
      at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
    } else if (text_.compare(at_, 2, "/*") == 0) {
      const auto end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) return complain_at(at_, "a comment begins that does not end; add */");
      at_ = static_cast<std::uint32_t>(end + 2);
    } else {
      return;
    }
  }
}

void Lexer::advance() {
  taken_ = now_.span.end;
  skip_space();
  const std::uint32_t begin = at_;
  if (at_ >= text_.size()) return end_here();
  const char c = text_[at_++];
  const auto finish = [&](TokenKind kind) { now_ = {kind, text_.substr(begin, at_ - begin), {begin, at_}}; };
  const auto more = [&](std::uint8_t classes) {
    while (at_ < text_.size() && is(text_[at_], classes)) ++at_;
  };
  if (is(c, kLetter)) {
    more(kLetter | kDigit);
    return finish(TokenKind::kWord);
  }
  if (is(c, kDigit)) {
    while (at_ < text_.size()) {
      const char next = text_[at_], last = text_[at_ - 1];
      const bool decimal = begin + 1 >= at_ || is(text_[begin + 1], kDigit) || text_[begin + 1] == '.';
      const bool exponent = (next == '+' || next == '-') && (last == 'e' || last == 'E') && decimal;
      if (!is(next, kLetter | kDigit) && next != '.' && !exponent) break;
      ++at_;
    }
    return finish(TokenKind::kNumber);
  }
  if (c == '.' && at_ < text_.size() && is(text_[at_], kLetter)) {
    more(kLetter | kDigit);
    return finish(TokenKind::kDirective);
  }
  if (c == '"') {
    const auto end = text_.find('"', at_);
    if (end == std::string_view::npos) return complain_at(begin, "a string begins that does not end; add \"");
    at_ = static_cast<std::uint32_t>(end + 1);
    now_ = {TokenKind::kString, text_.substr(begin + 1, end - begin - 1), {begin, at_}};
    return;
  }
  finish(TokenKind::kSign);
}

void Lexer::take_modifiers() {
  if (now_.kind != TokenKind::kWord) return;
  at_ = now_.span.end;  // word_is_label() may have looked further
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (is(c, kLetter | kDigit) || c == '.') {
      ++at_;
    } else if (c == ':' && text_.compare(at_, 2, "::") == 0) {
      at_ += 2;
    } else {
      break;
    }
  }
  now_.span.end = at_;
  now_.text = text_.substr(now_.span.begin, at_ - now_.span.begin);
}

void Lexer::end_here() {
  at_ = static_cast<std::uint32_t>(text_.size());
  now_ = {TokenKind::kEnd, {}, {at_, at_}};
}

Token Lexer::take() {
  const Token token = now_;
  advance();
  return token;
}

bool Lexer::accept(char sign) {
  if (!at(sign)) return false;
  advance();
  return true;
}

void Lexer::expect(char sign) {
  if (!accept(sign)) complain(found(now_) + " where \"" + sign + "\" is expected");
}

Token Lexer::expect(TokenKind kind, const char* what) {
  if (now_.kind == kind) return take();
  complain(found(now_) + " where " + what + " is expected");
  return {};
}

std::uint32_t Lexer::expect_count(const char* what) {
  const Token token = expect(TokenKind::kNumber, what);
  std::uint32_t count = 0;
  const auto* end = token.text.data() + token.text.size();
  const auto parsed = std::from_chars(token.text.data(), end, count);
  if (token.kind == TokenKind::kNumber && (parsed.ec != std::errc() || parsed.ptr != end))
    complain_at(token.span.begin, found(token) + " where " + what + " is expected");
  return count;
}

bool Lexer::word_is_label() {
  if (now_.kind != TokenKind::kWord) return false;
  skip_space();  // nothing is lost: the next token begins there anyway
  return at_ < text_.size() && text_[at_] == ':' && text_.compare(at_, 2, "::") != 0;
}

void Lexer::skip_to(char sign) {
  while (!at_end() && !at(sign)) advance();
  expect(sign);
}

void Lexer::complain(std::string what) { complain_at(now_.span.begin, std::move(what)); }

void Lexer::complain_at(std::uint32_t position, std::string what) {
  if (!failed()) {
    complaint_ = std::move(what);
    complained_at_ = position;
  }
  end_here();
}

}  // namespace gemmscope::ptx
