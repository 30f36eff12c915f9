// SPDX-License-Identifier: MIT
#include "tracing/cxx/kernel_numbers.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "tracing/cxx/brackets.h"
#include "tracing/cxx/found_numbers.h"
#include "tracing/cxx/knobs.h"
#include "tracing/cxx/tokens.h"

namespace gemmscope::cxx {
namespace {

using Words = std::span<const Token>;
using Names = std::vector<std::string_view>;

bool mentions(Words words, std::string_view word) { return std::ranges::count(words, word, &Token::text) != 0; }

/// A statement of the host, a line for the preprocessor, or what stands before the { of a block.
struct Piece {
  std::string_view text;
  Names words, declares;  ///< `declares`: names that stand for what the words give
  bool is_assertion = false;
};

/// What the host's compiler reads of a text, cut up.
class HostText {
 public:
  explicit HostText(std::string_view text) {
    std::vector<Token> tokens;
    read_tokens(
        text,
        [&](const Token& token) {
          tokens.push_back(token);
          depth_ += token.text == "{" ? 1 : token.text == "}" ? -1 : 0;
        },
        [&](std::string_view directive, std::uint32_t) { add_directive(directive); });
    is_unclear = is_unclear || depth_ != 0;
    read(tokens);
  }

  std::vector<Piece> pieces;
  std::vector<std::string_view> bodies;  ///< of functions for the device alone
  /// A macro makes names from parts, or functions the host's; or an #if begins or ends a block, so that it is not known
  /// where functions end.
  bool is_unclear = false;

 private:
  void add_directive(std::string_view directive) {
    const std::vector<Token> tokens = tokens_of(directive);
    if (tokens.empty() || tokens[0].text == "include") return;
    note_condition(tokens[0].text);
    if (directive.find("##") != directive.npos || mentions(tokens, "__host__")) is_unclear = true;
    if (tokens.size() < 2) return;
    const bool defines = tokens[0].text == "define";
    Piece& piece = pieces.emplace_back();
    piece.text = directive;
    for (const Token& token : Words(tokens).subspan(defines ? 2 : 1)) piece.words.push_back(token.text);
    if (defines) piece.declares.push_back(tokens[1].text);
  }

  void note_condition(std::string_view kind) {
    if (kind.starts_with("if")) depths_.push_back(depth_);
    const bool ends = kind == "endif";
    if (!ends && !kind.starts_with("el")) return;
    if (depths_.empty() || depths_.back() != depth_) is_unclear = true;
    if (ends && !depths_.empty()) depths_.pop_back();
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
      const bool outside = std::ranges::count(in_namespace, false) == 0;  // of functions and classes
      const std::string_view function = text == "{" ? function_named(before) : "";
      const bool for_compilers = mentions(before, "constexpr") && outside;
      const std::size_t end = text == "{" ? end_of_brackets() : i;
      if (!function.empty() && for_compilers) {  // which work it out: its name stands for what it uses
        add(tokens.subspan(begin, end - begin + 1), {function});
        i = end;
      } else {
        add(before, text == ";" && outside ? declared(before) : Names());
        if (!function.empty() && is_of_device(before)) {
          bodies.push_back(text_of(tokens.subspan(i, end - i + 1)));
          i = end;
        } else if (text == "{") {
          in_namespace.push_back(begins_namespace(before));
        } else if (text == "}" && !in_namespace.empty()) {
          in_namespace.pop_back();
        }
      }
      begin = i + 1;
    }
    add(tokens.subspan(std::min(begin, tokens.size())), {});
  }

  /// Also extern "C" {.
  static bool begins_namespace(Words before) {
    const std::string_view first = before.empty() ? "" : before[0].text;
    return first == "namespace" || (first == "extern" && before.size() == 2);
  }

  /// Whether the { behind these words begins a variable's value.
  static bool gives_values(Words before) {
    if (before.empty() || before.back().text == ")") return false;
    for (const char* const block : {"namespace", "struct", "class", "union", "enum"})
      if (mentions(before, block)) return false;
    return mentions(before, "=") || mentions(before, "constexpr") || mentions(before, "const");
  }

  /// The name of the function whose body a { behind these words begins. Empty: it begins something else, or there may
  /// be several functions, as where a macro stands for one.
  static std::string_view function_named(Words before) {
    if (before.empty() || before.back().text != ")") return {};
    std::string_view name;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i].text != "(") continue;
      const std::string_view word = i == 0 ? "" : before[i - 1].text;
      if (!may_precede_name(word) && (!name.empty() || !is_word(word))) return {};
      if (!may_precede_name(word)) name = word;
      i = std::min(closing(before, i), before.size() - 1);
    }
    return name;
  }

  static bool is_of_device(Words before) {
    return !mentions(before, "__host__") && (mentions(before, "__global__") || mentions(before, "__device__"));
  }

  void add(Words words, Names declares) {
    if (words.empty()) return;
    Piece& piece = pieces.emplace_back();
    piece.text = text_of(words), piece.declares = std::move(declares);
    for (const Token& word : words) piece.words.push_back(word.text);
    piece.is_assertion = words[0].text == "static_assert";
  }

  /// Whether the statement only gives names values, so that nothing is done when the program starts.
  static bool is_constant(Words words) {
    if (mentions(words, "constexpr")) return true;
    const auto is_whole = [](const Token& word) { return word.text != "auto" && names_whole_number(word.text); };
    return mentions(words, "const") && !mentions(words, "(") && std::ranges::any_of(words, is_whole);
  }

  /// The names of "constexpr int vecA = widest(TM, PA), vecB(4)": the first word before a sign that gives it a value,
  /// and each word behind a comma. None: it is no such statement.
  static Names declared(Words words) {
    Names names;
    for (std::size_t i = 0; i + 1 < words.size() && is_constant(words); ++i) {
      const std::string_view text = words[i].text, next = words[i + 1].text;
      if (text == "," && is_word(next)) names.push_back(next);
      if (names.empty() && is_word(text) && (next == "=" || next == "{" || next == "[" || next == "("))
        names.push_back(text);
      if (text == "(" || text == "[" || text == "{") i = std::min(closing(words, i), words.size() - 1);
    }
    return names;
  }

  int depth_ = 0;            ///< blocks that are open
  std::vector<int> depths_;  ///< the same, at each #if that is open
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
  if (std::ranges::any_of(files, &HostText::is_unclear)) return false;
  std::set<std::string_view> names{number};
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    for (const HostText& file : files)
      if (!add_made_of(names, file)) return false;
  }
  return true;
}

}  // namespace gemmscope::cxx
