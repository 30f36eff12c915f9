// SPDX-License-Identifier: MIT
#include "tracing/cxx/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace gemmscope::cxx {
namespace {

using Value = std::optional<std::int64_t>;
constexpr int kDeepest = 64;

struct Operator {
  std::string_view sign;
  int binds;  ///< the higher, the tighter
};
constexpr std::array<Operator, 18> kOperators{{{"||", 1},
                                               {"&&", 2},
                                               {"|", 3},
                                               {"^", 4},
                                               {"&", 5},
                                               {"==", 6},
                                               {"!=", 6},
                                               {"<", 7},
                                               {">", 7},
                                               {"<=", 7},
                                               {">=", 7},
                                               {"<<", 8},
                                               {">>", 8},
                                               {"+", 9},
                                               {"-", 9},
                                               {"*", 10},
                                               {"/", 10},
                                               {"%", 10}}};

Value applied(std::string_view sign, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  const bool shifts = b >= 0 && b < 63;
  if (sign == "+") return __builtin_add_overflow(a, b, &result) ? Value() : result;
  if (sign == "-") return __builtin_sub_overflow(a, b, &result) ? Value() : result;
  if (sign == "*") return __builtin_mul_overflow(a, b, &result) ? Value() : result;
  if (sign == "/") return b == 0 || b == -1 ? (b == 0 ? Value() : applied("-", 0, a)) : a / b;
  if (sign == "%") return b == 0 || b == -1 ? (b == 0 ? Value() : 0) : a % b;
  if (sign == "<<") return shifts && a >= 0 && a <= (INT64_MAX >> b) ? Value(a << b) : Value();
  if (sign == ">>") return shifts ? Value(a >> b) : Value();
  if (sign == "<") return a < b ? 1 : 0;
  if (sign == ">") return a > b ? 1 : 0;
  if (sign == "<=") return a <= b ? 1 : 0;
  if (sign == ">=") return a >= b ? 1 : 0;
  if (sign == "==") return a == b ? 1 : 0;
  if (sign == "!=") return a != b ? 1 : 0;
  if (sign == "&") return a & b;
  if (sign == "^") return a ^ b;
  if (sign == "|") return a | b;
  if (sign == "&&") return a != 0 && b != 0 ? 1 : 0;
  return a != 0 || b != 0 ? 1 : 0;
}

bool is_whole_type(std::string_view word) {
  constexpr std::array<std::string_view, 14> kTypes{"int",    "unsigned", "long",     "short",   "size_t",
                                                    "signed", "const",    "uint",     "int32_t", "uint32_t",
                                                    "char",   "int64_t",  "uint64_t", "std"};
  return std::ranges::find(kTypes, word) != kTypes.end();
}

class Reader {
 public:
  Reader(std::span<const Token> tokens, const ValueOf& value_of_word) : tokens_(tokens), of_word_(value_of_word) {}

  Value whole() {
    const Value value = choice();
    return at_ == tokens_.size() ? value : std::nullopt;
  }

 private:
  std::string_view text(std::size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].text : std::string_view();
  }
  bool take(std::string_view sign) { return text() == sign ? ++at_, true : false; }

  /// "<<" is two tokens.
  Operator next_operator() const {
    std::string_view sign = text();
    if ((sign == "<" || sign == ">") && text(1) == sign && adjoin()) sign = sign == "<" ? "<<" : ">>";
    const auto found = std::ranges::find(kOperators, sign, &Operator::sign);
    return found == kOperators.end() ? Operator{"", 0} : *found;
  }
  bool adjoin() const { return tokens_[at_].text.data() + 1 == tokens_[at_ + 1].text.data(); }

  Value choice() {
    const Value which = above(1);
    if (!take("?")) return which;
    const Value yes = deeper([&] { return choice(); });
    if (!take(":")) return wrong();
    const Value no = deeper([&] { return choice(); });
    return which ? (*which != 0 ? yes : no) : std::nullopt;
  }

  Value above(int binds) {
    Value left = one();
    for (Operator next = next_operator(); next.binds >= binds; next = next_operator()) {
      at_ += next.sign == "<<" || next.sign == ">>" ? 2 : 1;
      const Value right = deeper([&] { return above(next.binds + 1); });
      if (next.sign == "||" && left && *left != 0) continue;
      if (next.sign == "&&" && left && *left == 0) continue;
      left = left && right ? applied(next.sign, *left, *right) : std::nullopt;
    }
    return left;
  }

  /// Whether "(int)" or "int(" begins here.
  std::size_t size_of_type() const {
    std::size_t size = 0;
    while (is_whole_type(text(size)) || (size > 0 && text(size) == "::")) ++size;
    return size;
  }

  Value one() {
    if (take("+")) return deeper([&] { return one(); });
    if (take("-")) return negative(deeper([&] { return one(); }));
    if (take("!")) return inverted(deeper([&] { return one(); }));
    if (take("~")) {
      const Value value = deeper([&] { return one(); });
      return value ? Value(~*value) : value;
    }
    if (take("(")) {
      if (const std::size_t type = size_of_type(); type != 0 && text(type) == ")") {
        at_ += type + 1;
        return deeper([&] { return one(); });
      }
      const Value value = deeper([&] { return choice(); });
      return take(")") ? value : wrong();
    }
    if (const std::size_t type = size_of_type(); type != 0) {
      at_ += type;
      if (!take("(")) return wrong();
      const Value value = deeper([&] { return choice(); });
      return take(")") ? value : wrong();
    }
    return word();
  }

  Value word() {
    const std::string_view first = text();
    if (first.empty()) return wrong();
    ++at_;
    if (!is_word(first) || first == "true" || first == "false") return number_in(first);
    std::string_view last = first;
    while (text() == "::" && is_word(text(1))) last = text(1), at_ += 2;
    if (text() == "(" || text() == "<" || text() == "[" || text() == "{" || text() == "." || text() == "::") {
      if (text() != "<" || last != first) return wrong();
    }
    return of_word_(last);
  }

  static Value negative(const Value& value) { return value ? applied("-", 0, *value) : value; }
  static Value inverted(const Value& value) { return value ? Value(*value == 0 ? 1 : 0) : value; }

  template <class Read>
  Value deeper(const Read& read) {
    if (depth_ == kDeepest) return wrong();
    ++depth_;
    const Value value = read();
    --depth_;
    return value;
  }
  Value wrong() { return at_ = tokens_.size() + 1, std::nullopt; }

  const std::span<const Token> tokens_;
  const ValueOf& of_word_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<std::int64_t> number_in(std::string_view text) {
  if (text == "true" || text == "false") return text == "true" ? 1 : 0;
  std::string digits(text);
  std::erase(digits, '\'');
  while (!digits.empty() && (digits.back() | 0x20) == 'u') digits.pop_back();
  while (!digits.empty() && (digits.back() | 0x20) == 'l') digits.pop_back();
  while (!digits.empty() && (digits.back() | 0x20) == 'u') digits.pop_back();
  int base = 10;
  std::size_t begin = 0;
  if (digits.starts_with("0x") || digits.starts_with("0X"))
    base = 16, begin = 2;
  else if (digits.starts_with("0b") || digits.starts_with("0B"))
    base = 2, begin = 2;
  else if (digits.size() > 1 && digits[0] == '0')
    base = 8, begin = 1;
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [read, error] = std::from_chars(digits.data() + begin, end, value, base);
  return error == std::errc{} && read == end ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> value_of(std::span<const Token> expression, const ValueOf& value_of_word) {
  if (expression.empty() || expression.size() > 256) return std::nullopt;
  return Reader(expression, value_of_word).whole();
}

}  // namespace gemmscope::cxx
