// SPDX-License-Identifier: MIT
// A parameter, member or variable as its tokens declare it.
#include <algorithm>
#include <array>

#include "tracing/cxx/brackets.h"
#include "tracing/cxx/declarations.h"

namespace gemmscope::cxx {
namespace {

/// Words that say nothing about a type or a name.
bool is_left_out(std::string_view word) {
  constexpr std::array<std::string_view, 21> kWords{
      "__restrict__", "__restrict", "restrict",   "__grid_constant__", "typename",    "struct",    "class",
      "enum",         "union",      "volatile",   "register",          "mutable",     "inline",    "static",
      "extern",       "__shared__", "__device__", "__constant__",      "__managed__", "constexpr", "__host__"};
  return std::ranges::find(kWords, word) != kWords.end();
}

/// Words in front of brackets that say nothing about a type or a name.
bool has_left_out_brackets(std::string_view word) {
  return word == "__attribute__" || word == "__align__" || word == "alignas" || word == "__declspec" ||
         word == "__launch_bounds__";
}

/// Words that are types, or belong to one, so no names.
bool is_of_type(std::string_view word) {
  constexpr std::array<std::string_view, 15> kWords{"const", "unsigned", "signed", "int",     "long",
                                                    "short", "char",     "float",  "double",  "bool",
                                                    "void",  "auto",     "size_t", "wchar_t", "decltype"};
  return std::ranges::find(kWords, word) != kWords.end();
}

/// The tokens that make up a type and a name, without attributes, and without what comes behind = or {.
std::vector<Token> plain(std::span<const Token> tokens, bool& is_pack) {
  std::vector<Token> left;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "=" || text == "{" || (text == ":" && !left.empty())) break;
    if (text == "[" && i + 1 < tokens.size() && tokens[i + 1].text == "[") {
      i = closing(tokens, i);
    } else if (has_left_out_brackets(text)) {
      if (i + 1 < tokens.size() && tokens[i + 1].text == "(") i = closing(tokens, i + 1);
    } else if (text == "...") {
      is_pack = true;
    } else if (text == "<" || text == "(" || text == "[" || text == "decltype") {
      const std::size_t open = text == "decltype" ? i + 1 : i;
      const std::size_t end = std::min(open < tokens.size() ? closing(tokens, open) : open, tokens.size() - 1);
      left.insert(left.end(), tokens.begin() + static_cast<std::ptrdiff_t>(i),
                  tokens.begin() + static_cast<std::ptrdiff_t>(end) + 1);
      i = end;
    } else if (!is_left_out(text)) {
      left.push_back(tokens[i]);
    }
  }
  return left;
}

std::string text_of(std::span<const Token> tokens) {
  std::string text;
  for (const Token& token : tokens) {
    const bool joins = text.empty() || token.text == "::" || text.ends_with("::");
    text += (joins ? "" : " ") + std::string(token.text);
  }
  return text;
}

/// The place of the bracket of "(*name)(int)", "(&name)[4]" or "(T::*name)(int)"; none: the size.
std::size_t pointer_brackets(std::span<const Token> tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].text == "decltype" || tokens[i].text == "<") {
      i = closing(tokens, tokens[i].text == "<" ? i : i + 1);
    } else if (tokens[i].text == "(") {
      const std::string_view next = tokens[i + 1].text;
      const bool is_member = i + 3 < tokens.size() && tokens[i + 2].text == "::" && tokens[i + 3].text == "*";
      if (next == "*" || next == "&" || next == "&&" || is_member) return i;
      i = closing(tokens, i);
    }
  }
  return tokens.size();
}

}  // namespace

Declared declared(std::span<const Token> tokens) {
  Declared found;
  std::vector<Token> left = plain(tokens, found.is_pack);
  if (const std::size_t open = pointer_brackets(left); open != left.size()) {
    for (std::size_t i = open + 1; i < left.size() && left[i].text != ")" && left[i].text != "["; ++i)
      if (is_word(left[i].text) && !is_of_type(left[i].text) && left[i - 1].text != "(") found.name = left[i].text;
    found.type = text_of(std::span(left).first(open)) + " (*)";
    std::size_t i = std::min(closing(left, open) + 1, left.size());
    if (i < left.size() && left[i].text == "[") found.extents.emplace_back();
    for (; i < left.size() && left[i].text == "["; i = closing(left, i) + 1)
      found.extents.emplace_back(left.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                 left.begin() + static_cast<std::ptrdiff_t>(std::min(closing(left, i), left.size())));
    return found;
  }
  std::size_t end = 0;
  while (end < left.size() && left[end].text != "[") end = left[end].text == "<" ? closing(left, end) + 1 : end + 1;
  end = std::min(end, left.size());
  for (std::size_t i = end; i < left.size() && left[i].text == "[";) {
    const std::size_t close = std::min(closing(left, i), left.size());
    found.extents.emplace_back(left.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                               left.begin() + static_cast<std::ptrdiff_t>(std::max(close, i + 1)));
    i = close + 1;
  }
  left.resize(end);
  const bool has_type = std::ranges::any_of(std::span(left).first(left.empty() ? 0 : left.size() - 1),
                                            [](const Token& token) { return token.text != "const"; });
  const bool is_name = !left.empty() && is_word(left.back().text) && !is_of_type(left.back().text) && has_type &&
                       left[left.size() - 2].text != "::";
  if (is_name) found.name = left.back().text, left.pop_back();
  found.type = text_of(left);
  return found;
}

std::vector<std::span<const Token>> at_commas(std::span<const Token> tokens) {
  std::vector<std::span<const Token>> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "(" || text == "[" || text == "{" || text == "<")
      i = std::min(closing(tokens, i), tokens.size());
    else if (text == ",")
      parts.push_back(tokens.subspan(begin, i - begin)), begin = i + 1;
  }
  if (begin < tokens.size()) parts.push_back(tokens.subspan(begin));
  return parts;
}

}  // namespace gemmscope::cxx
