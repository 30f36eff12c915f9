// SPDX-License-Identifier: MIT
#include "tracing/cxx/preprocessed.h"

#include <algorithm>

#include "tracing/cxx/numbers.h"

namespace gemmscope::cxx {
namespace {

constexpr std::size_t kMostTokens = 1'000'000;
constexpr std::size_t kDeepestMacro = 64;

/// What nvcc defines itself, as far as programs ask.
constexpr std::pair<std::string_view, std::int64_t> kOfNvcc[] = {{"__CUDACC__", 1},
                                                                 {"__NVCC__", 1},
                                                                 {"__CUDA_ARCH__", 800},
                                                                 {"__cplusplus", 201703},
                                                                 {"__CUDACC_VER_MAJOR__", 13},
                                                                 {"CUDART_VERSION", 13000},
                                                                 {"CUDA_VERSION", 13000},
                                                                 {"__linux__", 1},
                                                                 {"__GNUC__", 12},
                                                                 {"__x86_64__", 1}};

std::optional<std::int64_t> of_nvcc(std::string_view name) {
  const auto found = std::ranges::find(kOfNvcc, name, &std::pair<std::string_view, std::int64_t>::first);
  return found == std::end(kOfNvcc) ? std::nullopt : std::optional(found->second);
}

bool same(const std::vector<Token>& a, const std::vector<Token>& b) {
  return std::ranges::equal(a, b, {}, &Token::text, &Token::text);
}

}  // namespace

Preprocessed::Preprocessed(std::span<const File> files, Branches branches)
    : files_(files), branches_(branches), is_read_(files.size()) {
  for (std::size_t file = 0; file < files.size(); ++file)
    if (!is_read_[file]) conditions_.clear(), read(file);
}

bool Preprocessed::is_of_first(std::size_t token) const {
  const auto behind = std::ranges::upper_bound(files_begin_, token, {}, &std::pair<std::size_t, bool>::first);
  return behind != files_begin_.begin() && std::prev(behind)->second;
}

bool Preprocessed::is_active() const { return conditions_.empty() || conditions_.back().active; }

void Preprocessed::read(std::size_t file) {
  is_read_[file] = true;
  files_begin_.emplace_back(tokens_.size(), file == 0);
  read_tokens(
      files_[file].text,
      [&](const Token& token) {
        if (is_active()) waiting_.push_back(token);
      },
      [&](std::string_view directive, std::uint32_t) { obey(directive, file); });
  flush();
}

void Preprocessed::flush() {
  Hidden hidden;
  expand(waiting_, tokens_, hidden);
  waiting_.clear();
}

void Preprocessed::obey(std::string_view directive, std::size_t file) {
  const std::vector<Token> tokens = tokens_of(directive);
  if (tokens.empty()) return;
  const std::string_view word = tokens[0].text;
  const std::span<const Token> rest = std::span(tokens).subspan(1);
  if (word == "if" || word == "ifdef" || word == "ifndef" || word == "elif" || word == "else" || word == "endif")
    return condition(word, rest);
  if (!is_active()) return;
  if (word == "define" && !rest.empty()) {
    flush();
    const char* const behind = rest[0].text.data() + rest[0].text.size();
    define(rest, rest.size() > 1 && rest[1].text == "(" && rest[1].text.data() == behind);
  } else if (word == "undef" && !rest.empty()) {
    flush();
    macros_.erase(rest[0].text);
  } else if (word == "include") {
    flush();
    include(directive, file);
    files_begin_.emplace_back(tokens_.size(), file == 0);
  }
}

void Preprocessed::define(std::span<const Token> tokens, bool has_parameters) {
  Macro macro{has_parameters, {}, {}};
  std::size_t at = 1;
  if (has_parameters) {
    for (at = 2; at < tokens.size() && tokens[at].text != ")"; ++at)
      if (tokens[at].text == "...")
        macro.parameters.emplace_back("__VA_ARGS__");
      else if (is_word(tokens[at].text))
        macro.parameters.push_back(tokens[at].text);
    ++at;
  }
  if (at < tokens.size()) macro.body.assign(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens.end());
  if (!has_parameters) {
    const auto [known, is_new] = defined_.try_emplace(tokens[0].text, macro.body);
    if (!is_new && !same(known->second, macro.body)) known->second.clear();
  }
  macros_.insert_or_assign(tokens[0].text, std::move(macro));
}

/// The file whose path ends with the name between quotes or < >, if it is one of the texts.
void Preprocessed::include(std::string_view directive, std::size_t file) {
  const std::size_t open = directive.find_first_of("\"<");
  const std::size_t close = open == directive.npos ? open : directive.find_first_of("\">", open + 1);
  if (close == directive.npos || files_begin_.size() > 10'000) return;
  std::string name(directive.substr(open + 1, close - open - 1));
  while (name.starts_with("../") || name.starts_with("./")) name.erase(0, name.find('/') + 1);
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const std::string_view path = files_[i].path;
    const bool ends_so =
        path.ends_with(name) && (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
    if (i == file || is_read_[i] || name.empty() || !ends_so) continue;
    std::vector<Condition> own = std::move(conditions_);
    conditions_.clear();
    read(i);
    conditions_ = std::move(own);
    return;
  }
}

void Preprocessed::condition(std::string_view word, std::span<const Token> rest) {
  if (word == "if" || word == "ifdef" || word == "ifndef") {
    const bool is_zero = word == "if" && rest.size() == 1 && rest[0].text == "0";
    bool holds = false;
    if (!is_active() || is_zero)
      holds = false;
    else if (branches_ == Branches::kAll)
      holds = true;
    else if (word == "if")
      holds = is_true(rest);
    else if (!rest.empty())
      holds = (macros_.contains(rest[0].text) || of_nvcc(rest[0].text)) == (word == "ifdef");
    const bool around = is_active();
    conditions_.push_back({around, holds, around && holds});
    return;
  }
  if (conditions_.empty()) return;
  Condition& now = conditions_.back();
  if (word == "endif") return conditions_.pop_back();
  const bool all = branches_ == Branches::kAll;
  const bool holds = now.around && (all || (!now.taken && (word == "else" || is_true(rest))));
  now.active = holds;
  now.taken = now.taken || holds;
}

bool Preprocessed::is_true(std::span<const Token> expression) {
  std::vector<Token> plain, expanded;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    if (expression[i].text != "defined") {
      plain.push_back(expression[i]);
      continue;
    }
    const bool brackets = i + 1 < expression.size() && expression[i + 1].text == "(";
    const std::size_t name = i + (brackets ? 2 : 1);
    const bool is = name < expression.size() &&
                    (macros_.contains(expression[name].text) || of_nvcc(expression[name].text).has_value());
    plain.push_back({is ? "1" : "0", expression[i].line, expression[i].column});
    i = name + (brackets ? 1 : 0);
  }
  Hidden hidden;
  expand(plain, expanded, hidden);
  return value_of(expanded, [](std::string_view name) { return of_nvcc(name).value_or(0); }).value_or(0) != 0;
}

void Preprocessed::expand(std::span<const Token> from, std::vector<Token>& to, Hidden& hidden) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (made_ > kMostTokens) return;
    const auto macro = is_word(from[i].text) ? macros_.find(from[i].text) : macros_.end();
    const bool is_hidden = macro != macros_.end() && std::ranges::find(hidden, macro->first) != hidden.end();
    if (macro == macros_.end() || is_hidden || hidden.size() >= kDeepestMacro) {
      to.push_back(from[i]), ++made_;
      continue;
    }
    if (macro->second.is_function) {
      i = call(from, i, macro->second, to, hidden);
      continue;
    }
    std::vector<Token> body = macro->second.body;
    for (Token& token : body) {
      token.line = from[i].line, token.column = from[i].column;
      token.macro = from[i].macro.empty() ? macro->first : from[i].macro;
    }
    hidden.push_back(macro->first);
    made_ += body.size();
    expand(body, to, hidden);
    hidden.pop_back();
  }
}

/// Returns the place of the last token of the call that begins at `at`.
std::size_t Preprocessed::call(std::span<const Token> from, std::size_t at, const Macro& macro, std::vector<Token>& to,
                               Hidden& hidden) {
  const auto is_no_call = [&] { return to.push_back(from[at]), ++made_, at; };
  if (at + 1 >= from.size() || from[at + 1].text != "(") return is_no_call();
  std::vector<std::vector<Token>> arguments(1);
  std::size_t i = at + 2;
  for (int depth = 0; i < from.size() && (depth > 0 || from[i].text != ")"); ++i) {
    const std::string_view text = from[i].text;
    if (text == "(") ++depth;
    if (text == ")") --depth;
    const bool is_rest = !macro.parameters.empty() && macro.parameters.back() == "__VA_ARGS__" &&
                         arguments.size() == macro.parameters.size();
    if (text == "," && depth == 0 && !is_rest)
      arguments.emplace_back();
    else
      arguments.back().push_back(from[i]);
  }
  if (i == from.size()) return is_no_call();
  arguments.resize(std::max<std::size_t>(macro.parameters.size(), 1));
  const std::vector<Token> body = substituted(macro, arguments, from[at], hidden);
  hidden.push_back(from[at].text);
  made_ += body.size();
  expand(body, to, hidden);
  hidden.pop_back();
  return i;
}

std::vector<Token> Preprocessed::substituted(const Macro& macro, std::span<const std::vector<Token>> arguments,
                                             const Token& at, Hidden& hidden) {
  std::vector<Token> result;
  const auto is_sign = [&](std::size_t i, std::string_view sign) {
    return i < macro.body.size() && macro.body[i].text == sign;
  };
  bool pastes = false;
  for (std::size_t i = 0; i < macro.body.size(); ++i) {
    if (is_sign(i, "##")) {
      pastes = !result.empty();
      continue;
    }
    const auto parameter = std::ranges::find(macro.parameters, macro.body[i].text);
    std::vector<Token> own{macro.body[i]};
    if (is_sign(i, "#") && i + 1 < macro.body.size()) {
      ++i, own.clear();  // a text
    } else if (parameter != macro.parameters.end()) {
      const std::vector<Token>& given = arguments[static_cast<std::size_t>(parameter - macro.parameters.begin())];
      own.clear();
      if (pastes || is_sign(i + 1, "##"))
        own = given;
      else
        expand(given, own, hidden);
    }
    if (pastes && !own.empty()) {
      pasted_.push_back(std::string(result.back().text) + std::string(own.front().text));
      result.back().text = pasted_.back();
      own.erase(own.begin());
    }
    pastes = false;
    result.insert(result.end(), own.begin(), own.end());
  }
  for (Token& token : result) token.line = at.line, token.column = at.column;
  return result;
}

}  // namespace gemmscope::cxx
