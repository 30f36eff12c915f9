// SPDX-License-Identifier: MIT
#include "tracing/source/constants.h"

#include <charconv>
#include <limits>
#include <string_view>

namespace gemmscope::source {
namespace {

constexpr int kDeepest = 64;  // brackets and signs inside each other

/// One literal. nullopt: it is no whole number, or too large.
std::optional<Constant> literal_of(std::string_view text) {
  std::string digits;
  for (const char c : text)
    if (c != '\'') digits += c;
  int base = 10;
  std::string_view rest = digits;
  if (rest.size() > 1 && rest[0] == '0') {
    const char mark = static_cast<char>(rest[1] | 0x20);
    if (mark == 'x' || mark == 'b')
      base = mark == 'x' ? 16 : 2, rest.remove_prefix(2);
    else if (rest[1] >= '0' && rest[1] <= '9')
      base = 8, rest.remove_prefix(1);
  }
  Constant constant;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), constant.value, base);
  if (error != std::errc{} || rest.empty() || rest.front() == '-') return std::nullopt;
  constant.suffix = std::string(end, rest.data() + rest.size());
  for (const char c : constant.suffix)
    if (std::string_view("uUlLzZ").find(c) == std::string_view::npos) return std::nullopt;
  if (constant.suffix.size() > 3) return std::nullopt;
  return constant;
}

/// Reads an expression from its front.
class ExpressionReader {
 public:
  explicit ExpressionReader(std::span<const Token> tokens) : tokens_(tokens) {}

  std::optional<Constant> whole() {
    const auto value = shifted(0);
    if (!value || at_ != tokens_.size()) return std::nullopt;
    return Constant{*value, suffix_};
  }

 private:
  using Value = std::optional<std::int64_t>;

  bool next_is(std::string_view sign) const { return at_ < tokens_.size() && tokens_[at_].is(sign); }
  bool take(std::string_view sign) { return next_is(sign) && (++at_, true); }
  /// Two of these signs, side by side.
  bool take_twice(std::string_view sign) {
    if (!next_is(sign) || at_ + 1 >= tokens_.size() || !tokens_[at_ + 1].is(sign)) return false;
    if (tokens_[at_].end() != tokens_[at_ + 1].begin) return false;
    at_ += 2;
    return true;
  }

  static Value shifted_by(std::int64_t value, std::int64_t by, bool left) {
    if (by < 0 || by > 62 || value < 0) return std::nullopt;
    if (!left) return value >> by;
    return value > (std::numeric_limits<std::int64_t>::max() >> by) ? std::nullopt : Value(value << by);
  }

  Value shifted(int depth) {
    Value value = sum(depth);
    while (value) {
      const bool left = take_twice("<");
      if (!left && !take_twice(">")) break;
      const Value by = sum(depth);
      value = by ? shifted_by(*value, *by, left) : std::nullopt;
    }
    return value;
  }

  Value sum(int depth) {
    Value value = product(depth);
    while (value && (next_is("+") || next_is("-"))) {
      const bool adds = tokens_[at_++].is("+");
      const Value other = product(depth);
      std::int64_t result = 0;
      if (!other ||
          (adds ? __builtin_add_overflow(*value, *other, &result) : __builtin_sub_overflow(*value, *other, &result)))
        return std::nullopt;
      value = result;
    }
    return value;
  }

  Value product(int depth) {
    Value value = factor(depth);
    while (value && (next_is("*") || next_is("/") || next_is("%"))) {
      const Token& sign = tokens_[at_++];
      const Value other = factor(depth);
      std::int64_t result = 0;
      if (!other) return std::nullopt;
      if (sign.is("*")) {
        if (__builtin_mul_overflow(*value, *other, &result)) return std::nullopt;
      } else {
        if (*other == 0 || *other == -1) return std::nullopt;
        result = sign.is("/") ? *value / *other : *value % *other;
      }
      value = result;
    }
    return value;
  }

  Value factor(int depth) {
    if (depth > kDeepest || at_ == tokens_.size()) return std::nullopt;
    if (take("+")) return factor(depth + 1);
    if (take("-")) {
      const Value value = factor(depth + 1);
      return value && *value != std::numeric_limits<std::int64_t>::min() ? Value(-*value) : std::nullopt;
    }
    if (take("(")) {
      const Value value = shifted(depth + 1);
      return value && take(")") ? value : std::nullopt;
    }
    if (tokens_[at_].kind != TokenKind::kNumber) return std::nullopt;
    const auto literal = literal_of(tokens_[at_++].text);
    if (!literal) return std::nullopt;
    if (literal->suffix.size() > suffix_.size()) suffix_ = literal->suffix;
    return literal->value;
  }

  std::span<const Token> tokens_;
  std::size_t at_ = 0;
  std::string suffix_;
};

}  // namespace

std::optional<Constant> constant_of(std::span<const Token> tokens) { return ExpressionReader(tokens).whole(); }

}  // namespace gemmscope::source
