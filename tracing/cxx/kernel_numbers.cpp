// SPDX-License-Identifier: MIT
#include "tracing/cxx/kernel_numbers.h"

#include <algorithm>
#include <set>
#include <vector>

#include "tracing/cxx/brackets.h"
#include "tracing/cxx/knobs.h"
#include "tracing/cxx/tokens.h"

namespace gemmscope::cxx {
namespace {

using Words = std::span<const Token>;

bool mentions(Words words, std::string_view word) { return std::ranges::count(words, word, &Token::text) != 0; }

/// A statement of the host, a line for the preprocessor, or what stands before the { of a block.
struct Piece {
  std::string_view text;
  std::vector<std::string_view> words, declares;  ///< `declares`: constants or a macro, which stand for the others
  bool is_assertion = false;
};

/// What the host's compiler reads of a text, cut up.
class HostText {
 public:
  explicit HostText(std::string_view text) {
    std::vector<Token> tokens;
    read_tokens(
        text, [&](const Token& token) { tokens.push_back(token); },
        [&](std::string_view directive, std::uint32_t) { add_directive(directive); });
    read(tokens);
  }

  std::vector<Piece> pieces;
  std::vector<std::string_view> bodies;  ///< of functions for the device alone
  bool joins_words = false;              ///< a macro makes names from parts: any name may be used anywhere

 private:
  void add_directive(std::string_view directive) {
    const std::vector<Token> tokens = tokens_of(directive);
    if (directive.find("##") != directive.npos) joins_words = true;
    if (tokens.size() < 2 || tokens[0].text == "include") return;
    const bool defines = tokens[0].text == "define";
    Piece& piece = pieces.emplace_back();
    piece.text = directive;
    for (const Token& token : Words(tokens).subspan(defines ? 2 : 1)) piece.words.push_back(token.text);
    if (defines) piece.declares.push_back(tokens[1].text);
  }

  static std::string_view text_of(Words words) {
    const char* const begin = words.front().text.data();
    return {begin, static_cast<std::size_t>(words.back().text.data() + words.back().text.size() - begin)};
  }

  void read(Words tokens) {
    std::size_t begin = 0;
    std::vector<bool> in_namespace;  // of each open block, whether it is one of a namespace
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::string_view text = tokens[i].text;
      const Words before = tokens.subspan(begin, i - begin);
      const auto end_of_brackets = [&] { return std::min(closing(tokens, i), tokens.size() - 1); };
      if (text == "(" || text == "[" || (text == "{" && gives_values(before))) {
        i = end_of_brackets();
        continue;
      }
      if (text != ";" && text != "{" && text != "}") continue;
      add(before, text == ";" && std::ranges::count(in_namespace, false) == 0);
      if (text == "{" && is_of_device(before)) {
        const std::size_t end = end_of_brackets();
        bodies.push_back(text_of(tokens.subspan(i, end - i + 1)));
        i = end;
      } else if (text == "{") {
        in_namespace.push_back(!before.empty() && (before[0].text == "namespace" || before[0].text == "extern"));
      } else if (text == "}" && !in_namespace.empty()) {
        in_namespace.pop_back();
      }
      begin = i + 1;
    }
    add(tokens.subspan(std::min(begin, tokens.size())), false);
  }

  /// Whether the { behind these words begins a variable's value.
  static bool gives_values(Words before) {
    if (before.empty() || before.back().text == ")") return false;
    for (const char* const block : {"namespace", "struct", "class", "union", "enum"})
      if (mentions(before, block)) return false;
    return mentions(before, "=") || mentions(before, "constexpr") || mentions(before, "const");
  }

  /// Whether the { behind these words begins the body of one function, and that is for the device alone.
  static bool is_of_device(Words before) {
    if (before.empty() || before.back().text != ")" || mentions(before, "__host__") ||
        (!mentions(before, "__global__") && !mentions(before, "__device__")))
      return false;
    std::size_t lists = 0;  // of parameters: a macro may stand for another declaration
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i].text != "(") continue;
      const std::string_view name = i == 0 ? "" : before[i - 1].text;
      lists += name == "__launch_bounds__" || name == "__attribute__" || name == "alignas" ? 0 : 1;
      i = std::min(closing(before, i), before.size() - 1);
    }
    return lists == 1;
  }

  void add(Words words, bool may_declare) {
    if (words.empty()) return;
    Piece& piece = pieces.emplace_back();
    piece.text = text_of(words);
    for (const Token& word : words) piece.words.push_back(word.text);
    piece.is_assertion = words[0].text == "static_assert";
    if (may_declare && (mentions(words, "constexpr") || mentions(words, "const"))) piece.declares = declared(words);
  }

  /// The names of "constexpr int vecA = widest(TM, PA), vecB = 4": each before a sign that gives it a value.
  static std::vector<std::string_view> declared(Words words) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      const std::string_view next = words[i + 1].text;
      if (is_word(words[i].text) && (next == "=" || next == "{" || next == "[")) names.push_back(words[i].text);
      if (words[i].text == "(" || words[i].text == "[" || words[i].text == "{")
        i = std::min(closing(words, i), words.size() - 1);
    }
    return names;
  }
};

bool is_inside(const char* at, std::string_view part) { return at >= part.data() && at < part.data() + part.size(); }

/// Whether the number stands where a constant or macro of its name is defined, or in a kernel.
bool is_defined_there(const HostText& host, std::string_view name, const char* at) {
  return std::ranges::any_of(host.bodies, [&](std::string_view body) { return is_inside(at, body); }) ||
         std::ranges::any_of(host.pieces, [&](const Piece& piece) {
           return is_inside(at, piece.text) && std::ranges::count(piece.declares, name) != 0;
         });
}

/// Adds to `names` what is made of them. False: the host uses one.
bool add_made_of(std::set<std::string_view>& names, const HostText& host) {
  for (const Piece& piece : host.pieces) {
    const auto is_one = [&](std::string_view word) { return names.contains(word); };
    if (piece.is_assertion || std::ranges::none_of(piece.words, is_one)) continue;
    if (piece.declares.empty()) return false;
    names.insert(piece.declares.begin(), piece.declares.end());
  }
  return true;
}

}  // namespace

bool only_kernels_use(std::string_view number, std::string_view text, std::span<const std::string_view> included) {
  const Knobs knobs = knobs_of(text);
  const Knob* const knob = knobs.find(number);
  if (knob == nullptr || !is_word(number)) return false;
  std::vector<HostText> files{HostText(text)};
  for (const KnobPlace& place : knob->places)
    if (!is_defined_there(files[0], number, text.data() + place.begin)) return false;
  for (const std::string_view each : included) files.emplace_back(each);
  if (std::ranges::any_of(files, &HostText::joins_words)) return false;
  std::set<std::string_view> names{number};
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    for (const HostText& file : files)
      if (!add_made_of(names, file)) return false;
  }
  return true;
}

}  // namespace gemmscope::cxx
