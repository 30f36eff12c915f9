// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "tests/cuda/operations/words.h"

namespace gemmscope::operations {
namespace {

Format named(std::string_view type) {
  Format format = type.starts_with("bf16")  ? kBf16
                  : type.starts_with("f16") ? kF16
                  : type == "f32"           ? kF32
                  : type == "f64"           ? kF64
                                            : Format{};
  format.pair = is_pair(type);
  return format;
}

Format integer(Holds holds) {
  return {holds == Holds::kPredicate ? 1 : 8 * static_cast<int>(lockstep::bytes_of(holds))};
}

/// Where shifts end, integers wrap, and floats have no more room for them.
std::vector<Bits> integers(int bits) {
  const Bits all = bits == 64 ? ~Bits{0} : (Bits{1} << bits) - 1;
  std::set<Bits> values;
  for (const Bits value : {0ull, 1ull, 2ull, 3ull, 5ull, 7ull, 8ull, 10ull, 100ull, 0x5555555555555555ull,
                           0x123456789abcdefull, 0x0f0f0f0f0f0f0f0full})
    values.insert({value & all, ~value & all});
  for (const int power : {4, 5, 6, 7, 8, 11, 12, 15, 16, 23, 24, 25, 31, 32, 33, 47, 48, 52, 53, 54, 62, 63})
    for (const int add : {-1, 0, 1})
      if (power < bits) {
        const Bits value = (Bits{1} << power) + static_cast<Bits>(add);
        values.insert({value & all, (0 - value) & all});
      }
  return {values.begin(), values.end()};
}

std::vector<Bits> values_of(const Format& format, const std::set<int>& exponents, const std::vector<Bits>& fractions) {
  std::vector<Bits> values;
  for (const int exponent : exponents)
    for (const Bits fraction : fractions)
      for (const Bits sign : {Bits{0}, format.sign()})
        values.push_back(sign | static_cast<Bits>(exponent) << format.fraction | fraction);
  for (const double value :
       {3.0, 5.0, 10.0, 0.1, 1.0 / 3, 3.14159265358979, 6.28318530717959, 1.57079632679490, 2.5, 100.0, 1000.0})
    for (const Bits sign : {Bits{0}, format.sign()}) values.push_back(sign | cut_to(value, format));
  return values;
}

/// Exponents where the float itself, or one that it is converted to, begins or ends; fractions where roundings tie.
std::vector<Bits> floats(const Format& format) {
  const int most = (1 << format.exponent) - 1;
  std::set<int> exponents{0, 1, 2, most - 2, most - 1, most};
  for (const int power :
       {-150, -149, -133, -127, -126, -25, -24, -15, -14, -12, -3, -2, -1, 0,  1,  2,  3,   4,   6,  7,
        8,    9,    10,   11,   15,   16,  23,  24,  30,  31,  32, 52, 53, 62, 63, 64, 126, 127, 128})
    if (power + format.bias() > 0 && power + format.bias() < most) exponents.insert(power + format.bias());
  const Bits last = (Bits{1} << format.fraction) - 1, half = (last + 1) / 2;
  std::vector<Bits> fractions{0, 1, half, last};
  if (format.bits == 32) fractions.insert(fractions.end(), {0x1000, 0x7fffff - 0xfff, 0x3000, 0x8000, 0x7f8000});
  if (format.bits == 64) fractions.insert(fractions.end(), {Bits{1} << 28, last - (Bits{1} << 28) + 1, Bits{3} << 28});
  return values_of(format, exponents, fractions);
}

/// Few enough for all pairs of them.
std::vector<Bits> few_floats(const Format& format) {
  const int most = (1 << format.exponent) - 1, bias = format.bias(), fraction = format.fraction;
  const Bits last = (Bits{1} << fraction) - 1;
  return values_of(format,
                   {0, 1, most - 1, most, bias - 1, bias, bias + 1, bias + fraction, std::max(bias - fraction - 1, 2)},
                   {0, 1, (last + 1) / 2, last});
}

}  // namespace

Format format_of(const Operation& operation, int i) {
  const Words words(operation.mnemonic);
  const Holds holds = operation.operands[static_cast<std::size_t>(i)];
  const bool is_result = i < operation.results;
  std::string_view type = words.last();
  if (words.base == "slct" && i < 3) type = words.last(1);
  if (is_result && (words.base == "cvt" || words.base == "set")) type = words.last(1);
  if (words.base == "pack" || words.base == "unpack") type = {};
  const Format format = named(type);
  const int bits = format.pair ? 32 : format.bits;
  return bits != 0 && bits == integer(holds).bits ? format : integer(holds);
}

double number(Bits value, const Format& format) {
  if (format.bits == 64) return std::bit_cast<double>(value);
  const Bits magnitude = value & (format.sign() - 1);
  const int exponent = static_cast<int>(magnitude >> format.fraction);
  const Bits fraction = magnitude & ((Bits{1} << format.fraction) - 1);
  double result = std::ldexp(static_cast<double>(exponent == 0 ? fraction : fraction | Bits{1} << format.fraction),
                             std::max(exponent, 1) - format.bias() - format.fraction);
  if (magnitude == format.infinity()) result = HUGE_VAL;
  if (magnitude > format.infinity()) result = std::nan("");
  return (value & format.sign()) != 0 ? -result : result;
}

Bits cut_to(double value, const Format& format) {
  if (format.bits == 64) return std::bit_cast<Bits>(value);
  const Bits sign = std::signbit(value) ? format.sign() : 0;
  if (std::isnan(value)) return format.sign() - 1;
  int exponent = 0;
  const double part = std::frexp(std::fabs(value), &exponent);  // 0.5 to 1
  const int raw = exponent - 1 + format.bias();
  if (part == 0 || raw <= 0) return sign;
  if (std::isinf(value) || raw >= (1 << format.exponent) - 1) return sign | format.infinity();
  const auto fraction = static_cast<Bits>(std::ldexp(part, format.fraction + 1)) & ((Bits{1} << format.fraction) - 1);
  return sign | static_cast<Bits>(raw) << format.fraction | fraction;
}

double steps_between(Bits a, Bits b, const Format& format) {
  const auto place = [&](Bits value) {
    const auto magnitude = static_cast<double>(value & (format.sign() - 1));
    return (value & format.sign()) != 0 ? -magnitude : magnitude;
  };
  if (((a ^ b) & format.sign()) == 0) return static_cast<double>(a > b ? a - b : b - a);
  return std::fabs(place(a) - place(b));
}

const std::vector<Bits>& special_values(const Format& format, bool few) {
  static const std::vector<Bits> kIntegers[] = {{0, 1}, integers(16), integers(32), integers(64)};
  static const std::vector<Bits> kFloats[] = {floats(kF16), floats(kBf16), floats(kF32), floats(kF64)};
  static const std::vector<Bits> kFew[] = {few_floats(kF16), few_floats(kBf16), few_floats(kF32), few_floats(kF64)};
  if (!format.is_float()) return kIntegers[format.bits == 1 ? 0 : format.bits == 16 ? 1 : format.bits == 32 ? 2 : 3];
  return (few ? kFew : kFloats)[format.bits == 64 ? 3 : format.bits == 32 ? 2 : format.exponent == 8 ? 1 : 0];
}

}  // namespace gemmscope::operations
