// SPDX-License-Identifier: MIT
// In 128 bits; the test keeps those that the result has.
#include <algorithm>

#include "tests/lockstep/reference.h"

namespace gemmscope::lockstep::testing {
namespace {

using Wide = __int128;

Bits low(Wide value) { return static_cast<Bits>(value); }

/// The product's bits from `shift` on, taken apart by hand: 64 times 64 bits do not fit into a signed 128.
Bits high_of_product(Wide a, Wide b, int shift) {
  const bool negative = (a < 0) != (b < 0);
  const auto x = static_cast<unsigned __int128>(a < 0 ? -a : a), y = static_cast<unsigned __int128>(b < 0 ? -b : b);
  const unsigned __int128 product = negative ? -(x * y) : x * y;
  return static_cast<Bits>(product >> shift);
}

Wide quotient(Wide a, Wide b) {  // by repeated subtraction of b's doubles, as at school
  Wide rest = a < 0 ? -a : a, q = 0;
  const Wide by = b < 0 ? -b : b;
  for (int i = 63; i >= 0; --i)
    if (rest >= by << i) rest -= by << i, q += Wide{1} << i;
  return (a < 0) != (b < 0) ? -q : q;
}

void add_basic(References& all, const Integer& t) {
  const auto add = [&](const char* op, auto of) {
    all.push_back({std::string(op) + "." + t.name,
                   [t, of](const Bits* s, Bits* r) { r[0] = low(of(t.of(s[0]), t.of(s[1]), t.of(s[2]))); }});
  };
  add("add", [](Wide a, Wide b, Wide) { return a + b; });
  add("sub", [](Wide a, Wide b, Wide) { return a - b; });
  add("min", [](Wide a, Wide b, Wide) { return std::min(a, b); });
  add("max", [](Wide a, Wide b, Wide) { return std::max(a, b); });
  add("sad", [](Wide a, Wide b, Wide c) { return c + (a < b ? b - a : a - b); });
  add("div", [](Wide a, Wide b, Wide) { return b == 0 ? Wide{-1} : quotient(a, b); });
  add("rem", [](Wide a, Wide b, Wide) { return b == 0 ? Wide{-1} : a - quotient(a, b) * b; });
  add("mul.lo", [](Wide a, Wide b, Wide) { return Wide(high_of_product(a, b, 0)); });
  add("mad.lo", [](Wide a, Wide b, Wide c) { return Wide(high_of_product(a, b, 0)) + c; });
  add("mul.hi", [t](Wide a, Wide b, Wide) { return Wide(high_of_product(a, b, t.bits)); });
  add("mad.hi", [t](Wide a, Wide b, Wide c) { return Wide(high_of_product(a, b, t.bits)) + c; });
  if (t.is_signed) {
    add("neg", [](Wide a, Wide, Wide) { return -a; });
    add("abs", [](Wide a, Wide, Wide) { return a < 0 ? -a : a; });
  }
  if (t.bits < 64) {
    const auto wide = [t](bool sum) {
      return [t, sum](const Bits* s, Bits* r) { r[0] = low(t.of(s[0]) * t.of(s[1]) + (sum ? Wide(s[2]) : 0)); };
    };
    all.push_back({std::string("mul.wide.") + t.name, wide(false)});
    all.push_back({std::string("mad.wide.") + t.name, wide(true)});
  }
  if (t.bits == 32) {
    const Integer t24{"", 24, t.is_signed};
    for (const bool high : {false, true})
      for (const bool sum : {false, true})
        all.push_back(
            {std::string(sum ? "mad24." : "mul24.") + (high ? "hi." : "lo.") + t.name, [=](const Bits* s, Bits* r) {
               const Wide product = t24.of(s[0]) * t24.of(s[1]);
               r[0] = low((high ? product >> 16 : product) + (sum ? t.of(s[2]) : 0));
             }});
  }
}

/// The carry is bit `bits` of a sum of numbers without sign; the borrow, of a difference.
void add_carry(References& all, const Integer& t) {
  const Integer u{"", t.bits, false};
  const auto split = [u](Wide value, Bits* r) {
    r[0] = low(value);
    r[1] = (static_cast<Bits>(value >> u.bits) & 1) != 0;
  };
  for (const bool in : {false, true})
    for (const bool out : {false, true}) {
      if (!in && !out) continue;
      const auto named = [&](const char* op, const char* part) {
        return std::string(op) + (in ? "c" : "") + part + (out ? ".cc." : ".") + t.name;
      };
      all.push_back({named("add", ""),
                     [=](const Bits* s, Bits* r) { split(u.of(s[0]) + u.of(s[1]) + (in ? Wide(s[2]) : 0), r); }});
      all.push_back({named("sub", ""),
                     [=](const Bits* s, Bits* r) { split(u.of(s[0]) - u.of(s[1]) - (in ? Wide(s[2]) : 0), r); }});
      for (const int shift : {0, t.bits})
        all.push_back({named("mad", shift == 0 ? ".lo" : ".hi"), [=](const Bits* s, Bits* r) {
                         const Bits product = high_of_product(t.of(s[0]), t.of(s[1]), shift);
                         split(u.of(product) + u.of(s[2]) + (in ? Wide(s[3]) : 0), r);
                       }});
    }
}

void add_pairs(References& all) {
  for (const bool is_signed : {false, true}) {
    const Integer t{"", 16, is_signed};
    const auto add = [&](const std::string& op, auto of) {
      all.push_back({op + (is_signed ? ".s16x2" : ".u16x2"), [=](const Bits* s, Bits* r) {
                       const Bits first = low(of(t.of(s[0]), t.of(s[1]))) & 0xffff;
                       r[0] = first | (low(of(t.of(s[0] >> 16), t.of(s[1] >> 16))) & 0xffff) << 16;
                     }});
    };
    add("add", [](Wide a, Wide b) { return a + b; });
    add("min", [](Wide a, Wide b) { return std::min(a, b); });
    add("max", [](Wide a, Wide b) { return std::max(a, b); });
    if (!is_signed) continue;
    add("min.relu", [](Wide a, Wide b) { return std::max<Wide>(std::min(a, b), 0); });
    add("max.relu", [](Wide a, Wide b) { return std::max({a, b, Wide{0}}); });
  }
}

void add_dots(References& all) {
  for (const bool a_signed : {false, true})
    for (const bool b_signed : {false, true})
      for (int form = 0; form < 3; ++form) {  // dp4a, dp2a.lo, dp2a.hi
        const Integer a{"", form == 0 ? 8 : 16, a_signed}, b{"", 8, b_signed};
        all.push_back({std::string(form == 0   ? "dp4a."
                                   : form == 1 ? "dp2a.lo."
                                               : "dp2a.hi.") +
                           (a_signed ? "s32." : "u32.") + (b_signed ? "s32" : "u32"),
                       [=](const Bits* s, Bits* r) {
                         Wide sum = Wide(s[2]);
                         for (int i = 0; i < 32 / a.bits; ++i)
                           sum += a.of(s[0] >> (a.bits * i)) * b.of(s[1] >> (8 * i + (form == 2 ? 16 : 0)));
                         r[0] = low(sum);
                       }});
      }
}

void add_saturating(References& all) {
  const Integer t = kIntegers[3];
  const auto add = [&](const char* name, auto of) {
    all.push_back({name, [=](const Bits* s, Bits* r) { r[0] = low(of(t.of(s[0]), t.of(s[1]), t.of(s[2]))); }});
  };
  const auto clamp = [](Wide x) { return std::clamp<Wide>(x, -(Wide{1} << 31), (Wide{1} << 31) - 1); };
  add("add.sat.s32", [=](Wide a, Wide b, Wide) { return clamp(a + b); });
  add("sub.sat.s32", [=](Wide a, Wide b, Wide) { return clamp(a - b); });
  add("mad.hi.sat.s32", [=](Wide a, Wide b, Wide c) { return clamp((a * b >> 32) + c); });
  add("min.relu.s32", [](Wide a, Wide b, Wide) { return std::max<Wide>(std::min(a, b), 0); });
  add("max.relu.s32", [](Wide a, Wide b, Wide) { return std::max({a, b, Wide{0}}); });
}

}  // namespace

References integer_references() {
  References all;
  for (const Integer& t : kIntegers) {
    add_basic(all, t);
    if (t.bits >= 32) add_carry(all, t);
  }
  add_pairs(all);
  add_dots(all);
  add_saturating(all);
  return all;
}

}  // namespace gemmscope::lockstep::testing
