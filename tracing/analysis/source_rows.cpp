// SPDX-License-Identifier: MIT
#include "tracing/analysis/source_rows.h"

#include <algorithm>
#include <array>

#include "tracing/cxx/brackets.h"
#include "tracing/cxx/types.h"

namespace gemmscope::analysis {
namespace {

using cxx::Token;
constexpr int kDeepestIndex = 12;
constexpr std::size_t kLongestIndex = 512;  ///< tokens
constexpr std::size_t kMostIndices = 256;   ///< of an array
constexpr std::size_t kMostLooks = 200'000;

bool changes(std::string_view sign) {
  constexpr std::array<std::string_view, 11> kSigns{"=", "+=", "-=", "*=", "/=", "%=", "^=", "|=", "&=", "<<=", ">>="};
  return std::ranges::find(kSigns, sign) != kSigns.end();
}
bool is_step(std::string_view sign) { return sign == "++" || sign == "--"; }

/// Without brackets around all of it, and without a cast in front.
std::span<const Token> peeled(std::span<const Token> tokens) {
  for (bool again = true; again && !tokens.empty();) {
    again = false;
    if (tokens[0].text == "(") {
      const std::size_t close = cxx::closing(tokens, 0);
      if (close == tokens.size() - 1) {
        tokens = tokens.subspan(1, tokens.size() - 2), again = true;
      } else if (close < tokens.size() && cxx::number_type(std::string(tokens[1].text)) && close <= 4) {
        const bool is_cast = std::ranges::all_of(tokens.subspan(1, close - 1), [](const Token& token) {
          return cxx::number_type(std::string(token.text)).has_value() || token.text == "const";
        });
        if (is_cast) tokens = tokens.subspan(close + 1), again = true;
      }
    } else if (tokens[0].text == "static_cast" && tokens.size() > 1 && tokens[1].text == "<") {
      const std::size_t close = cxx::closing(tokens, 1);
      if (close > 1 && close + 1 < tokens.size()) tokens = tokens.subspan(close + 1), again = true;
    }
  }
  return tokens;
}

/// The parts between the signs `one` and `other` outside of brackets. A sign at the beginning of a part does not count.
std::vector<std::span<const Token>> parts_between(std::span<const Token> tokens, std::string_view one,
                                                  std::string_view other) {
  std::vector<std::span<const Token>> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view now = tokens[i].text;
    if (now == "(" || now == "[" || now == "{")
      i = std::min(cxx::closing(tokens, i), tokens.size() - 1);
    else if ((now == one || now == other) && i != begin)
      parts.push_back(tokens.subspan(begin, i - begin)), begin = i + 1;
  }
  if (begin < tokens.size()) parts.push_back(tokens.subspan(begin));
  return parts;
}

std::string text_of_factor(std::span<const Token> tokens) {
  const auto is_of_one = [&](const Token& token) { return token.macro == tokens[0].macro; };
  if (!tokens.empty() && !tokens[0].macro.empty() && std::ranges::all_of(tokens, is_of_one))
    return std::string(tokens[0].macro);
  std::string text;
  for (const Token& token : tokens) text += (text.empty() ? "" : " ") + std::string(token.text);
  return text;
}

bool is_within(std::vector<std::string> part, std::vector<std::string> whole) {
  std::ranges::sort(part), std::ranges::sort(whole);
  return part.size() < whole.size() && std::ranges::includes(whole, part);
}

}  // namespace

SourceRows::SourceRows(const format::Recording& recording) : source_(recording) {
  if (source_.kernel() == nullptr) return;
  merge_members(source_.kernel()->body);
  find_locals();
  for (const format::Tensor& tensor : recording.tensors)
    if (tensor.space == format::Space::kGlobal) aliases_[tensor.name] = {tensor.name, 1};
  for (const cxx::Declared& parameter : source_.kernel()->parameters)
    if (const auto found = aliases_.find(parameter.name); found != aliases_.end())
      if (const auto number = cxx::number_type(cxx::resolved(source_.all(), cxx::pointed_to(parameter.type))))
        found->second.numbers = number->count;
  find_indices();
  find_fragments();
  add_declared_rows();
}

/// Makes one token of "p.width", "s->n" and "blockDim.x", as parameters of the recording are called.
void SourceRows::merge_members(std::span<const Token> body) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    const bool is_sign = body[i].text == "." || body[i].text == "->";
    if (is_sign && !body_.empty() && cxx::is_word(body_.back().text) && i + 1 < body.size() &&
        cxx::is_word(body[i + 1].text)) {
      merged_.push_back(std::string(body_.back().text) + std::string(body[i].text) + std::string(body[i + 1].text));
      body_.back().text = merged_.back();
      ++i;
    } else {
      body_.push_back(body[i]);
    }
  }
}

std::size_t SourceRows::closing_near(std::size_t open) const {
  return open + cxx::closing(std::span(body_).subspan(open, std::min(body_.size() - open, kLongestIndex)), 0);
}

std::size_t SourceRows::end_of_value(std::size_t from) const {
  const std::size_t most = std::min(body_.size(), from + kLongestIndex);
  for (std::size_t i = from; i < most; ++i) {
    const std::string_view now = text(i);
    if (now == "(" || now == "[" || now == "{")
      i = closing_near(i);
    else if (now == ";" || now == "," || now == ")" || now == "]" || now == "}")
      return i;
  }
  return most;
}

/// Variables that are given one value where they are declared, and no other.
void SourceRows::find_locals() {
  std::map<std::string_view, int> given;
  for (std::size_t i = 1; i < body_.size(); ++i) {
    if (!cxx::is_word(text(i))) continue;
    if (changes(text(i + 1)) || is_step(text(i + 1)) || is_step(text(i - 1))) ++given[text(i)];
    const std::string_view before = text(i - 1);
    const bool is_declared = cxx::is_word(before) || before == "," || before == ">";
    if (text(i + 1) == "=" && is_declared && before != "return")
      locals_[text(i)] = std::span(body_).subspan(i + 2, end_of_value(i + 2) - i - 2);
  }
  std::erase_if(locals_, [&](const auto& local) { return given[local.first] != 1; });
}

std::optional<std::int64_t> SourceRows::value_of_word(std::string_view word, bool& is_constant, int depth) const {
  if (++looks_ > kMostLooks || depth > kDeepestIndex) return std::nullopt;
  if (const auto local = locals_.find(word); local != locals_.end())
    return cxx::value_of(local->second,
                         [&](std::string_view inner) { return value_of_word(inner, is_constant, depth + 1); });
  if (const auto given = source_.given().find(word); given != source_.given().end()) {
    if (!word.starts_with("blockDim")) is_constant = false;
    return given->second;
  }
  return source_.constants().value(word);
}

std::optional<std::int64_t> SourceRows::value(std::span<const Token> expression, bool& is_constant) const {
  return cxx::value_of(expression, [&](std::string_view word) { return value_of_word(word, is_constant, 0); });
}

bool SourceRows::is_size(std::string_view word) const {
  return source_.given().contains(word) && !locals_.contains(word) && !word.starts_with("blockDim");
}

void SourceRows::add_terms(std::span<const Token> sum, std::vector<Term>& terms, int depth) const {
  if (depth > kDeepestIndex || terms.size() > 64 || ++looks_ > kMostLooks) return;
  for (std::span<const Token> part : parts_between(peeled(sum), "+", "-")) {
    part = peeled(part);
    if (part.size() == 1)
      if (const auto local = locals_.find(part[0].text); local != locals_.end()) {
        bool unused = true;
        if (!value(part, unused)) add_terms(local->second, terms, depth + 1);
        continue;
      }
    if (parts_between(part, "+", "-").size() > 1)
      add_terms(part, terms, depth + 1);
    else
      add_term(part, terms, depth);
  }
}

/// Adds the factor of a product that is the size of a row: K of `row * K`. If parameters decide some factors, the
/// constants among the others are sizes of tiles: `warp * kTile
/// * N`. If the values of all factors are known, as in `first * N`, it is the only one that is a parameter.
void SourceRows::add_term(std::span<const Token> product, std::vector<Term>& terms, int depth) const {
  Term sizes, constants;
  std::vector<Term> direct;
  constants.is_constant = true, sizes.is_constant = false;
  std::vector<std::span<const Token>> factors = parts_between(product, "*", "*");
  bool has_unknown = false, has_name = false;
  for (std::size_t i = 0; i < factors.size() && i < 64; ++i) {
    const std::span<const Token> factor = peeled(factors[i]);
    if (parts_between(factor, "+", "-").size() == 1) {  // (M * K) * b
      const auto inner = parts_between(factor, "*", "*");
      factors.insert(factors.end(), inner.begin(), inner.end());
      if (inner.size() > 1) continue;
      factors.pop_back();
    }
    if (!factor.empty() && factor[0].text == "sizeof") {
      constants.in_elements = sizes.in_elements = true;
      continue;
    }
    bool is_constant = true;
    const auto its = value(factor, is_constant);
    has_unknown = has_unknown || !its;
    if (!its) continue;
    Term& term = is_constant ? constants : sizes;
    if (*its <= 0 || *its > 0x7fffffff || term.value > 0x7fffffff) return;
    const bool is_number =
        is_constant && factor.size() == 1 && !cxx::is_word(factor[0].text) && factor[0].macro.empty();  // tid * 4
    if (factor.size() == 1 && is_size(factor[0].text)) direct.push_back({{text_of_factor(factor)}, *its, false});
    term.factors.push_back(text_of_factor(factor)), term.value *= *its;
    has_name = has_name || !(is_number || factor[0].text.starts_with("blockDim"));
  }
  if (!has_unknown) {
    if (direct.size() == 1 && factors.size() > 1) terms.push_back(std::move(direct[0]));
    return;
  }
  Term& term = sizes.factors.empty() ? constants : sizes;
  if (std::ranges::any_of(sizes.factors, [](const std::string& factor) { return factor.starts_with("gridDim"); })) {
    sizes.factors.insert(sizes.factors.end(), constants.factors.begin(), constants.factors.end());
    sizes.value *= constants.value;  // gridDim.x * blockDim.x
  }
  if (has_name && !term.factors.empty() && depth <= kDeepestIndex) terms.push_back(std::move(term));
}

void SourceRows::add_index(const std::string& array, std::size_t begin, std::size_t end, std::uint32_t numbers,
                           bool in_bytes) {
  if (indices_[array].size() == kMostIndices) return;
  Index index{{}, numbers, in_bytes};
  add_terms(std::span(body_).subspan(begin, end - begin), index.terms, 0);
  if (begin > 0 && text(begin - 1) != "[")  // "B += blockIdx.x * BN" moves to a tile
    std::erase_if(index.terms, [](const Term& term) { return term.is_constant; });
  indices_[array].push_back(std::move(index));
}

void SourceRows::find_indices() {
  for (std::size_t i = 0; i < body_.size(); ++i) {
    const auto alias = aliases_.find(text(i));
    if (alias == aliases_.end()) continue;
    const auto [array, numbers] = alias->second;
    const std::string_view next = text(i + 1), before = i > 0 ? text(i - 1) : "";
    const std::size_t end = end_of_value(i + 2);
    const bool in_bytes = i >= 3 && before == ")" && text(i - 2) == "*" &&
                          (text(i - 3) == "char" || text(i - 3) == "uint8_t" || text(i - 3) == "int8_t");
    if (next == "[") {
      const std::size_t close = closing_near(i + 1);
      if (text(close) == "]") add_index(array, i + 2, close, numbers, false);
    } else if (next == "+" || next == "+=") {
      add_index(array, i + 2, end, numbers, in_bytes);
    }
    // "const float* row = A + i * K": from here on, row is a pointer into A.
    std::size_t name = i;
    while (name > 0 && (text(name) != "=" || cxx::is_word(text(name)))) {
      if (text(name) == ";" || text(name) == "{" || text(name) == "}" || i - name > 16) break;
      --name;
    }
    const bool is_value = name > 2 && text(name) == "=" && cxx::is_word(text(name - 1)) &&
                          (next == "+" || next == ";" || next == "," || next == ")" || (next == "[" && before == "&"));
    if (!is_value || (i > name + 1 && !(before == "&" || before == ")" || before == "("))) continue;
    std::size_t star = name - 2;
    while (star > 0 && (text(star).starts_with("__restrict") || text(star) == "const")) --star;
    if (text(star) != "*" && text(star) != "auto") continue;
    std::uint32_t its = numbers;
    if (text(star) == "*")
      if (const auto number = cxx::number_type(cxx::resolved(source_.all(), std::string(text(star - 1)))))
        its = number->count;
    aliases_.try_emplace(std::string(text(name - 1)), Alias{array, its});
  }
}

/// `load_matrix_sync(fragment, A + ..., lda)`
void SourceRows::find_fragments() {
  for (std::size_t i = 0; i + 1 < body_.size(); ++i) {
    const bool loads = text(i) == "load_matrix_sync", stores = text(i) == "store_matrix_sync";
    if ((!loads && !stores) || text(i + 1) != "(") continue;
    const std::size_t close = closing_near(i + 1);
    if (text(close) != ")") continue;
    const auto arguments = cxx::at_commas(std::span(body_).subspan(i + 2, close - i - 2));
    if (arguments.size() < 3) continue;
    bool is_constant = true;
    const auto pitch = value(arguments[2], is_constant);
    const auto& pointer = arguments[loads ? 1 : 0];
    const auto of = std::ranges::find_if(pointer, [&](const Token& token) { return aliases_.contains(token.text); });
    if (!pitch || *pitch <= 0 || *pitch > 0x7fffffff || of == pointer.end()) continue;
    const Alias& alias = aliases_.find(of->text)->second;
    indices_[alias.array].push_back({{{{text_of_factor(arguments[2])}, *pitch, is_constant}}, 1, false});
  }
}

/// `float A[][N]`, `const float (*A)[N]`
void SourceRows::add_declared_rows() {
  for (const cxx::Declared& parameter : source_.kernel()->parameters) {
    if (parameter.extents.size() < 2) continue;
    bool is_constant = true;
    const auto pitch = value(parameter.extents.back(), is_constant);
    if (!pitch || *pitch <= 0 || *pitch > 0x7fffffff) continue;
    indices_[parameter.name] = {{{{{text_of_factor(parameter.extents.back())}, *pitch, false}}, 1, false}};
  }
}

bool SourceRows::indexes(std::string_view array) const { return indices_.contains(array); }

std::vector<SourceRow> SourceRows::of(std::string_view array) const {
  const auto found = indices_.find(array);
  if (found == indices_.end()) return {};
  std::vector<const Term*> terms;
  for (const Index& index : found->second)
    for (const Term& term : index.terms) terms.push_back(&term);
  std::vector<SourceRow> rows;
  for (const Index& index : found->second)
    for (const Term& term : index.terms) {
      const bool has_smaller = std::ranges::any_of(
          terms, [&](const Term* other) { return !other->is_constant && is_within(other->factors, term.factors); });
      if (has_smaller || term.value <= 1 || term.value > 0x7fffffff) continue;
      const auto is_same = [&](const SourceRow& row) {
        return row.pitch == term.value && row.numbers == index.numbers &&
               row.in_bytes == (index.in_bytes && !term.in_elements);
      };
      auto row = std::ranges::find_if(rows, is_same);
      if (row == rows.end()) {
        std::string of;
        for (const std::string& factor : term.factors) of += (of.empty() ? "" : " \u00d7 ") + factor;
        rows.push_back(
            {of, static_cast<std::uint32_t>(term.value), index.numbers, index.in_bytes && !term.in_elements, true, 0});
        row = std::prev(rows.end());
      }
      row->is_constant = row->is_constant && term.is_constant;
      ++row->times;
    }
  return rows;
}

}  // namespace gemmscope::analysis
