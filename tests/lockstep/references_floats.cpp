// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>

#include "tests/lockstep/exact.h"

namespace gemmscope::lockstep::testing {
namespace {

constexpr struct {
  const char* name;
  Rounds how;
} kRounds[] = {{"", Rounds::kNearest}, {".rz", Rounds::kZero}, {".rm", Rounds::kDown}, {".rp", Rounds::kUp}};

using Of = Exact (*)(const Exact* s, Rounds how);
constexpr struct {
  const char* name;
  int sources;
  bool may_saturate;
  Of of;
} kOperations[] = {
    {"add", 2, true, [](const Exact* s, Rounds how) { return sum(s[0], s[1], how); }},
    {"sub", 2, true, [](const Exact* s, Rounds how) { return sum(s[0], negated(s[1]), how); }},
    {"mul", 2, true, [](const Exact* s, Rounds) { return product(s[0], s[1]); }},
    {"fma", 3, true, [](const Exact* s, Rounds how) { return sum(product(s[0], s[1]), s[2], how); }},
    {"div", 2, false, [](const Exact* s, Rounds) { return quotient(s[0], s[1]); }},
    {"rcp", 1, false, [](const Exact* s, Rounds) { return quotient(of_integer(1), s[0]); }},
    {"sqrt", 1, false, [](const Exact* s, Rounds) { return root(s[0]); }},
};

void add_arithmetic(References& all, const Format& format, bool ftz, bool sat) {
  for (const auto& rounds : kRounds)
    for (const auto& operation : kOperations) {
      if (sat && !operation.may_saturate) continue;
      all.push_back(
          {std::string(operation.name) + rounds.name + (ftz ? ".ftz" : "") + (sat ? ".sat" : "") + "." + format.name,
           [=](const Bits* s, Bits* r) {
             Exact x[3];
             for (int i = 0; i < operation.sources; ++i) x[i] = read(ftz ? flush(s[i], format) : s[i], format);
             r[0] = (ftz ? write_flushed : write)(operation.of(x, rounds.how), format, rounds.how);
             if (sat) r[0] = saturated(r[0], format);
           },
           0, format.bits == 64 ? 64 : 0});
    }
}

/// a < b, with -0 below +0; neither is NaN.
bool below(Bits a, Bits b, const Format& format) {
  const auto number = [&](Bits x) {
    const auto m = static_cast<__int128>(x & (format.sign() - 1));
    return (x & format.sign()) != 0 ? -m - 1 : m;
  };
  return number(a) < number(b);
}

void add_extremes(References& all, const Format& format, bool ftz, bool nan_wins, bool xor_sign) {
  for (const bool max : {false, true})
    all.push_back({std::string(max ? "max" : "min") + (ftz ? ".ftz" : "") + (nan_wins ? ".NaN" : "") +
                       (xor_sign ? ".xorsign.abs" : "") + "." + format.name,
                   [=](const Bits* s, Bits* r) {
                     Bits a = ftz ? flush(s[0], format) : s[0], b = ftz ? flush(s[1], format) : s[1];
                     const Bits sign = xor_sign ? (a ^ b) & format.sign() : 0;
                     if (xor_sign) a &= ~format.sign(), b &= ~format.sign();
                     const bool a_nan = is_nan(a, format), b_nan = is_nan(b, format);
                     if ((a_nan && b_nan) || (nan_wins && (a_nan || b_nan)))
                       r[0] = format.sign() - 1;
                     else if (a_nan || b_nan)
                       r[0] = (a_nan ? b : a) | sign;
                     else
                       r[0] = (below(a, b, format) == max ? b : a) | sign;
                   },
                   0, format.bits == 64 ? 64 : 0});
}

void add_signs(References& all, const Format& format, bool ftz) {
  const std::string suffix = std::string(ftz ? ".ftz." : ".") + format.name;
  const auto in = [=](Bits raw) { return ftz ? flush(raw, format) : raw; };
  all.push_back({"abs" + suffix, [=](const Bits* s, Bits* r) { r[0] = in(s[0]) & ~format.sign(); }, 0, format.bits});
  all.push_back({"neg" + suffix, [=](const Bits* s, Bits* r) { r[0] = in(s[0]) ^ format.sign(); }, 0, format.bits});
}

void add_kinds(References& all, const Format& format) {
  const auto add = [&](const char* op, auto of) {
    all.push_back({std::string("testp.") + op + "." + format.name, [=](const Bits* s, Bits* r) {
                     double value;
                     float narrow;
                     std::memcpy(&value, s, sizeof(value)), std::memcpy(&narrow, s, sizeof(narrow));
                     r[0] = format.bits == 32 ? of(std::fpclassify(narrow)) : of(std::fpclassify(value));
                   }});
  };
  add("finite", [](int kind) { return kind != FP_NAN && kind != FP_INFINITE; });
  add("infinite", [](int kind) { return kind == FP_INFINITE; });
  add("number", [](int kind) { return kind != FP_NAN; });
  add("notanumber", [](int kind) { return kind == FP_NAN; });
  add("normal", [](int kind) { return kind == FP_NORMAL || kind == FP_ZERO; });  // h200_operations.csv
  add("subnormal", [](int kind) { return kind == FP_SUBNORMAL; });
  all.push_back({std::string("copysign.") + format.name, [=](const Bits* s, Bits* r) {
                   r[0] = (s[1] | format.sign()) - ((s[0] & format.sign()) != 0 ? 0 : format.sign());
                 }});
}

Bits bits_of(long double value) {
  const auto narrow = static_cast<float>(value);
  Bits raw = 0;
  std::memcpy(&raw, &narrow, sizeof(narrow));
  return std::isnan(value) ? 0x7fffffff : raw;
}
long double number(Bits raw) {
  float value;
  std::memcpy(&value, &raw, sizeof(value));
  return value;
}

using Real = long double;
/// PTX allows 2 steps and more; the host keeps to 2.
void add_approximate(References& all, const char* op, bool ftz, Real (*of)(Real, Real)) {
  all.push_back({std::string(op) + (ftz ? ".ftz" : "") + ".f32",
                 [=](const Bits* s, Bits* r) {
                   const auto in = [=](Bits raw) { return number(ftz ? flush(raw, kF32) : raw); };
                   r[0] = bits_of(of(in(s[0]), in(s[1])));
                   if (ftz) r[0] = flush(r[0], kF32);
                 },
                 2});
}

/// The double that the upper 32 bits are, to which subnormal numbers count as zeros.
Real upper(Bits raw) {
  const auto cut = std::bit_cast<double>(raw >> 32 << 32);
  return std::fpclassify(cut) == FP_SUBNORMAL ? std::copysign(Real{0}, Real{cut}) : Real{cut};
}
/// Rounded to 20 bits of fraction, as upper 32 bits of a double.
Bits guess(Bits from, Real result) {
  if (std::isnan(std::bit_cast<double>(from)) || std::isnan(result)) return 0xfff8000000000000;
  if (std::isinf(result) || result == 0) return std::bit_cast<Bits>(static_cast<double>(result));
  int exponent;
  const Real fraction = std::frexp(result, &exponent);
  const Real rounded = std::ldexp(std::round(std::ldexp(fraction, 21)), exponent - 21);
  if (std::fabs(rounded) < std::ldexp(Real{1}, -1022)) return std::signbit(result) ? Bits{1} << 63 : Bits{0};
  return std::bit_cast<Bits>(static_cast<double>(rounded));
}

}  // namespace

References float_references() {
  References all;
  for (const bool ftz : {false, true})
    for (const bool sat : {false, true}) add_arithmetic(all, kF32, ftz, sat);
  add_arithmetic(all, kF64, false, false);
  for (const bool ftz : {false, true})
    for (const bool nan_wins : {false, true})
      for (const bool xor_sign : {false, true}) add_extremes(all, kF32, ftz, nan_wins, xor_sign);
  add_extremes(all, kF64, false, false, false);
  for (const bool ftz : {false, true}) add_signs(all, kF32, ftz);
  add_signs(all, kF64, false);
  add_kinds(all, kF32);
  add_kinds(all, kF64);
  return all;
}

References approximate_references() {
  References all;
  for (const bool ftz : {false, true}) {
    const auto add = [&](const char* op, Real (*of)(Real, Real)) { add_approximate(all, op, ftz, of); };
    add("div.full", [](Real a, Real b) { return a / b; });
    add("div.approx", [](Real a, Real b) {
      if (std::isnan(b) || std::fabs(b) <= 0x1p126L) return a / b;
      return std::isinf(a) ? Real{NAN} : std::isnan(a) ? a : std::copysign(0.0L, a) * std::copysign(1.0L, b);
    });
    add("rcp.approx", [](Real a, Real) { return 1 / a; });
    add("sqrt.approx", [](Real a, Real) { return std::sqrt(a); });
    add("rsqrt.approx", [](Real a, Real) { return 1 / std::sqrt(a); });
    add("sin.approx", [](Real a, Real) { return std::sin(a); });
    add("cos.approx", [](Real a, Real) { return std::cos(a); });
    add("ex2.approx", [](Real a, Real) { return std::exp2(a); });
    add("lg2.approx", [](Real a, Real) { return std::log2(a); });
    if (!ftz) add("tanh.approx", [](Real a, Real) { return std::tanh(a); });
  }
  all.push_back({"rcp.approx.ftz.f64", [](const Bits* s, Bits* r) { r[0] = guess(s[0], 1 / upper(s[0])); }});
  all.push_back(
      {"rsqrt.approx.ftz.f64", [](const Bits* s, Bits* r) { r[0] = guess(s[0], 1 / std::sqrt(upper(s[0]))); }});
  all.push_back({"rsqrt.approx.f64",
                 [](const Bits* s, Bits* r) {
                   const auto root = static_cast<double>(1 / std::sqrt(Real{std::bit_cast<double>(s[0])}));
                   r[0] = std::isnan(root) ? 0xfff8000000000000 : std::bit_cast<Bits>(root);
                 },
                 2});
  return all;
}

}  // namespace gemmscope::lockstep::testing
