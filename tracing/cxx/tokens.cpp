// SPDX-License-Identifier: MIT
#include "tracing/cxx/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace gemmscope::cxx {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The end of the sign that begins there: the longest that is possible.
std::size_t sign_end(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 20> kLong{"...", "<<=", ">>=", "==", "!=", "<=", ">=", "&&", "||", "++",
                                                   "--",  "->",  "::",  "+=", "-=", "*=", "/=", "%=", "^=", "|="};
  for (const std::string_view sign : kLong)
    if (text.substr(at, sign.size()) == sign) return at + sign.size();
  return text.substr(at, 2) == "&=" || text.substr(at, 2) == "##" ? at + 2 : at + 1;
}

/// The end of "text" or 'c', behind its second quote.
std::size_t quotes_end(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n')
    end += text[end] != '\\' ? 1 : text.substr(end, 3) == "\\\r\n" ? 3 : 2;
  return std::min(end + 1, text.size());
}

/// The end of R"x(text)x", where `at` is its quote.
std::size_t raw_end(std::string_view text, std::size_t at) {
  const std::size_t open = text.find('(', at);
  if (open == text.npos || open - at > 17) return quotes_end(text, at);
  const std::string close = ")" + std::string(text.substr(at + 1, open - at - 1)) + "\"";
  const std::size_t end = text.find(close, open);
  return end == text.npos ? text.size() : end + close.size();
}

/// The end of the comment that begins there; `at` itself: none does.
std::size_t comment_end(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "//") {
    std::size_t end = text.find('\n', at);
    while (end != text.npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
    return std::min(end, text.size());
  }
  if (text.substr(at, 2) != "/*") return at;
  const std::size_t end = text.find("*/", at + 2);
  return end == text.npos ? text.size() : end + 2;
}

std::size_t directive_end(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n') {
    const std::size_t comment = comment_end(text, at);
    if (comment != at)
      at = comment;
    else if (text[at] == '"')
      at = quotes_end(text, at);
    else
      at += text[at] == '\\' ? (text.substr(at, 3) == "\\\r\n" ? 3 : 2) : 1;
  }
  return std::min(at, text.size());
}

std::size_t number_end(std::string_view text, std::size_t at) {
  const auto goes_on = [&](std::size_t i) {
    return is_of_word(text[i]) || text[i] == '.' ||
           (text[i] == '\'' && i + 1 < text.size() && is_of_word(text[i + 1]));  // 1'000
  };
  while (at < text.size() && goes_on(at)) ++at;
  return at;
}

}  // namespace

bool begins_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0; }
bool is_of_word(char c) { return begins_word(c) || is_digit(c); }
bool is_word(std::string_view text) { return !text.empty() && begins_word(text[0]); }

void read_tokens(std::string_view text, const std::function<void(const Token&)>& token,
                 const std::function<void(std::string_view, std::uint32_t line)>& directive) {
  std::uint32_t line = 1;
  std::size_t line_begin = 0, at = 0;
  bool is_first = true;  // of its line
  const auto give = [&](std::size_t begin, std::size_t end) {
    token({text.substr(begin, end - begin), line, static_cast<std::uint32_t>(begin - line_begin + 1)});
  };
  const auto skip_to = [&](std::size_t end) {
    for (; at < std::min(end, text.size()); ++at)
      if (text[at] == '\n') ++line, line_begin = at + 1, is_first = true;
  };
  while (at < text.size()) {
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || (c == '\\' && text.find_first_of("\r\n", at) == at + 1)) {
      skip_to(at + 1);
    } else if (const std::size_t comment = comment_end(text, at); comment != at) {
      const bool was_first = is_first;
      skip_to(comment);
      is_first = is_first || was_first;
    } else if (c == '#' && is_first) {
      const std::size_t end = directive_end(text, at);
      directive(text.substr(at + 1, end - at - 1), line);
      skip_to(end);
    } else if (c == '"' || c == '\'') {
      const std::size_t end = quotes_end(text, at);
      give(at, end);
      skip_to(end);
      is_first = false;
    } else {
      std::size_t end = at;
      while (end < text.size() && is_of_word(text[end]) && begins_word(c)) ++end;
      if (end < text.size() && end > at && text[end] == '"' && text[end - 1] == 'R' && end - at <= 3) {
        const std::size_t behind = raw_end(text, end);
        give(at, behind);
        skip_to(behind);
        is_first = false;
        continue;
      }
      if (end == at) end = is_digit(c) ? number_end(text, at) : sign_end(text, at);
      give(at, end);
      is_first = false;
      at = end;
    }
  }
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  read_tokens(
      text, [&](const Token& token) { tokens.push_back(token); }, [](std::string_view, std::uint32_t) {});
  return tokens;
}

}  // namespace gemmscope::cxx
