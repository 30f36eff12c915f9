// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "tests/lockstep/exact.h"

namespace gemmscope::lockstep::testing {
namespace {

/// As it is, and with an x2 on both halves of 32 bits.
void add_both(References& all, const std::string& mnemonic, int any_nan, double ulps,
              std::function<Bits(const Bits*)> of) {
  all.push_back({mnemonic, [=](const Bits* s, Bits* r) { r[0] = of(s); }, ulps, any_nan});
  // Of a pair the harness sees 32 bits, in which neither NaNs nor steps can be told: only what is exact is asked.
  all.push_back({mnemonic + "x2", [=](const Bits* s, Bits* r) {
                   const Bits low[3] = {s[0] & 0xffff, s[1] & 0xffff, s[2] & 0xffff};
                   const Bits high[3] = {s[0] >> 16 & 0xffff, s[1] >> 16 & 0xffff, s[2] >> 16 & 0xffff};
                   r[0] = (of(high) & 0xffff) << 16 | (of(low) & 0xffff);
                 }});
}

void add_arithmetic(References& all, const Format& format, bool ftz, const char* then) {
  const std::string suffix = std::string(ftz ? ".ftz" : "") + then + "." + format.name, what = then;
  const auto finish = [=](const Exact& exact) {
    const Bits r = (ftz ? write_flushed : write)(exact, format, Rounds::kNearest);
    const Bits one = static_cast<Bits>(format.bias()) << format.fraction;
    const bool negative = (r & format.sign()) != 0, nan = is_nan(r, format);
    if (what == ".sat") return nan || negative ? 0 : std::min(r, one);
    if (what == ".relu") return negative && !nan ? 0 : r;
    return r;
  };
  const auto in = [=](Bits raw) { return read(ftz ? flush(raw, format) : raw, format); };
  add_both(all, "fma" + suffix, 0, 0,
           [=](const Bits* s) { return finish(sum(product(in(s[0]), in(s[1])), in(s[2]))); });
  if (what == ".relu") return;
  add_both(all, "add" + suffix, 0, 0, [=](const Bits* s) { return finish(sum(in(s[0]), in(s[1]))); });
  add_both(all, "sub" + suffix, 0, 0, [=](const Bits* s) { return finish(sum(in(s[0]), negated(in(s[1])))); });
  add_both(all, "mul" + suffix, 0, 0, [=](const Bits* s) { return finish(product(in(s[0]), in(s[1]))); });
}

void add_extremes(References& all, const Format& format, bool ftz) {
  const std::string begin = ftz ? ".ftz" : "", end = std::string(".") + format.name;
  const auto in = [=](Bits raw) { return ftz ? flush(raw, format) : raw; };
  for (const bool max : {false, true})
    for (const bool nan_wins : {false, true})
      for (const bool xor_sign : {false, true})
        add_both(all,
                 std::string(max ? "max" : "min") + begin + (nan_wins ? ".NaN" : "") +
                     (xor_sign ? ".xorsign.abs" : "") + end,
                 0, 0, [=](const Bits* s) {
                   Bits a = in(s[0]), b = in(s[1]);
                   const Bits sign = xor_sign ? (a ^ b) & format.sign() : 0;
                   if (xor_sign) a %= format.sign(), b %= format.sign();
                   const bool a_nan = is_nan(a, format), b_nan = is_nan(b, format);
                   if ((a_nan && b_nan) || (nan_wins && (a_nan || b_nan))) return format.sign() - 1;
                   if (a_nan || b_nan) return (a_nan ? b : a) | sign;
                   const auto place = [&](Bits x) {  // -0 before +0
                     const int m = static_cast<int>(x % format.sign());
                     return x >= format.sign() ? -m - 1 : m;
                   };
                   return ((place(a) < place(b)) == max ? b : a) | sign;
                 });
  add_both(all, "abs" + begin + end, format.bits, 0, [=](const Bits* s) { return in(s[0]) % format.sign(); });
  add_both(all, "neg" + begin + end, format.bits, 0, [=](const Bits* s) { return in(s[0]) ^ format.sign(); });
}

/// In long double, and rounded once: so near to the host's float that a half's rounding is the same but near ties.
void add_approximate(References& all, const char* op, const Format& format, bool ftz, long double (*of)(long double)) {
  add_both(all, std::string(op) + (ftz ? ".ftz." : ".") + format.name, 0, 1, [=](const Bits* s) {
    const Exact a = read(ftz ? flush(s[0], format) : s[0], format);
    if (a.is_nan) return format.sign() - 1;
    const long double x = a.is_infinite ? HUGE_VALL : std::ldexp(static_cast<long double>(a.magnitude), a.exponent);
    const long double y = of(a.negative ? -x : x);
    Exact result;
    result.negative = std::signbit(y), result.is_infinite = std::isinf(y);
    int exponent = 0;
    const long double part = result.is_infinite ? 0 : std::frexp(std::fabs(y), &exponent);
    result.magnitude = static_cast<unsigned __int128>(std::ldexp(part, 64)), result.exponent = exponent - 64;
    const Bits r = write(result, format);
    return ftz ? flush(r, format) : r;
  });
}

}  // namespace

References half_references() {
  References all;
  for (const bool ftz : {false, true}) {
    for (const char* then : {"", ".sat", ".relu"}) add_arithmetic(all, kF16, ftz, then);
    add_extremes(all, kF16, ftz);
  }
  for (const char* then : {"", ".relu"}) add_arithmetic(all, kBf16, false, then);
  add_extremes(all, kBf16, false);
  add_approximate(all, "ex2.approx", kF16, false, [](long double x) { return std::exp2(x); });
  add_approximate(all, "ex2.approx", kBf16, true, [](long double x) { return std::exp2(x); });
  add_approximate(all, "tanh.approx", kF16, false, [](long double x) { return std::tanh(x); });
  add_approximate(all, "tanh.approx", kBf16, false, [](long double x) { return std::tanh(x); });
  return all;
}

}  // namespace gemmscope::lockstep::testing
