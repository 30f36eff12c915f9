// SPDX-License-Identifier: MIT
#include "tracing/cxx/found_numbers.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

#include "tracing/cxx/brackets.h"
#include "tracing/cxx/declarations.h"
#include "tracing/cxx/numbers.h"

namespace gemmscope::cxx {
namespace {

using Tokens = std::span<const Token>;

bool is_one_of(const Token& token, std::span<const std::string_view> words) {
  return std::ranges::find(words, token.text) != words.end();
}

constexpr std::array<std::string_view, 14> kStorage{"static",     "inline",       "extern",   "constexpr",  "const",
                                                    "__device__", "__constant__", "__host__", "volatile",   "mutable",
                                                    "constinit",  "thread_local", "register", "__managed__"};
constexpr std::array<std::string_view, 29> kWhole{
    "int",       "unsigned",     "signed",        "long",     "short",    "auto",     "uint",      "ulong",
    "ushort",    "size_t",       "ptrdiff_t",     "ssize_t",  "index_t",  "int8_t",   "int16_t",   "int32_t",
    "int64_t",   "uint8_t",      "uint16_t",      "uint32_t", "uint64_t", "intptr_t", "uintptr_t", "intmax_t",
    "uintmax_t", "int_fast32_t", "uint_fast32_t", "clock_t",  "dim_t"};

constexpr std::array<std::string_view, 4> kClass{"struct", "class", "union", "enum"};
/// What may stand before a function's name with brackets behind it.
constexpr std::array<std::string_view, 12> kWithBrackets{
    "__launch_bounds__", "__attribute__", "__align__", "alignas",          "decltype", "noexcept",
    "requires",          "__declspec",    "explicit",  "__cluster_dims__", "asm",      "__maxnreg__"};

bool opens(const Token& t) { return t.text == "(" || t.text == "[" || t.text == "{"; }

/// Up to some way behind `at`: no declaration is longer, and what has no end is not read again and again.
Tokens near_to(Tokens tokens, std::size_t at) {
  constexpr std::size_t kLongest = 4096;  // tokens
  return tokens.first(std::min(tokens.size(), at + kLongest));
}

/// The place behind what closes the bracket at `at`; the end if nothing does.
std::size_t behind(Tokens tokens, std::size_t at) { return std::min(closing(tokens, at) + 1, tokens.size()); }

/// What is between the commas of a list between < and >. `end`: behind the >; 0: it has none.
struct AngleList {
  std::vector<Tokens> parts;
  std::size_t end = 0;
};
/// `at`: the place of the <.
AngleList angle_list(Tokens all, std::size_t at) {
  const std::size_t close = closing(near_to(all, at), at);
  if (close == at) return {};
  return {at_commas(all.subspan(at + 1, close - at - 1)), close + 1};
}

/// The number that an expression of literals alone is.
std::optional<std::int64_t> literal_value(Tokens expression) {
  if (std::ranges::any_of(expression, is_word, &Token::text)) return std::nullopt;
  return value_of(expression, [](std::string_view) { return std::nullopt; });
}

/// "u", "ull": the longest suffix of its literals.
std::string suffix_of(Tokens expression) {
  std::string_view longest;
  for (const Token& token : expression) {
    if (!is_of_word(token.text[0])) continue;
    const std::string_view suffix = token.text.substr(token.text.find_last_not_of("uUlL") + 1);
    if (suffix.size() > longest.size()) longest = suffix;
  }
  return std::string(longest);
}

/// The name before the first bracket of a declaration: the function's. Empty: it is none.
std::string_view function_name(Tokens declaration) {
  for (std::size_t i = 0; i + 1 < declaration.size(); ++i) {
    if (declaration[i].text == "=" || declaration[i].text == ";") return {};
    if (!is_word(declaration[i].text) || declaration[i + 1].text != "(") continue;
    if (!may_precede_name(declaration[i].text)) return declaration[i].text;
    i = behind(declaration, i + 1) - 1;
  }
  return {};
}

bool has(Tokens tokens, std::string_view word) {
  return std::ranges::any_of(tokens, [&](const Token& t) { return t.text == word; });
}

/// Up to the first ; or { outside of brackets.
Tokens declaration_at(Tokens all, std::size_t at) {
  const Tokens tokens = near_to(all, at);
  std::size_t end = at;
  while (end < tokens.size() && tokens[end].text != ";" && tokens[end].text != "{")
    end = tokens[end].text == "(" || tokens[end].text == "[" ? behind(tokens, end) : end + 1;
  return tokens.subspan(at, end - at);
}

/// The name of a template's parameter; empty: a type, or it has none.
std::string parameter_name(Tokens parameter) {
  const auto equals = std::ranges::find_if(parameter, [](const Token& t) { return t.text == "="; });
  const Tokens declared = parameter.first(static_cast<std::size_t>(equals - parameter.begin()));
  if (declared.size() < 2 || !is_word(declared.back().text)) return {};
  const std::string_view first = declared.front().text;
  if (first == "typename" || first == "class" || first == "template") return {};
  return std::string(declared.back().text);
}

/// `value` is part of `source`.
FoundNumber found_number(std::string_view source, std::string_view name, const std::string& scope, Tokens value,
                         std::uint32_t line) {
  const char *const begin = value.front().text.data(), *const end = value.back().text.data() + value.back().text.size();
  const auto number = literal_value(value);
  return {std::string(name), scope, number,
          KnobPlace{static_cast<std::size_t>(begin - source.data()), static_cast<std::size_t>(end - begin), line,
                    number ? suffix_of(value) : ""}};
}

/// Reads what is in no line for the preprocessor.
class NumbersReader {
 public:
  /// `tokens` are of `source`.
  NumbersReader(std::string_view source, Tokens tokens, std::vector<FoundNumber>& found)
      : source_(source), tokens_(tokens), found_(found) {}

  void read() {
    for (std::size_t i = 0; i < tokens_.size();) i = at_statement_ ? read_statement(i) : read_token(i);
    read_arguments();
  }

 private:
  struct Scope {
    std::string name;
    bool is_function = false;
    int depth = 0;  ///< of brackets around it
  };

  const std::string& scope() const {
    static const std::string none;
    return scopes_.empty() ? none : scopes_.back().name;
  }
  bool in_function() const { return !scopes_.empty() && scopes_.back().is_function; }

  void begin_statement(std::size_t at) { at_statement_ = true, statement_ = at; }

  /// Returns where to go on.
  std::size_t read_statement(std::size_t i) {
    at_statement_ = false;
    statement_ = i;
    if (tokens_[i].text == "template" && i + 1 < tokens_.size() && tokens_[i + 1].text == "<") {
      const AngleList parameters = angle_list(tokens_, i + 1);
      if (parameters.end == 0) return i + 1;
      note_template(parameters, declaration_at(tokens_, parameters.end));
      begin_statement(parameters.end);
      return parameters.end;
    }
    const std::string_view word = tokens_[i].text;
    if ((word == "public" || word == "private" || word == "protected") && i + 1 < tokens_.size() &&
        tokens_[i + 1].text == ":") {
      begin_statement(i + 2);
      return i + 2;
    }
    const std::size_t behind_constants = read_constants(i);
    return behind_constants != i ? behind_constants : read_token(i);
  }

  std::size_t read_token(std::size_t i) {
    const Token& t = tokens_[i];
    if (t.text == "(" || t.text == "[")
      ++depth_;
    else if (t.text == ")" || t.text == "]")
      depth_ = std::max(0, depth_ - 1);
    else if (t.text == "{")
      open_scope(i), begin_statement(i + 1);
    else if (t.text == "}")
      close_scope(), begin_statement(i + 1);
    else if (t.text == ";" && depth_ == 0)
      begin_statement(i + 1);
    else if (t.text == "<" && i > 0 && is_word(tokens_[i - 1].text))
      angles_.push_back(i);
    return i + 1;
  }

  void open_scope(std::size_t brace) {
    const Tokens head = tokens_.subspan(statement_, brace - statement_);
    Scope inner{scope(), in_function(), depth_};
    if (depth_ == 0 && !in_function() && !has(head, "namespace")) {
      if (const std::string_view name = function_name(head); !name.empty())
        inner.name = name, inner.is_function = true;
      else if (const auto key = std::ranges::find_if(head, [](const Token& t) { return is_one_of(t, kClass); });
               key != head.end() && key + 1 != head.end())
        inner.name = (key + 1)->text;
    }
    scopes_.push_back(std::move(inner));
    depth_ = 0;
  }

  void close_scope() {
    depth_ = scopes_.empty() ? 0 : scopes_.back().depth;
    if (!scopes_.empty()) scopes_.pop_back();
  }

  /// Constants that are declared from `i` on. Returns the place behind them, or `i`.
  std::size_t read_constants(std::size_t i) {
    const std::size_t begin = i;
    bool is_constant = false, is_whole = false;
    for (; i < tokens_.size(); ++i) {
      const bool qualified = i + 2 < tokens_.size() && tokens_[i].text == "std" && tokens_[i + 1].text == "::";
      if (qualified) i += 2;
      if (names_whole_number(tokens_[i].text))
        is_whole = true;
      else if (is_one_of(tokens_[i], kStorage))
        is_constant = is_constant || tokens_[i].text == "const" || tokens_[i].text == "constexpr";
      else
        break;
    }
    if (!is_constant || !is_whole) return begin;
    while (i + 1 < tokens_.size() && is_word(tokens_[i].text)) {
      const std::size_t end = read_declarator(i);
      if (end == 0) return begin;
      if (end >= tokens_.size() || tokens_[end].text != ",") return end;
      i = end + 1;
    }
    return begin;
  }

  /// `NAME = 1`, `NAME{1}`, `NAME(1)`. Returns the place behind; 0: it is something else.
  std::size_t read_declarator(std::size_t i) {
    const Token& name = tokens_[i];
    const Tokens near = near_to(tokens_, i);
    const std::size_t first = i + 2;
    std::size_t end = first;
    if (near[i + 1].text == "=" && first < near.size()) {
      while (end < near.size() && near[end].text != ";" && near[end].text != ",")
        end = opens(near[end]) ? behind(near, end) : end + 1;
      const bool braced = near[first].text == "{" && behind(near, first) == end && end - first > 2;
      add(name.text, scope(), braced ? near.subspan(first + 1, end - first - 2) : near.subspan(first, end - first));
      return end;
    }
    if (near[i + 1].text != "{" && near[i + 1].text != "(") return 0;
    end = behind(near, i + 1);
    if (end >= near.size() || (near[end].text != ";" && near[end].text != ",")) return 0;  // a function
    const Tokens value = near.subspan(first, end - 1 - first);
    if (near[i + 1].text == "{" || literal_value(value)) add(name.text, scope(), value);
    return end;
  }

  void add(std::string_view name, const std::string& scope, Tokens value) {
    if (!value.empty() && !name.starts_with("__"))
      found_.push_back(found_number(source_, name, scope, value, value.front().line));
  }

  /// Keeps the names of the parameters, if it is a kernel or a function of the host.
  void note_template(const AngleList& parameters, Tokens declaration) {
    const bool on_device = has(declaration, "__device__") && !has(declaration, "__global__");
    const std::string_view name = on_device ? std::string_view() : function_name(declaration);
    if (name.empty() || is_one_of(declaration.front(), kClass)) return;
    std::vector<std::string>& names = templates_[std::string(name)];
    names.clear();
    for (const Tokens parameter : parameters.parts) {
      if (has(parameter, ".")) break;  // of a pack, no argument has a name
      names.push_back(parameter_name(parameter));
    }
  }

  /// Numbers among the arguments of what note_template() has noted.
  void read_arguments() {
    for (const std::size_t at : angles_) {
      const auto known = templates_.find(std::string(tokens_[at - 1].text));
      if (known == templates_.end()) continue;
      const AngleList arguments = angle_list(tokens_, at);
      for (std::size_t i = 0; i < std::min(arguments.parts.size(), known->second.size()); ++i) {
        const Tokens part = arguments.parts[i];
        if (!known->second[i].empty() && literal_value(part)) add(known->second[i], known->first, part);
      }
    }
  }

  std::string_view source_;
  Tokens tokens_;
  std::vector<FoundNumber>& found_;
  std::vector<Scope> scopes_;
  int depth_ = 0;  ///< of ( and [ since the last {
  bool at_statement_ = true;
  std::size_t statement_ = 0;
  std::vector<std::size_t> angles_;                            ///< each < behind a name
  std::map<std::string, std::vector<std::string>> templates_;  ///< names of their parameters; empty: a type
};

/// What `#if 0` leaves out. Other conditions are not evaluated: all their branches count.
class DeadText {
 public:
  bool is_dead() const { return since_ != 0; }

  void obey(Tokens directive) {
    const std::string_view word = directive.front().text;
    const bool ends = word == "endif", turns = word == "else" || word.starts_with("elif");
    if (since_ == depth_ && (ends || turns)) since_ = 0;
    if (ends && depth_ > 0) --depth_;
    if (word.starts_with("if")) ++depth_;
    if (word == "if" && directive.size() == 2 && directive[1].text == "0" && since_ == 0) since_ = depth_;
  }

 private:
  std::size_t depth_ = 0;  ///< of nested #if
  std::size_t since_ = 0;  ///< the depth that is left out; 0: none is
};

/// `#define NAME 16`, in line `number` of the text. A macro with parameters has its bracket right behind its name.
void read_define(std::string_view source, Tokens line, std::uint32_t number, std::vector<FoundNumber>& found) {
  if (line.size() < 3 || line[0].text != "define" || line[1].text.starts_with("__")) return;
  if (line[2].text == "(" && line[1].text.data() + line[1].text.size() == line[2].text.data()) return;
  found.push_back(found_number(source, line[1].text, "", line.subspan(2), number));
}

}  // namespace

bool names_whole_number(std::string_view word) { return std::ranges::find(kWhole, word) != kWhole.end(); }

bool may_precede_name(std::string_view word) { return std::ranges::find(kWithBrackets, word) != kWithBrackets.end(); }

std::vector<FoundNumber> numbers_in(std::string_view text) {
  std::vector<FoundNumber> found;
  std::vector<Token> plain;
  DeadText dead;
  read_tokens(
      text,
      [&](const Token& token) {
        if (!dead.is_dead()) plain.push_back(token);
      },
      [&](std::string_view directive, std::uint32_t number) {
        const std::vector<Token> line = tokens_of(directive);
        if (line.empty()) return;
        if (!dead.is_dead()) read_define(text, line, number, found);
        dead.obey(line);
      });
  NumbersReader(text, plain, found).read();
  return found;
}

}  // namespace gemmscope::cxx
