// SPDX-License-Identifier: MIT
#include "tracing/runtime/cut_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gemmscope::runtime {
namespace {

constexpr std::size_t kMostNames = 16;
constexpr int kDeepestScope = 8;
constexpr std::size_t kMostTokens = 50'000'000;  ///< to look at

using cxx::Token;
using cxx::tokens_of;

bool changes(std::string_view sign) {
  constexpr std::array<std::string_view, 13> kSigns{
      "=", "+=", "-=", "*=", "/=", "%=", "^=", "|=", "&=", "++", "--", "<<=", ">>="};
  return std::ranges::find(kSigns, sign) != kSigns.end();
}
bool steps(std::string_view sign) { return sign == "++" || sign == "--"; }

/// Words whose values may differ between threads, or are unknown.
bool is_of_thread(std::string_view word) {
  return word == "threadIdx" || word == "blockIdx" || word == "this" || word == "asm";
}
bool is_cast(std::string_view word) {
  return word == "sizeof" || word == "alignof" || word == "reinterpret_cast" || word == "static_cast" ||
         word == "min" || word == "max";
}

}  // namespace

CutNames::CutNames(std::string_view text, std::uint32_t line, std::string_view array) {
  body_ = tokens_of(text);
  find_macros(text);
  find_body(line);
  if (!find_names(array)) names_.clear();
  if (!names_.empty()) find_uses();
  body_.clear(), macros_.clear();  // they are parts of the text
}

/// Finds macros whose values may differ between threads.
void CutNames::find_macros(std::string_view text) {
  constexpr std::string_view kDefine = "#define ";
  for (std::size_t at = text.find(kDefine); at != text.npos; at = text.find(kDefine, at + 1)) {
    const std::string_view line = text.substr(at + kDefine.size(), text.find('\n', at) - at - kDefine.size());
    const std::vector<Token> tokens = tokens_of(line);
    if (std::ranges::any_of(tokens, [](const Token& t) { return is_of_thread(t.text); }))
      macros_.push_back(tokens.front().text);
  }
}

/// Leaves the text between the braces of the outermost function that has the line.
void CutNames::find_body(std::uint32_t line) {
  std::vector<std::size_t> open;
  bool is_kernel = false;  // what has been declared since the last end of anything
  const std::size_t none = body_.size();
  std::size_t begin = none;
  for (std::size_t i = 0; i < body_.size(); ++i) {
    const std::string_view text = body_[i].text;
    if (text == "__global__") is_kernel = true;
    if (text == ";" && begin == none) is_kernel = false;
    if (text == "{") {
      open.push_back(i);
      if (is_kernel && begin == none) begin = i;
    }
    if (text != "}" || open.empty()) continue;
    if (begin == open.back()) {
      if (body_[begin].line <= line && line <= body_[i].line) {
        body_.resize(i);
        body_.erase(body_.begin(), body_.begin() + static_cast<std::ptrdiff_t>(begin) + 1);
        return;
      }
      begin = none, is_kernel = false;
    }
    open.pop_back();
  }
  body_.clear();
}

bool CutNames::is_name(std::string_view word) const { return std::ranges::find(names_, word) != names_.end(); }

/// A comma between parentheses does not end it, nor a semicolon.
std::size_t CutNames::end_of_value(std::size_t from) const {
  int depth = 0;
  for (std::size_t i = from; i < body_.size(); ++i) {
    const std::string_view text = body_[i].text;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (depth < 0 || (depth == 0 && (text == "," || text == ";"))) return i;
  }
  return body_.size();
}

bool CutNames::is_uniform(std::size_t from, std::size_t to, std::string_view array, int depth) const {
  if (depth > kDeepestScope) return false;
  for (std::size_t i = from; i < to; ++i) {
    const std::string_view text = word(i);
    if (text == "?" || text == "{") return false;
    if (!cxx::is_word(text)) continue;
    const bool is_of_array = text == array || is_name(text);
    if (is_of_thread(text) || (word(i + 1) == "(" && !is_cast(text) && word(i + 2) != "*")) return false;
    if (std::ranges::find(macros_, text) != macros_.end()) return false;
    // The value of one of its elements is not a pointer to it; nor is an element of another array.
    if (word(i + 1) == "[" && (!is_of_array || i == from || word(i - 1) != "&")) return false;
    if (is_of_array || (i > from && (word(i - 1) == "." || word(i - 1) == "->"))) continue;
    // A variable of the kernel is given one value, and this value is the same in all threads.
    std::size_t given = 0, value = 0;
    looks_ += body_.size();
    if (looks_ > kMostTokens) return false;
    for (std::size_t at = 0; at < body_.size(); ++at) {
      if (word(at) != text) continue;
      if (changes(word(at + 1)) || (at > 0 && steps(word(at - 1)))) ++given, value = at + 2;
      if (word(at + 1) == ";" && at > 0 && cxx::is_word(word(at - 1)))
        return false;  // declared, and given one elsewhere
    }
    if (given > 1) return false;
    if (given == 1 && (word(value - 1) != "=" || !is_uniform(value, end_of_value(value), array, depth + 1)))
      return false;
  }
  return true;
}

bool CutNames::find_names(std::string_view array) {
  std::vector<bool> explained(body_.size());  // places where the array may be named
  for (std::size_t i = 0; i < body_.size(); ++i) {
    if (word(i) != "=" || i < 2) continue;
    std::size_t name = i - 1;  // of `* name =`, `auto name =`, `(*name)[16] =`
    while (word(name) == "]") {
      while (name > 0 && word(name) != "[") --name;
      if (name == 0) break;
      --name;
    }
    const bool in_parentheses = word(name) == ")";
    if (in_parentheses && name > 2) --name;
    if (!cxx::is_word(word(name)) || name == 0) continue;
    std::size_t star = name - 1;
    while (star > 0 && (word(star) == "const" || word(star).starts_with("__restrict"))) --star;
    const bool is_pointer = in_parentheses ? word(star) == "*" || word(star) == "&"
                                           : word(name + 1) == "=" && (word(star) == "*" || word(star) == "auto");
    const std::size_t end = end_of_value(i + 1);
    bool is_of_array = false;
    for (std::size_t at = i + 1; at < end; ++at) is_of_array = is_of_array || word(at) == array || is_name(word(at));
    if (!is_pointer || !is_of_array) continue;
    const std::string_view before = star > 0 ? word(star - 1) : std::string_view();
    if (word(star) == "*" && !in_parentheses && !cxx::is_word(before) && before != ">" && before != "," &&
        before != "*")
      continue;  // *p = ..., a store
    if (before == "return" || is_name(word(name)) || !is_uniform(i + 1, end, array, 0)) return false;
    for (std::size_t at = i + 1; at < end; ++at) explained[at] = true;
    names_.emplace_back(word(name)), made_.push_back(name);
  }
  if (names_.size() < 2 || names_.size() > kMostNames) return false;
  bool is_declaration = false;
  for (std::size_t i = 0; i < body_.size(); ++i) {
    const std::string_view text = word(i), next = word(i + 1);
    if (text == "__shared__") is_declaration = true;
    if (text == ";") is_declaration = false;
    if (text == "swap" || (text == array && !explained[i] && !is_declaration)) return false;
    if (!is_name(text) || std::ranges::find(made_, i) != made_.end()) continue;
    const std::string_view before = i > 0 ? word(i - 1) : std::string_view();
    const bool through = before == "*" && !steps(next);  // *a = ...
    if ((changes(next) && !through) || ((steps(before) || before == "&") && next != "[")) return false;
  }
  return true;
}

void CutNames::find_uses() {
  int depth = 0;
  std::uint32_t statement = 0;
  for (std::size_t i = 0; i < body_.size(); ++i) {
    const std::string_view text = word(i);
    if (text == "(") ++depth;
    if (text == ")") --depth;
    statement_.push_back(statement);
    places_.emplace_back(body_[i].line, body_[i].column);
    if ((text == ";" && depth <= 0) || text == "{" || text == "}") ++statement, depth = 0;
  }
  used_.resize(statement + 1);
  for (std::size_t i = 0; i < body_.size(); ++i) {
    const auto name = std::ranges::find(names_, word(i));
    if (name == names_.end() || std::ranges::find(made_, i) != made_.end()) continue;
    const std::uint32_t bit = 1u << (name - names_.begin());
    std::size_t behind = i + 1;  // its indices
    while (word(behind) == "[") {
      int open = 0;
      do {
        open += word(behind) == "[" ? 1 : word(behind) == "]" ? -1 : 0;
      } while (++behind < body_.size() && open != 0);
    }
    const bool stores = changes(word(behind)), has_index = behind != i + 1;
    Used& used = used_[statement_[i]];
    if (stores || !has_index) used.stores |= bit;
    if (!has_index || !stores || word(behind) != "=") used.loads |= bit;
    std::set<std::string_view> known;
    (has_index && is_common(i + 1, behind, known) ? used.common : used.apart) |= bit;
  }
}

/// Whether an index is the same in all threads: a variable is if all that it is given is. `known`: variables of which
/// this is found out already.
bool CutNames::is_common(std::size_t from, std::size_t to, std::set<std::string_view>& known) {
  for (std::size_t i = from; i < to; ++i) {
    const std::string_view text = word(i);
    if (!cxx::is_word(text) || text == "blockIdx" || is_cast(text)) continue;
    const bool is_element = word(i + 1) == "[", is_call = word(i + 1) == "(";
    if (is_of_thread(text) || is_element || is_call || std::ranges::find(macros_, text) != macros_.end()) return false;
    if (!known.insert(text).second) continue;
    looks_ += body_.size();
    if (looks_ > kMostTokens) return false;
    for (std::size_t at = 0; at + 1 < body_.size(); ++at) {
      if (word(at) != text) continue;
      if (at > 0 && word(at - 1) == "&") return false;
      if (changes(word(at + 1)) && !steps(word(at + 1)) && !is_common(at + 2, end_of_value(at + 2), known))
        return false;
    }
  }
  return true;
}

CutNames::Used CutNames::at(std::uint32_t line, std::uint32_t column) const {
  auto behind = std::ranges::upper_bound(places_, std::pair(line, column));
  if (behind == places_.begin()) return {};
  std::uint32_t statement = statement_[static_cast<std::size_t>(behind - places_.begin()) - 1];
  Used used = used_[statement];
  for (; behind != places_.end() && behind->first == line; ++behind)
    if (const std::uint32_t next = statement_[static_cast<std::size_t>(behind - places_.begin())]; next != statement)
      used.add(used_[statement = next]);
  return used;
}

}  // namespace gemmscope::runtime
