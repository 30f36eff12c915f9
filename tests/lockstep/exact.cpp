// SPDX-License-Identifier: MIT
#include "tests/lockstep/exact.h"

#include <algorithm>

namespace gemmscope::lockstep::testing {
namespace {

using Wide = unsigned __int128;

int length(Wide x) {
  int n = 0;
  for (; x != 0; x >>= 1) ++n;
  return n;
}
/// x / 2^by, with the lowest bit set if anything was lost.
Wide shifted_right(Wide x, int by) {
  if (by >= 128) return x != 0;
  return x >> by | ((x & ((Wide{1} << by) - 1)) != 0);
}
/// Whether what lies below bit `by` of x rounds up; x >> by is what is kept.
bool rounds_up(Wide x, int by, bool negative, Rounds how) {
  if (by <= 0) return false;
  const Wide rest = by >= 128 ? x : x & ((Wide{1} << by) - 1);
  switch (how) {
    case Rounds::kZero: return false;
    case Rounds::kDown: return negative && rest != 0;
    case Rounds::kUp: return !negative && rest != 0;
    case Rounds::kNearest: break;
  }
  if (by > 128) return false;
  const Wide half = Wide{1} << (by - 1);
  const bool odd = by < 128 && (x >> by & 1) != 0;
  return rest > half || (rest == half && odd);
}
Exact nan() { return {true}; }
Exact infinity(bool negative) { return {false, true, negative}; }
bool is_zero(const Exact& a) { return !a.is_nan && !a.is_infinite && a.magnitude == 0; }

}  // namespace

Exact read(Bits raw, const Format& format) {
  const Bits magnitude = raw & (format.sign() - 1), fraction = magnitude & ((Bits{1} << format.fraction) - 1);
  const int biased = static_cast<int>(magnitude >> format.fraction);
  Exact value;
  value.negative = (raw & format.sign()) != 0;
  value.is_nan = magnitude > format.infinity();
  value.is_infinite = magnitude == format.infinity();
  value.magnitude = biased == 0 ? fraction : fraction | Bits{1} << format.fraction;
  value.exponent = std::max(biased, 1) - format.bias() - format.fraction;
  return value;
}

Bits write(const Exact& value, const Format& format, Rounds how) {
  const Bits sign = value.negative ? format.sign() : 0;
  if (value.is_nan) return format.sign() - 1;
  if (value.is_infinite) return sign | format.infinity();
  if (value.magnitude == 0) return sign;
  const int least = 1 - format.bias() - format.fraction;  // exponent of the last bit of a subnormal number
  int last = std::max(value.exponent + length(value.magnitude) - format.fraction - 1, least);
  const int by = last - value.exponent;
  Wide kept = by <= 0 ? value.magnitude << -by : by >= 128 ? 0 : value.magnitude >> by;
  kept += rounds_up(value.magnitude, by, value.negative, how);
  if (length(kept) > format.fraction + 1) kept >>= 1, ++last;
  if (length(kept) <= format.fraction) return sign | static_cast<Bits>(kept);
  const Bits result = static_cast<Bits>(kept) + (static_cast<Bits>(last - least) << format.fraction);
  if (result < format.infinity()) return sign | result;
  const bool to_infinity =
      how == Rounds::kNearest || (how == Rounds::kUp && !value.negative) || (how == Rounds::kDown && value.negative);
  return sign | (format.infinity() - (to_infinity ? 0 : 1));
}

bool is_nan(Bits raw, const Format& format) { return (raw & (format.sign() - 1)) > format.infinity(); }
Bits saturated(Bits raw, const Format& format) {
  const Bits one = static_cast<Bits>(format.bias()) << format.fraction;
  return is_nan(raw, format) || (raw & format.sign()) != 0 ? 0 : std::min(raw, one);
}
Bits flush(Bits raw, const Format& format) { return (raw & format.infinity()) == 0 ? raw & format.sign() : raw; }

Bits write_flushed(const Exact& value, const Format& format, Rounds how) {
  const int up = format.fraction + 2;  // powers of two: what was subnormal has all its bits there
  Exact large = value;
  large.exponent += up;
  const Bits result = write(value, format, how), rounded = write(large, format, how) & (format.sign() - 1);
  return rounded < static_cast<Bits>(1 + up) << format.fraction ? result & format.sign() : result;
}

Exact negated(Exact a) {
  a.negative = !a.negative;
  return a;
}

Exact sum(Exact a, Exact b, Rounds how) {
  if (a.is_nan || b.is_nan || (a.is_infinite && b.is_infinite && a.negative != b.negative)) return nan();
  if (a.is_infinite || b.is_infinite) return a.is_infinite ? a : b;
  if (is_zero(a) && is_zero(b)) {
    a.negative = a.negative == b.negative ? a.negative : how == Rounds::kDown;
    return a;
  }
  if (is_zero(a) || is_zero(b)) return is_zero(a) ? b : a;
  for (Exact* x : {&a, &b}) {  // to bit 125, so that a sum fits and bits lost are far below
    const int by = 126 - length(x->magnitude);
    x->magnitude <<= by, x->exponent -= by;
  }
  if (a.exponent < b.exponent || (a.exponent == b.exponent && a.magnitude < b.magnitude)) std::swap(a, b);
  const Wide small = shifted_right(b.magnitude, a.exponent - b.exponent);
  a.magnitude = a.negative == b.negative ? a.magnitude + small : a.magnitude - small;
  if (a.magnitude == 0) a.negative = how == Rounds::kDown;
  return a;
}

Exact product(const Exact& a, const Exact& b) {
  const bool negative = a.negative != b.negative;
  if (a.is_nan || b.is_nan || (a.is_infinite && is_zero(b)) || (is_zero(a) && b.is_infinite)) return nan();
  if (a.is_infinite || b.is_infinite) return infinity(negative);
  return {false, false, negative, a.magnitude * b.magnitude, a.exponent + b.exponent};
}

Exact quotient(const Exact& a, const Exact& b) {
  const bool negative = a.negative != b.negative;
  if (a.is_nan || b.is_nan || (a.is_infinite && b.is_infinite) || (is_zero(a) && is_zero(b))) return nan();
  if (a.is_infinite || is_zero(b)) return infinity(negative);
  if (b.is_infinite || is_zero(a)) return {false, false, negative};
  const int by = 127 - length(a.magnitude);
  const Wide dividend = a.magnitude << by;
  return {false, false, negative, dividend / b.magnitude | (dividend % b.magnitude != 0), a.exponent - by - b.exponent};
}

Exact root(const Exact& a) {
  if (a.is_nan || is_zero(a)) return a;
  if (a.negative) return nan();
  if (a.is_infinite) return a;
  int by = 126 - length(a.magnitude);
  by -= (a.exponent - by) % 2 != 0;
  const Wide square = a.magnitude << by;
  Wide result = 0;
  for (int i = 63; i >= 0; --i)
    if (const Wide more = result | Wide{1} << i; more * more <= square) result = more;
  return {false, false, false, result << 1 | (result * result != square), (a.exponent - by) / 2 - 1};
}

Exact whole(const Exact& a, Rounds how) {
  if (a.is_nan || a.is_infinite || a.exponent >= 0) return a;
  const int by = -a.exponent;
  const Wide kept = by >= 128 ? 0 : a.magnitude >> by;
  return {false, false, a.negative, kept + rounds_up(a.magnitude, by, a.negative, how), 0};
}

Exact of_integer(__int128 value) { return {false, false, value < 0, static_cast<Wide>(value < 0 ? -value : value), 0}; }

}  // namespace gemmscope::lockstep::testing
