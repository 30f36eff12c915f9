// SPDX-License-Identifier: MIT
// PTX ISA, "cvt": to an exact number, and to the type from there.
#include <algorithm>

#include "tests/lockstep/exact.h"

namespace gemmscope::lockstep::testing {
namespace {

using Wide = __int128;

struct Mode {
  const char *to_float, *to_integer;
  Rounds how;
};
constexpr Mode kModes[] = {{"", ".rni", Rounds::kNearest},
                           {".rz", ".rzi", Rounds::kZero},
                           {".rm", ".rmi", Rounds::kDown},
                           {".rp", ".rpi", Rounds::kUp}};
constexpr Integer kAll[] = {{"u8", 8, false}, {"s8", 8, true}, kIntegers[0], kIntegers[1],
                            kIntegers[2],     kIntegers[3],    kIntegers[4], kIntegers[5]};
constexpr Format kFloats[] = {kF16, kBf16, kF32, kF64};

Wide least(const Integer& t) { return t.is_signed ? -(Wide{1} << (t.bits - 1)) : Wide{0}; }
Wide most(const Integer& t) { return (Wide{1} << (t.bits - (t.is_signed ? 1 : 0))) - 1; }

std::string named(const std::string& modifiers, const char* to, const char* from) {
  return "cvt" + modifiers + "." + to + "." + from;
}
Bits rectified(Bits raw, const Format& format) { return is_nan(raw, format) || (raw & format.sign()) == 0 ? raw : 0; }

void add_integers(References& all, const Integer& from, const Integer& to) {
  all.push_back({named("", to.name, from.name),
                 [=](const Bits* s, Bits* r) { r[0] = static_cast<Bits>(to.of(static_cast<Bits>(from.of(s[0])))); }});
  all.push_back({named(".sat", to.name, from.name), [=](const Bits* s, Bits* r) {
                   r[0] = static_cast<Bits>(std::clamp(from.of(s[0]), least(to), most(to)));
                 }});
}

Bits to_integer(Bits raw, const Format& from, const Integer& to, Rounds how) {
  const Exact a = whole(read(raw, from), how);
  if (a.is_nan) return from.bits == 64 || to.bits == 64 ? static_cast<Bits>(to.of(Bits{1} << (to.bits - 1))) : 0;
  Wide value = most(to) + 1;  // of what is larger than any integer
  if (!a.is_infinite && a.exponent < 64) value = static_cast<Wide>(a.magnitude) << a.exponent;
  return static_cast<Bits>(std::clamp(a.negative ? -value : value, least(to), most(to)));
}

void add_mixed(References& all, const Integer& integer, const Format& format) {
  for (const Mode& mode : kModes) {
    all.push_back({named(mode.to_float, format.name, integer.name),
                   [=](const Bits* s, Bits* r) { r[0] = write(of_integer(integer.of(s[0])), format, mode.how); }});
    all.push_back({named(mode.to_integer, integer.name, format.name),
                   [=](const Bits* s, Bits* r) { r[0] = to_integer(s[0], format, integer, mode.how); }});
    if (format.bits == 32)
      all.push_back(
          {named(std::string(mode.to_integer) + ".ftz", integer.name, format.name),
           [=](const Bits* s, Bits* r) { r[0] = to_integer(flush(s[0], format), format, integer, mode.how); }});
  }
}

/// What comes of a NaN, as h200_operations.csv has it: f64 gives its sign and the first bits of its fraction, quiet;
/// f32 and bf16 stay what they are in f32.
Bits nan_of(Bits raw, const Format& from, const Format& to, bool ftz) {
  const Bits fraction = raw << (64 - from.fraction) >> (64 - to.fraction), quiet = Bits{1} << (to.fraction - 1);
  const Bits sign = (raw & from.sign()) != 0 ? to.sign() : 0;
  if (from.bits == 64) return sign | to.infinity() | fraction | quiet;
  if (to.bits == 32 && from.fraction != kF16.fraction && !ftz) return sign | to.infinity() | fraction;
  return to.sign() - 1;
}

void add_float(References& all, const Format& from, const Format& to, const Mode& mode, bool ftz, bool sat) {
  all.push_back({named(std::string(mode.to_float) + (ftz ? ".ftz" : "") + (sat ? ".sat" : ""), to.name, from.name),
                 [=](const Bits* s, Bits* r) {
                   const bool flushes = ftz && from.bits == 32 && to.bits != 16;  // measured too
                   const Exact a = read(flushes ? flush(s[0], from) : s[0], from);
                   r[0] = (ftz && to.bits == 32 ? write_flushed : write)(a, to, mode.how);
                   if (a.is_nan) r[0] = nan_of(s[0], from, to, ftz);
                   if (sat) r[0] = saturated(r[0], to);
                 },
                 0, to.bits == 64 ? 64 : 0});
}
void add_floats(References& all, const Format& from, const Format& to) {
  const bool exact = to.fraction > from.fraction && to.bits > from.bits;
  for (const Mode& mode : kModes)
    for (const bool ftz : {false, true})
      for (const bool sat : {false, true}) {
        const bool flushes = from.bits == 32 ? to.fraction != kBf16.fraction : to.bits == 32 && from.fraction != 7;
        if ((exact && mode.how != Rounds::kNearest) || (ftz && !flushes)) continue;
        add_float(all, from, to, mode, ftz, sat);
      }
}
void add_whole(References& all, const Format& format) {
  for (const Mode& mode : kModes)
    for (const bool ftz : {false, true})
      for (const bool sat : {false, true}) {
        if (ftz && format.bits != 32) continue;
        all.push_back(
            {named(std::string(mode.to_integer) + (ftz ? ".ftz" : "") + (sat ? ".sat" : ""), format.name, format.name),
             [=](const Bits* s, Bits* r) {
               r[0] = write(whole(read(ftz ? flush(s[0], format) : s[0], format), mode.how), format);
               if (sat) r[0] = saturated(r[0], format);
             },
             0, format.bits == 64 ? 64 : 0});
      }
}

void add_packed(References& all, const Format& to) {
  for (const Mode& mode : {kModes[0], kModes[1]})
    for (const bool relu : {false, true}) {
      const std::string modifiers = std::string(mode.to_float) + (relu ? ".relu" : "");
      const auto one = [=](Bits raw) {
        const Bits value = write(read(raw, kF32), to, mode.how);
        return relu ? rectified(value, to) : value;
      };
      if (relu) all.push_back({named(modifiers, to.name, "f32"), [=](const Bits* s, Bits* r) { r[0] = one(s[0]); }});
      all.push_back({named(modifiers, (std::string(to.name) + "x2").c_str(), "f32"),
                     [=](const Bits* s, Bits* r) { r[0] = one(s[0]) * 0x10000 + one(s[1]); }});
    }
}

/// Away from zero where the 13 bits that go are a half or more.
void add_tf32(References& all) {
  all.push_back({"cvt.rna.tf32.f32", [](const Bits* s, Bits* r) {
                   const Bits rest = s[0] % 0x2000;
                   const bool rounds = rest >= 0x1000 && !is_nan(s[0], kF32);  // a NaN is cut: h200_operations.csv
                   r[0] = s[0] - rest + (rounds ? 0x2000 : 0);
                 }});
}

}  // namespace

References convert_references() {
  References all;
  for (const bool ftz : {false, true})
    for (const bool sat : {false, true}) add_float(all, kF32, kF32, kModes[0], ftz, sat);
  for (const Integer& a : kAll) {
    for (const Integer& b : kAll) add_integers(all, a, b);
    for (const Format& format : kFloats) add_mixed(all, a, format);
  }
  for (const Format& a : kFloats) {
    add_whole(all, a);
    for (const Format& b : kFloats)
      if (a.name != b.name) add_floats(all, a, b);
  }
  add_packed(all, kF16);
  add_packed(all, kBf16);
  add_tf32(all);
  return all;
}

}  // namespace gemmscope::lockstep::testing
