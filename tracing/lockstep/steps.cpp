// SPDX-License-Identifier: MIT
#include "tracing/lockstep/steps.h"

#include <algorithm>
#include <bit>

namespace gemmscope::lockstep {
namespace {

Wide number(std::uint64_t value, int bits, bool is_signed) {
  if (is_signed) return wrapped(value, bits);
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}
/// As the instruction takes it.
Wide number(const Part& part, const ChangeRule& rule) { return number(part.value, rule.bits, rule.is_signed); }

/// x + sign * y, wrapping.
constexpr std::uint64_t kMinus = ~std::uint64_t{0};
Steps sum(const Steps& x, const Steps& y, std::uint64_t sign) {
  Steps steps;
  for (std::size_t i = 0; i < kAxes; ++i)
    steps[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(x[i]) + sign * static_cast<std::uint64_t>(y[i]));
  return steps;
}

/// The lower bits of all steps that are 0.
int even_bits(const Steps& steps) {
  std::uint64_t any = 0;
  for (const std::int64_t step : steps) any |= static_cast<std::uint64_t>(step);
  return any == 0 ? 64 : std::countr_zero(any);
}

}  // namespace

std::int64_t wrapped(std::uint64_t value, int bits) {
  const int unused = 64 - bits;
  return static_cast<std::int64_t>(value << unused) >> unused;
}
int width_of(std::uint64_t value) { return static_cast<int>(std::bit_width(value)); }

Interval StepsOfBox::over_box(Wide value, const Steps& steps) const {
  Interval all{value, value};
  for (std::size_t a = 0; a < kAxes; ++a) {
    const Wide end = Wide{steps[a]} * (box_.size[a] - 1);
    (end < 0 ? all.low : all.high) += end;
  }
  return all;
}

/// Whether the part is the same number plus its steps in all blocks, without wrapping.
bool StepsOfBox::is_exact(const Part& part, const ChangeRule& rule) const {
  if (is_zero(part.steps)) return true;
  constexpr std::int64_t kMost = std::int64_t{1} << 60;  // sums of a few steps do not wrap
  if (std::ranges::any_of(part.steps, [](std::int64_t step) { return step > kMost || step < -kMost; })) return false;
  const Interval all = over_box(number(part, rule), part.steps);
  const Wide end = Wide{1} << (rule.is_signed ? rule.bits - 1 : rule.bits);
  return all.low >= (rule.is_signed ? -end : Wide{0}) && all.high < end;
}

bool StepsOfBox::compares_alike(const ChangeRule& rule, const Part& a, const Part& b) {
  if (is_zero(a.steps) && is_zero(b.steps)) return true;
  if (!is_exact(a, rule) || !is_exact(b, rule)) return false;
  const Part &left = rule.swaps ? b : a, &right = rule.swaps ? a : b;
  const Wide difference = number(left, rule) - number(right, rule);
  const Steps steps = sum(left.steps, right.steps, kMinus);
  const Interval all = over_box(difference, steps);
  if (all.high < 0 || all.low > 0 || (all.low == 0 && all.high == 0)) return true;
  if (rule.relation == Relation::kBelow && all.low == 0) return true;
  if (rule.relation == Relation::kBelow) note_turn(difference, steps);
  return false;
}
/// The first block along the axis of the largest steps where the lane compares otherwise: that is where a box that
/// reaches beyond the arrays' edges is best split.
void StepsOfBox::note_turn(Wide difference, const Steps& steps) {
  std::size_t axis = 0;
  const auto size = [&](std::size_t a) {
    return box_.size[a] < 2 ? 0 : steps[a] < 0 ? -Wide{steps[a]} : Wide{steps[a]};
  };
  for (std::size_t a = 1; a < kAxes; ++a)
    if (size(a) > size(axis)) axis = a;
  if (size(axis) == 0) return;
  const bool below = difference < 0;
  std::uint32_t same = 0, other = box_.size[axis];
  while (other - same > 1) {
    const std::uint32_t middle = same + (other - same) / 2;
    ((difference + Wide{steps[axis]} * middle < 0) == below ? same : other) = middle;
  }
  if (other < box_.size[axis] && (!turn_ || (axis == turn_->axis && other < turn_->at))) turn_ = {axis, other};
}

/// One of them is the larger in all blocks: -1 the first, 1 the second, 0 unknown.
int StepsOfBox::larger(const ChangeRule& rule, const Part& a, const Part& b) {
  if (!is_exact(a, rule) || !is_exact(b, rule)) return 0;
  const Wide difference = number(a, rule) - number(b, rule);
  const Steps steps = sum(a.steps, b.steps, kMinus);
  const Interval all = over_box(difference, steps);
  if (all.low < 0 && all.high > 0) note_turn(difference, steps);
  return all.low >= 0 ? -1 : all.high <= 0 ? 1 : 0;
}

/// a & mask, of a low mask: its steps stay if the masked bits never carry. Of a high one: if it cuts no step.
std::optional<Steps> StepsOfBox::masked(const ChangeRule& rule, const Part& a, std::uint64_t mask) const {
  const auto all = static_cast<std::uint64_t>(number(~std::uint64_t{0}, rule.bits, false));
  mask &= all;
  if (mask == 0) return Steps{};
  const std::uint64_t other = ~mask & all;
  if ((other & (other + 1)) == 0 && even_bits(a.steps) >= width_of(other)) return a.steps;
  if ((mask & (mask + 1)) != 0) return std::nullopt;
  if (even_bits(a.steps) >= width_of(mask)) return Steps{};
  const Interval low = over_box(a.value & mask, a.steps);
  if (low.low < 0 || low.high > mask) return std::nullopt;
  return a.steps;
}

/// b with the lowest bits of a in place of some of its own: as many as the last source says, from the bit on that the
/// third one says. Its steps are a's, if they fit there or may wrap, and b's, if they change higher bits alone.
std::optional<Steps> StepsOfBox::inserted(const ChangeRule& rule, const std::array<Part, 4>& from) const {
  const auto& [a, b, position, width] = from;
  if (!is_zero(position.steps) || !is_zero(width.steps)) return std::nullopt;
  const int at = static_cast<int>(position.value & 255);
  const int bits = std::min(static_cast<int>(width.value & 255), rule.bits - at);
  if (bits <= 0) return b.steps;
  if (!is_zero(b.steps) && even_bits(b.steps) < at + bits) return std::nullopt;
  if (is_zero(a.steps)) return b.steps;
  const Interval all = over_box(number(a.value, bits, false), a.steps);
  const bool may_wrap = at + bits == rule.bits;
  if (!may_wrap && (all.low < 0 || all.high >> bits != 0)) return std::nullopt;
  Steps steps = b.steps;
  for (std::size_t i = 0; i < kAxes; ++i)
    steps[i] += static_cast<std::int64_t>(static_cast<std::uint64_t>(a.steps[i]) << at);
  return steps;
}

std::optional<Steps> StepsOfBox::shifted_right(const ChangeRule& rule, const Part& a, std::uint64_t by) const {
  if (!is_exact(a, rule) || by >= static_cast<std::uint64_t>(rule.bits)) return std::nullopt;
  const int shift = static_cast<int>(by);
  Steps steps{};
  if (even_bits(a.steps) >= shift) {
    for (std::size_t i = 0; i < kAxes; ++i) steps[i] = a.steps[i] >> shift;
    return steps;
  }
  const Interval all = over_box(number(a, rule), a.steps);
  if (all.low >> shift != all.high >> shift) return std::nullopt;
  return steps;
}

/// a * b, where only one of them may have steps.
std::optional<Steps> StepsOfBox::product(const ChangeRule& rule, const Part& a, const Part& b) const {
  const Part &moves = is_zero(b.steps) ? a : b, &stays = is_zero(b.steps) ? b : a;
  if (is_zero(moves.steps)) return Steps{};
  if (!is_zero(stays.steps)) return std::nullopt;
  const bool wide = rule.result_bits > rule.bits;
  if (wide && !is_exact(moves, rule)) return std::nullopt;
  const auto factor = static_cast<std::uint64_t>(number(stays, rule));
  Steps steps;
  for (std::size_t i = 0; i < kAxes; ++i)
    steps[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(moves.steps[i]) * factor);
  return steps;
}

/// Before they are wrapped.
std::optional<Steps> StepsOfBox::unwrapped(const ChangeRule& rule, const std::array<Part, 4>& from, bool holds) {
  const auto& [a, b, c, d] = from;
  switch (rule.what) {
    case Change::kMove: return a.steps;
    case Change::kAdd: return sum(a.steps, b.steps, 1);
    case Change::kSubtract: return sum(a.steps, b.steps, kMinus);
    case Change::kNegate:
    case Change::kInvert: return sum({}, a.steps, kMinus);
    case Change::kMultiply: {
      const auto steps = product(rule, a, b);
      return steps ? std::optional(sum(*steps, c.steps, 1)) : std::nullopt;
    }
    case Change::kShiftLeft: {
      if (!is_zero(b.steps)) return std::nullopt;
      const auto by = static_cast<std::uint32_t>(b.value);
      Steps steps{};
      for (std::size_t i = 0; i < kAxes && by < 64; ++i)
        steps[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(a.steps[i]) << by);
      return steps;
    }
    case Change::kShiftRight:
      if (is_zero(a.steps) && is_zero(b.steps)) return Steps{};
      return is_zero(b.steps) ? shifted_right(rule, a, static_cast<std::uint32_t>(b.value)) : std::nullopt;
    case Change::kAnd:
      if (is_zero(a.steps) && is_zero(b.steps)) return Steps{};
      if (is_zero(b.steps)) return masked(rule, a, b.value);
      return is_zero(a.steps) ? masked(rule, b, a.value) : std::nullopt;
    case Change::kOr: {  // bits below all that changes
      const Part &moves = is_zero(b.steps) ? a : b, &stays = is_zero(b.steps) ? b : a;
      if (!is_zero(stays.steps)) return std::nullopt;
      if (even_bits(moves.steps) < width_of(stays.value)) return std::nullopt;
      return moves.steps;
    }
    case Change::kInsert: return inserted(rule, from);
    case Change::kSelect: return holds ? a.steps : b.steps;
    case Change::kMinimum:
    case Change::kMaximum: {
      if (is_zero(a.steps) && is_zero(b.steps)) return Steps{};
      const int which = larger(rule, a, b);
      if (which == 0) return std::nullopt;
      return (which < 0) == (rule.what == Change::kMaximum) ? a.steps : b.steps;
    }
    case Change::kConvert:
      if (rule.result_bits > rule.bits && !is_exact(a, rule)) return std::nullopt;
      return a.steps;
    default: return std::nullopt;
  }
}

std::optional<Steps> StepsOfBox::steps_of(const ChangeRule& rule, const std::array<Part, 4>& from, bool holds) {
  auto steps = unwrapped(rule, from, holds);
  if (steps)
    for (std::int64_t& step : *steps) step = wrapped(static_cast<std::uint64_t>(step), rule.result_bits);
  return steps;
}

}  // namespace gemmscope::lockstep
