// SPDX-License-Identifier: MIT
#include "tracing/cxx/knob_notes.h"

#include <algorithm>
#include <cctype>

#include "tracing/cxx/numbers.h"
#include "tracing/cxx/tokens.h"

namespace gemmscope::cxx {
namespace {

/// "BM" of "run_wide.BM".
std::string_view plain_name(const Knob& knob) {
  const std::string_view name = knob.name;
  return name.substr(name.rfind('.') + 1);
}

/// The comment at the end of the line of text[at].
std::string comment_behind(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const std::size_t begin = text.find("//", at);
  if (begin >= end) return {};
  std::string_view comment = text.substr(begin + 2, end - begin - 2);
  while (!comment.empty() && std::isspace(static_cast<unsigned char>(comment.front()))) comment.remove_prefix(1);
  while (!comment.empty() && std::isspace(static_cast<unsigned char>(comment.back()))) comment.remove_suffix(1);
  return std::string(comment);
}

/// 4, 2, 1 from "most floats of one load: 4, 2 or 1"; empty: what follows the last colon is not a list of numbers.
std::vector<std::int64_t> listed_in(std::string_view comment) {
  const std::size_t colon = comment.rfind(':');
  std::vector<std::int64_t> values;
  bool after_number = false;
  for (const Token& token : tokens_of(comment.substr(colon == comment.npos ? 0 : colon + 1))) {
    const auto number = number_in(token.text);
    const bool between = token.text == "," || token.text == "or" || token.text == "and";
    if (number ? after_number : !between) return {};
    if (number) values.push_back(*number);
    after_number = number.has_value();
  }
  return values;
}

/// The arrays in shared memory in whose brackets `name` stands behind a +, and in none before it.
std::vector<std::string> padded_by(std::string_view text, std::string_view name) {
  std::vector<std::string> arrays;
  std::string_view word, array;
  bool shared = false, plus = false;
  int depth = 0;
  for (const Token& token : tokens_of(text)) {
    if (token.text == "__shared__") shared = true, depth = 0, word = {};
    if (!shared) continue;
    if (token.text == ";") shared = false;
    if (token.text == "[" && depth++ == 0) array = word.empty() ? array : word, word = {}, plus = false;
    if (token.text == "]") --depth;
    if (depth == 0 && is_word(token.text)) word = token.text;
    if (depth > 0 && token.text == "+") plus = true;
    if (depth == 0 || token.text != name) continue;
    if (!plus) return {};
    if (std::ranges::count(arrays, array) == 0) arrays.emplace_back(array);
  }
  return arrays;
}

bool is_called_padding(std::string_view name) {
  if (name.size() == 2 && name[0] == 'P' && std::isupper(static_cast<unsigned char>(name[1]))) return true;  // PA
  std::string small(name);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small.find("pad") != small.npos;
}

}  // namespace

KnobNote note_of(std::string_view text, const Knob& knob) {
  KnobNote note;
  note.comment = comment_behind(text, knob.places.front().begin);
  note.pads = padded_by(text, plain_name(knob));
  note.padding = !note.pads.empty() || is_called_padding(plain_name(knob));
  note.values = listed_in(note.comment);
  if (std::ranges::count(note.values, knob.value) == 0) note.values.clear();
  if (note.values.empty() && note.padding) note.values = {0, 1, 2, 4, 8, knob.value};
  std::ranges::sort(note.values);
  const auto twice = std::unique(note.values.begin(), note.values.end());
  note.values.erase(twice, note.values.end());
  return note;
}

}  // namespace gemmscope::cxx
