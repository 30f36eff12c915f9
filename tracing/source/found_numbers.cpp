// SPDX-License-Identifier: MIT
#include "tracing/source/found_numbers.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

#include "tracing/source/constants.h"
#include "tracing/source/tokens.h"

namespace gemmscope::source {
namespace {

using Tokens = std::span<const Token>;

bool is_one_of(const Token& token, std::span<const std::string_view> words) {
  return token.kind == TokenKind::kName && std::ranges::find(words, token.text) != words.end();
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

bool opens(const Token& t) { return t.is("(") || t.is("[") || t.is("{"); }
bool closes(const Token& t) { return t.is(")") || t.is("]") || t.is("}"); }

/// Up to some way behind `at`: no declaration is longer, and what has no end is not read again and again.
Tokens near_to(Tokens tokens, std::size_t at) {
  constexpr std::size_t kLongest = 4096;  // tokens
  return tokens.first(std::min(tokens.size(), at + kLongest));
}

/// The place behind what closes the bracket at `at`; the end if nothing does.
std::size_t behind(Tokens tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    depth += opens(tokens[at]) ? 1 : closes(tokens[at]) ? -1 : 0;
    if (depth <= 0) return at + 1;
  }
  return tokens.size();
}

/// Lists between < and >, with what is between its commas. `end`: behind the >; 0: it has none.
struct AngleList {
  std::vector<Tokens> parts;
  std::size_t end = 0;
};
/// `at`: of the <.
AngleList angle_list(Tokens all, std::size_t at) {
  const Tokens tokens = near_to(all, at);
  AngleList list;
  int depth = 0;
  std::size_t part = at + 1;
  for (std::size_t i = at; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (t.is("(") || t.is("[") || t.is("{")) {
      i = behind(tokens, i) - 1;
      continue;
    }
    if (t.is(";") || t.is("}") || t.is(")")) return {};
    const bool after_value = i > at && (tokens[i - 1].kind == TokenKind::kNumber || tokens[i - 1].is(")"));
    if (after_value && t.is("<") && i + 1 < tokens.size() && tokens[i + 1].is("<")) {
      ++i;  // 1 << 4
      continue;
    }
    depth += t.is("<") ? 1 : t.is(">") ? -1 : 0;
    if (depth == 0 || (depth == 1 && t.is(","))) {
      if (i > part || depth != 0) list.parts.push_back(tokens.subspan(part, i - part));
      part = i + 1;
    }
    if (depth != 0) continue;
    list.end = i + 1;
    return list;
  }
  return {};
}

/// The name before the first bracket of a declaration: the function's. Empty: it is none.
std::string_view function_name(Tokens declaration) {
  for (std::size_t i = 0; i + 1 < declaration.size(); ++i) {
    if (declaration[i].is("=") || declaration[i].is(";")) return {};
    if (declaration[i].kind != TokenKind::kName || !declaration[i + 1].is("(")) continue;
    if (!is_one_of(declaration[i], kWithBrackets)) return declaration[i].text;
    i = behind(declaration, i + 1) - 1;
  }
  return {};
}

bool has(Tokens tokens, std::string_view word) {
  return std::ranges::any_of(tokens, [&](const Token& t) { return t.is(word); });
}

/// Up to the first ; or { outside of brackets.
Tokens declaration_at(Tokens all, std::size_t at) {
  const Tokens tokens = near_to(all, at);
  std::size_t end = at;
  while (end < tokens.size() && !tokens[end].is(";") && !tokens[end].is("{"))
    end = tokens[end].is("(") || tokens[end].is("[") ? behind(tokens, end) : end + 1;
  return tokens.subspan(at, end - at);
}

/// The name of a template's parameter; empty: a type, or it has none.
std::string parameter_name(Tokens parameter) {
  const auto equals = std::ranges::find_if(parameter, [](const Token& t) { return t.is("="); });
  const Tokens declared = parameter.first(static_cast<std::size_t>(equals - parameter.begin()));
  if (declared.size() < 2 || declared.back().kind != TokenKind::kName) return {};
  const std::string_view first = declared.front().text;
  if (first == "typename" || first == "class" || first == "template") return {};
  return std::string(declared.back().text);
}

/// Reads the words that are in no directive.
class Reader {
 public:
  Reader(Tokens tokens, std::vector<FoundNumber>& found) : tokens_(tokens), found_(found) {}

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
    if (tokens_[i].is("template") && i + 1 < tokens_.size() && tokens_[i + 1].is("<")) {
      const AngleList parameters = angle_list(tokens_, i + 1);
      if (parameters.end == 0) return i + 1;
      note_template(parameters, declaration_at(tokens_, parameters.end));
      begin_statement(parameters.end);
      return parameters.end;
    }
    const std::string_view word = tokens_[i].text;
    if ((word == "public" || word == "private" || word == "protected") && i + 1 < tokens_.size() &&
        tokens_[i + 1].is(":")) {
      begin_statement(i + 2);
      return i + 2;
    }
    const std::size_t behind_constants = read_constants(i);
    return behind_constants != i ? behind_constants : read_token(i);
  }

  std::size_t read_token(std::size_t i) {
    const Token& t = tokens_[i];
    if (t.is("(") || t.is("["))
      ++depth_;
    else if (t.is(")") || t.is("]"))
      depth_ = std::max(0, depth_ - 1);
    else if (t.is("{"))
      open_scope(i), begin_statement(i + 1);
    else if (t.is("}"))
      close_scope(), begin_statement(i + 1);
    else if (t.is(";") && depth_ == 0)
      begin_statement(i + 1);
    else if (t.is("<") && i > 0 && tokens_[i - 1].kind == TokenKind::kName)
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
      const bool qualified = i + 2 < tokens_.size() && tokens_[i].is("std") && tokens_[i + 1].is("::");
      if (qualified) i += 2;
      if (is_one_of(tokens_[i], kWhole))
        is_whole = true;
      else if (is_one_of(tokens_[i], kStorage))
        is_constant = is_constant || tokens_[i].is("const") || tokens_[i].is("constexpr");
      else
        break;
    }
    if (!is_constant || !is_whole) return begin;
    while (i + 1 < tokens_.size() && tokens_[i].kind == TokenKind::kName) {
      const std::size_t end = read_declarator(i);
      if (end == 0) return begin;
      if (end >= tokens_.size() || !tokens_[end].is(",")) return end;
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
    if (near[i + 1].is("=") && first < near.size()) {
      while (end < near.size() && !near[end].is(";") && !near[end].is(","))
        end = opens(near[end]) ? behind(near, end) : end + 1;
      const bool braced = near[first].is("{") && behind(near, first) == end && end - first > 2;
      add(name, scope(), braced ? near.subspan(first + 1, end - first - 2) : near.subspan(first, end - first));
      return end;
    }
    if (!near[i + 1].is("{") && !near[i + 1].is("(")) return 0;
    end = behind(near, i + 1);
    if (end >= near.size() || (!near[end].is(";") && !near[end].is(","))) return 0;  // a function
    const Tokens value = near.subspan(first, end - 1 - first);
    if (near[i + 1].is("{") || constant_of(value)) add(name, scope(), value);
    return end;
  }

  void add(const Token& name, const std::string& scope, Tokens value) {
    if (value.empty() || name.text.starts_with("__")) return;
    const auto constant = constant_of(value);
    found_.push_back({std::string(name.text), scope, constant ? std::optional(constant->value) : std::nullopt,
                      KnobPlace{value.front().begin, value.back().end() - value.front().begin, name.line,
                                constant ? constant->suffix : ""}});
  }

  /// Of kernels, and of functions of the host.
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
        if (known->second[i].empty() || !constant_of(part)) continue;
        Token name = part.front();
        name.text = known->second[i], name.kind = TokenKind::kName;
        add(name, known->first, part);
      }
    }
  }

  Tokens tokens_;
  std::vector<FoundNumber>& found_;
  std::vector<Scope> scopes_;
  int depth_ = 0;  ///< of ( and [ since the last {
  bool at_statement_ = true;
  std::size_t statement_ = 0;
  std::vector<std::size_t> angles_;                            ///< each < behind a name
  std::map<std::string, std::vector<std::string>> templates_;  ///< names of their parameters; empty: a type
};

/// `#define NAME 16`. One that is a function has its bracket right behind its name.
void read_define(Tokens line, std::vector<FoundNumber>& found) {
  if (line.size() < 4 || !line[1].is("define") || line[2].text.starts_with("__")) return;
  if (line[3].is("(") && line[2].end() == line[3].begin) return;
  const Tokens value = line.subspan(3);
  const auto constant = constant_of(value);
  found.push_back({std::string(line[2].text), "", constant ? std::optional(constant->value) : std::nullopt,
                   KnobPlace{value.front().begin, value.back().end() - value.front().begin, line[2].line,
                             constant ? constant->suffix : ""}});
}

}  // namespace

std::vector<FoundNumber> numbers_in(std::string_view text) {
  std::vector<FoundNumber> found;
  const std::vector<Token> all = tokens_of(text);
  std::vector<Token> plain;
  for (std::size_t i = 0; i < all.size();) {
    if (all[i].directive == 0) {
      plain.push_back(all[i++]);
      continue;
    }
    std::size_t end = i;
    while (end < all.size() && all[end].directive == all[i].directive) ++end;
    read_define(Tokens(all).subspan(i, end - i), found);
    i = end;
  }
  Reader(plain, found).read();
  return found;
}

}  // namespace gemmscope::source
