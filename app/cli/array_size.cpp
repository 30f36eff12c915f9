// SPDX-License-Identifier: MIT
#include "app/cli/array_size.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace gemmscope::cli {
namespace {

constexpr std::int64_t kLargest = INT64_MAX;

/// A parser by recursive descent, which computes.
class Expression {
 public:
  explicit Expression(std::string_view text) : rest_(text) {}

  /// Nothing: it is none, or overflows.
  std::optional<std::int64_t> value() {
    const std::int64_t value = shifts();
    return is_known_ && !overflows_ && next() == 0 ? std::optional(value) : std::nullopt;
  }
  /// As far as it was read.
  [[nodiscard]] bool overflows() const { return is_known_ && overflows_; }

 private:
  char next() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size()));
    return rest_.empty() ? '\0' : rest_.front();
  }
  bool takes(std::string_view what) {
    next();
    return rest_.starts_with(what) && (rest_.remove_prefix(what.size()), true);
  }
  std::int64_t unless(bool overflow, std::int64_t value) { return overflows_ = overflows_ || overflow, value; }

  std::int64_t shifts() {
    std::int64_t value = sums();
    for (;;) {
      const bool left = takes("<<");
      if (!left && !takes(">>")) return value;
      const std::int64_t by = sums();
      const bool too_far = value < 0 || by < 0 || by > 62 || (left && value > kLargest >> by);
      value = too_far ? unless(true, 0) : left ? value << by : value >> by;
    }
  }
  std::int64_t sums() {
    std::int64_t value = products();
    for (;;) {
      if (takes("+"))
        overflows_ |= __builtin_add_overflow(value, products(), &value);
      else if (takes("-"))
        overflows_ |= __builtin_sub_overflow(value, products(), &value);
      else
        return value;
    }
  }
  std::int64_t products() {
    std::int64_t value = number();
    for (;;) {
      const char what = next();
      if (what != '*' && what != '/' && what != '%') return value;
      rest_.remove_prefix(1);
      const std::int64_t by = number();
      if (what == '*')
        overflows_ |= __builtin_mul_overflow(value, by, &value);
      else if (by <= 0)
        is_known_ = is_known_ && overflows_;  // the compiler says what is wrong
      else
        value = what == '/' ? value / by : value % by;
    }
  }
  std::int64_t number() {
    constexpr int kMostDepth = 100;
    if (++depth_ > kMostDepth) return is_known_ = false, 0;
    const std::int64_t value = signed_number();
    --depth_;
    return value;
  }
  std::int64_t signed_number() {
    if (takes("+")) return number();
    if (takes("-")) {
      std::int64_t value = 0;
      overflows_ |= __builtin_sub_overflow(value, number(), &value);
      return value;
    }
    if (takes("(")) {
      const std::int64_t value = shifts();
      is_known_ = takes(")") && is_known_;
      return value;
    }
    if (next() < '1' || next() > '9') return zero();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    rest_.remove_prefix(std::min(rest_.find_first_not_of("uUlL"), rest_.size()));
    if (!rest_.empty() && (rest_.front() == '.' || rest_.front() == '\'' || rest_.front() == 'e')) is_known_ = false;
    return unless(error != std::errc{} || value > static_cast<std::uint64_t>(kLargest),
                  static_cast<std::int64_t>(value));
  }
  /// Or a number that does not begin with its digits, or none.
  std::int64_t zero() {
    is_known_ = is_known_ && takes("0") && std::string_view("0123456789xXbB.'e").find(next()) == std::string_view::npos;
    return 0;
  }

  std::string_view rest_;
  bool is_known_ = true, overflows_ = false;
  int depth_ = 0;
};

}  // namespace

Result<std::optional<std::uint64_t>> array_size(const std::string& text) {
  Expression expression(text);
  const std::optional<std::int64_t> value = expression.value();
  const bool fits = value && *value > 0 && static_cast<std::uint64_t>(*value) <= kMostArrayBytes;
  if (fits) return std::optional(static_cast<std::uint64_t>(*value));
  if (!value && !expression.overflows()) return std::optional<std::uint64_t>();
  const std::string of = value ? *value == 0 ? "no" : std::to_string(*value) : "more than " + std::to_string(kLargest);
  return fail(ErrorKind::kUsage, "--args: an array of " + of + " elements ('" + text +
                                     "') cannot be made; give it at least 1, and at most " +
                                     std::to_string(kMostArrayBytes) + " bytes in all");
}

}  // namespace gemmscope::cli
