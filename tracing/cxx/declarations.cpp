// SPDX-License-Identifier: MIT
#include "tracing/cxx/declarations.h"

#include <algorithm>
#include <array>

#include "tracing/cxx/brackets.h"

namespace gemmscope::cxx {

/// Goes through all tokens once.
class Scan {
 public:
  explicit Scan(Declarations& to) : to_(to), tokens_(to.text_.tokens()) {}

  void all() {
    scopes_.push_back({});
    for (at_ = 0; at_ < tokens_.size(); ++at_) step();
  }

 private:
  enum class Kind : std::uint8_t { kNamespace, kStruct, kEnum, kOther, kValue };
  struct Scope {
    Kind kind = Kind::kNamespace;
    std::string name;
    std::size_t statement = 0;  ///< where the statement begins that is read in it
    std::size_t kernel = SIZE_MAX;
    DeclaredStruct members{};
    std::size_t begin = statement;  ///< behind its brace
  };

  std::string_view text(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : std::string_view(); }
  std::span<const Token> between(std::size_t begin, std::size_t end) const {
    return begin < end ? tokens_.subspan(begin, end - begin) : std::span<const Token>();
  }
  Scope& scope() { return scopes_.back(); }
  std::uint32_t line_of(const Token& token) const { return to_.text_.is_of_first(at_) ? token.line : 0; }

  void step() {
    const std::string_view now = text(at_);
    if (now == "(" || now == "[") return skip_to(closing(tokens_, at_));
    if (now == ";") return end_statement();
    if (now == "}") return leave();
    if (now == "{") return enter({brace_kind(), {}, at_ + 1, SIZE_MAX, {}});
    if (now == "template" && text(at_ + 1) == "<") return read_template();
    if (now == "namespace") return read_namespace();
    if (now == "struct" || now == "class" || now == "union") return read_struct();
    if (now == "enum") return read_enum();
    if (now == "__global__") return read_kernel();
    const bool is_label =
        now == ":" && (text(at_ - 1) == "public" || text(at_ - 1) == "private" || text(at_ - 1) == "protected");
    if (is_label) scope().statement = at_ + 1;
  }
  void skip_to(std::size_t end) { at_ = std::min(end, tokens_.size()); }

  /// Braces of a value, as in "int a[] = {1, 2}" and "int n{3};", belong to their statement.
  Kind brace_kind() {
    constexpr std::size_t kMostLooked = 256;  // tokens
    const auto statement = between(std::max(scope().statement, at_ - std::min(at_, kMostLooked)), at_);
    bool has_value = false, has_brackets = false;
    for (std::size_t i = 0; i < statement.size(); ++i) {
      if (statement[i].text == "operator") return Kind::kOther;
      has_value = has_value || statement[i].text == "=";
      has_brackets = has_brackets || statement[i].text == "(";
      if (statement[i].text == "(") i = closing(statement, i);
    }
    const bool is_member =
        scope().kind == Kind::kStruct && !statement.empty() && is_word(statement.back().text) && !has_brackets;
    return has_value || is_member ? Kind::kValue : Kind::kOther;
  }
  void enter(Scope scope) {
    if (scopes_.size() < kDeepest) return scopes_.push_back(std::move(scope));
    skip_to(closing(tokens_, at_));
  }

  void leave() {
    if (scopes_.size() == 1) return;
    Scope left = std::move(scope());
    scopes_.pop_back();
    if (left.kernel != SIZE_MAX) {
      to_.kernels_[left.kernel].last_line = line_of(tokens_[at_]);
      to_.kernels_[left.kernel].body = between(left.begin, at_);
    }
    if (left.kind == Kind::kStruct) return end_struct(std::move(left));
    if (left.kind == Kind::kEnum) note_enumerators(between(left.statement, at_));
    if (left.kind == Kind::kOther || left.kind == Kind::kNamespace) scope().statement = at_ + 1, template_.clear();
  }

  void read_template() {
    const std::size_t close = closing(tokens_, at_ + 1);
    if (close == at_ + 1) return;
    template_.clear();
    for (const auto& one : at_commas(between(at_ + 2, close))) {
      const bool is_type = one[0].text == "class" || one[0].text == "typename" || one[0].text == "template";
      Declared parameter;
      if (is_type) {
        parameter.type = "class";
        for (const Token& token : one) {
          if (token.text == "=") break;
          if (token.text == "...") parameter.is_pack = true;
          if (is_word(token.text) && token.text != "class" && token.text != "typename" && token.text != "template")
            parameter.name = token.text;
        }
      } else {
        parameter = declared(one);
      }
      template_.push_back(std::move(parameter));
    }
    skip_to(close);
    scope().statement = at_ + 1;
  }

  void read_namespace() {
    std::size_t i = at_ + 1;
    std::vector<std::string> names;
    for (; i < tokens_.size() && text(i) != "{" && text(i) != ";" && text(i) != "="; ++i)
      if (is_word(text(i)) && text(i) != "inline") names.emplace_back(text(i));
    if (text(i) != "{") return;
    std::string name;
    for (const std::string& one : names) name += (name.empty() ? "" : "::") + one;
    at_ = i;
    enter({Kind::kNamespace, name, i + 1, SIZE_MAX, {}});
  }

  void read_struct() {
    std::size_t i = at_ + 1;
    for (; text(i) == "[" || text(i) == "alignas" || text(i) == "__align__" || text(i) == "__attribute__"; ++i) {
      if (text(i) != "[") ++i;
      i = std::min(closing(tokens_, std::min(i, tokens_.size() - 1)), tokens_.size() - 1);
    }
    std::string name;
    for (; is_word(text(i)) || text(i) == "::"; ++i)
      if (is_word(text(i)) && text(i) != "final") name = text(i);
    const bool is_special = text(i) == "<";
    if (is_special) i = closing(tokens_, i) + 1;
    if (text(i) == "final") ++i;
    const bool has_bases = text(i) == ":";
    while (has_bases && i < tokens_.size() && text(i) != "{" && text(i) != ";") ++i;
    if (text(i) != "{") return;
    DeclaredStruct members{std::move(template_), {}, !has_bases, text(at_) == "union"};
    template_.clear();
    at_ = i;
    enter({Kind::kStruct, is_special ? "" : name, i + 1, SIZE_MAX, std::move(members)});
  }

  /// "} name;" behind typedef is its name; otherwise it is a variable or member.
  void end_struct(Scope left) {
    const bool is_typedef = text(scope().statement) == "typedef";
    const std::string behind(is_word(text(at_ + 1)) ? text(at_ + 1) : "");
    if (is_typedef && !behind.empty() && behind != left.name) to_.structs_[behind].push_back(left.members);
    std::string name = left.name;
    if (!is_typedef && !behind.empty()) {
      if (name.empty()) name = "struct " + behind;
      if (scope().kind == Kind::kStruct)
        scope().members.members.push_back({name, behind, {}, false});
      else
        to_.variables_.push_back({name, behind, {}, false});
    } else if (left.name.empty() && scope().kind == Kind::kStruct) {
      scope().members.is_known = false;  // its members are those of the one around it
    }
    if (!name.empty()) to_.structs_[name].push_back(std::move(left.members));
    while (at_ + 1 < tokens_.size() && text(at_ + 1) != ";" && text(at_ + 1) != "{" && text(at_ + 1) != "}") ++at_;
    if (text(at_ + 1) == ";") ++at_;
    scope().statement = at_ + 1, template_.clear();
  }

  void read_enum() {
    std::size_t i = at_ + 1;
    while (i < tokens_.size() && text(i) != "{" && text(i) != ";" && text(i) != "(" && text(i) != ")") ++i;
    if (text(i) != "{") return;
    at_ = i;
    enter({Kind::kEnum, {}, i + 1, SIZE_MAX, {}});
  }

  void note_enumerators(std::span<const Token> list) {
    std::span<const Token> last;
    std::int64_t plus = -1;
    for (const auto& one : at_commas(list)) {
      if (one.empty()) continue;
      ++plus;
      if (one.size() > 2 && one[1].text == "=") last = one.subspan(2), plus = 0;
      to_.values_[one[0].text].push_back({last, plus, line_of(one[0])});
    }
  }

  void read_kernel();
  void end_statement();
  void note_constants(std::span<const Token> statement);
  void note_variables(std::span<const Token> statement, std::vector<Declared>& to);

  static constexpr std::size_t kDeepest = 256;
  Declarations& to_;
  const std::span<const Token> tokens_;
  std::size_t at_ = 0;
  std::vector<Scope> scopes_;
  std::vector<Declared> template_;  ///< parameters of the template whose declaration follows
};

namespace {

/// What may stand between a kernel's parameters and its body.
bool goes_on(std::string_view text) {
  return text == "{" || text == ";" || text == "noexcept" || text == "requires" || text == "__attribute__" ||
         text == "__launch_bounds__" || text == "->" || text == "try";
}
bool has_own_brackets(std::string_view word) {
  constexpr std::array<std::string_view, 9> kWords{"__launch_bounds__", "__attribute__",  "__align__",
                                                   "alignas",           "decltype",       "__declspec",
                                                   "__cluster_dims__",  "__block_size__", "__maxnreg__"};
  return std::ranges::find(kWords, word) != kWords.end();
}

}  // namespace

void Scan::read_kernel() {
  constexpr std::size_t kFarthest = 2'000;  // tokens
  std::size_t name = 0;
  for (std::size_t i = at_ + 1; i < std::min(tokens_.size(), at_ + kFarthest); ++i) {
    const std::string_view now = text(i);
    if (now == ";" || now == "{" || now == "}") return;
    if (is_word(now)) name = i;
    if (now == "<") i = closing(tokens_, i);
    if (now == "[") i = closing(tokens_, i);
    if (now != "(") continue;
    const std::size_t close = closing(tokens_, i);
    if (close == tokens_.size()) return;
    if (name == 0 || has_own_brackets(text(name)) || !goes_on(text(close + 1))) {
      i = close;
      continue;
    }
    DeclaredKernel kernel;
    for (const Scope& each : scopes_)
      if (!each.name.empty()) kernel.scopes.push_back(each.name);
    std::size_t scoped = name;
    while (scoped >= 2 && text(scoped - 1) == "::" && is_word(text(scoped - 2))) scoped -= 2;
    for (std::size_t s = scoped; s < name; s += 2) kernel.scopes.emplace_back(text(s));
    kernel.name = text(name);
    kernel.templates = std::move(template_);
    for (const auto& one : at_commas(between(i + 1, close))) kernel.parameters.push_back(declared(one));
    const bool is_void = kernel.parameters.size() == 1 && kernel.parameters[0].type == "void";
    if (is_void) kernel.parameters.clear();
    kernel.first_line = line_of(tokens_[scope().statement]);
    kernel.last_line = kernel.first_line;
    std::size_t body = close + 1;
    while (body < tokens_.size() && text(body) != "{" && text(body) != ";") ++body;
    kernel.is_defined = text(body) == "{";
    to_.kernels_.push_back(std::move(kernel));
    template_.clear();
    at_ = body;
    if (text(body) == "{")
      enter({Kind::kOther, {}, body + 1, to_.kernels_.size() - 1, {}});
    else
      scope().statement = body + 1;
    return;
  }
}

void Scan::end_statement() {
  const auto statement = between(scope().statement, at_);
  scope().statement = at_ + 1;
  const auto has = [&](std::string_view word) {
    return std::ranges::find(statement, word, &Token::text) != statement.end();
  };
  if (statement.empty() || scope().kind == Kind::kValue) return;
  const std::string_view first = statement[0].text;
  const bool is_template = !std::exchange(template_, {}).empty();
  if (first == "using") {
    if (statement.size() > 3 && statement[2].text == "=")
      to_.types_[std::string(statement[1].text)].push_back(declared(statement.subspan(3)).type);
    return;
  }
  if (first == "typedef") {
    const Declared its = declared(statement.subspan(1));
    if (!its.name.empty()) to_.types_[its.name].push_back(its.type);
    return;
  }
  if (has("const") || has("constexpr")) note_constants(statement);
  if (is_template || first == "friend" || first == "return" || has("static_assert")) return;
  if (has("__shared__")) return note_variables(statement, to_.shared_);
  if (has("__constant__") || has("__device__") || has("__managed__")) return note_variables(statement, to_.variables_);
  if (scope().kind == Kind::kStruct && first != "static" && !has("operator") && !(has("static")))
    note_variables(statement, scope().members.members);
}

/// "constexpr int M = 4, N = 5"
void Scan::note_constants(std::span<const Token> statement) {
  for (const auto& one : at_commas(statement)) {
    const auto equals = std::ranges::find(one, "=", &Token::text);
    if (equals == one.end() || equals == one.begin() || !is_word(std::prev(equals)->text)) return;
    const auto value = one.subspan(static_cast<std::size_t>(equals - one.begin()) + 1);
    to_.values_[std::prev(equals)->text].push_back({value, 0, line_of(*equals)});
  }
}

/// "float *a, b[4]": what is in front of the first * or name belongs to all. Not functions.
void Scan::note_variables(std::span<const Token> statement, std::vector<Declared>& to) {
  std::vector<Token> base;
  const bool is_member = scope().kind == Kind::kStruct && &to == &scope().members.members;
  for (const auto& one : at_commas(statement)) {
    std::vector<Token> whole = base;
    whole.insert(whole.end(), one.begin(), one.end());
    if (is_member && std::ranges::find(one, ":", &Token::text) != one.end()) scope().members.is_known = false;
    for (std::size_t i = 0; i < whole.size() && whole[i].text != "="; ++i)  // a function, with parameters
      if (whole[i].text == "(" && i > 0 && is_word(whole[i - 1].text) && !has_own_brackets(whole[i - 1].text) &&
          (i + 1 == whole.size() || whole[i + 1].text != "*"))
        return;
    Declared its = declared(whole);
    if (base.empty())
      for (std::size_t i = 0; i < std::min<std::size_t>(one.size(), 64); ++i) {
        const std::string_view now = one[i].text;
        if (has_own_brackets(now) && i + 1 < one.size() && one[i + 1].text == "(") {
          i = closing(one, i + 1);  // __align__(16)
          continue;
        }
        if (now == "*" || now == "&" || now == "(" || now == "[" || now == its.name) break;
        const std::size_t end = now == "<" ? closing(one, i) : i;
        base.insert(base.end(), one.begin() + static_cast<std::ptrdiff_t>(i),
                    one.begin() + static_cast<std::ptrdiff_t>(end) + 1);
        i = end;
      }
    its.line = line_of(whole.back());
    if (!its.name.empty()) to.push_back(std::move(its));
  }
}

Declarations::Declarations(std::vector<File> files, Branches branches)
    : files_(std::move(files)), text_(files_, branches) {
  Scan(*this).all();
}

const DeclaredStruct* Declarations::find_struct(std::string_view name) const {
  const auto found = structs_.find(name);
  return found == structs_.end() || found->second.size() != 1 ? nullptr : &found->second[0];
}

std::optional<std::string> Declarations::type_called(std::string_view name) const {
  const auto found = types_.find(name);
  if (found == types_.end()) return std::nullopt;
  const bool alike = std::ranges::all_of(found->second, [&](const std::string& t) { return t == found->second[0]; });
  return alike ? std::optional(found->second[0]) : std::nullopt;
}

std::optional<Declared> Declarations::variable(std::string_view name) const {
  const auto is_it = [&](const Declared& each) { return each.name == name; };
  const auto found = std::ranges::find_if(variables_, is_it);
  if (found == variables_.end()) return std::nullopt;
  const bool alike =
      std::ranges::all_of(variables_, [&](const Declared& d) { return d.name != name || d.type == found->type; });
  return alike ? std::optional(*found) : std::nullopt;
}

std::vector<Declared> Declarations::shared(std::string_view name) const {
  std::vector<Declared> found;
  for (const Declared& each : shared_)
    if (each.name == name) found.push_back(each);
  return found;
}

}  // namespace gemmscope::cxx
