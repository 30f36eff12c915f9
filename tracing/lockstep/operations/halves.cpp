// SPDX-License-Identifier: MIT
// Arithmetic on f16, bf16 and pairs of them: PTX ISA, "Half Precision Floating Point Instructions". One rounding each:
// - Sums of f16 go through f32, of bf16 through f64. Both have more than twice the bits and two, and then rounding
// twice
//   is rounding once (Figueroa 1995); what is subnormal is exact before the last rounding. Products are exact there.
// - fma of f16 through f64: the product is exact, and the sum is not only where its parts are so far apart that the
//   smaller one neither reaches a tie nor breaks one (f16 goes from 2^-24 to 2^16, so products end at 2^-48).
// - fma of bf16, whose exponents go further: f64 with the last bit set where any were lost.
#include "tracing/lockstep/operations/families.h"
#include "tracing/lockstep/operations/floats.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

template <class T>
using Through = std::conditional_t<std::is_same_v<T, f16>, f32, f64>;

template <class T, bool kFlush>
Through<T> in(T a) {
  return static_cast<Through<T>>(widened(taken<T, kFlush>(a)));
}
enum class Then { kNothing, kSaturate, kRectify };
/// .ftz of a result, which is still exact near 2^-14 (flushed_if() in floats.h): zero below what rounds to 2^-14.
template <class W>
W above_subnormal(W exact) {
  constexpr W kLeast = static_cast<W>(0x1p-14 - 0x1p-26);
  return std::bit_cast<W>(magnitude<W, false>(exact) < kLeast ? bits(exact) & kSign<W> : bits(exact));
}
template <class T, bool kFlush, Then kThen, class W>
T out(W exact) {
  T value;
  if constexpr (kFlush)
    value = narrowed<T>(above_subnormal(exact));
  else
    value = narrowed<T>(exact);
  constexpr u16 kOne = std::is_same_v<T, f16> ? 0x3c00 : 0x3f80;
  const u16 r = bits(value);
  const bool negative = (r & 0x8000) != 0, nan = is_nan(value);
  const u16 saturated = (negative || nan) ? u16{0} : r > kOne ? kOne : r;
  const u16 rectified = (negative && !nan) ? u16{0} : r;
  return std::bit_cast<T>(kThen == Then::kSaturate ? saturated : kThen == Then::kRectify ? rectified : r);
}

template <class T, bool kFlush, Then kThen>
T sum(T a, T b) {
  return out<T, kFlush, kThen>(in<T, kFlush>(a) + in<T, kFlush>(b));
}
template <class T, bool kFlush, Then kThen>
T difference(T a, T b) {
  return out<T, kFlush, kThen>(in<T, kFlush>(a) - in<T, kFlush>(b));
}
template <class T, bool kFlush, Then kThen>
T product(T a, T b) {
  return out<T, kFlush, kThen>(in<T, kFlush>(a) * in<T, kFlush>(b));
}

/// a + b, cut, with the last bit set if that lost any. The error is exact (Knuth's two-sum).
f64 sum_to_odd(f64 a, f64 b) {
  const f64 s = a + b, of_b = s - a, error = (a - (s - of_b)) + (b - of_b);
  const bool lost = (error < 0) | (error > 0), beyond = lost & ((error < 0) != (s < 0));
  const f64 odd = std::bit_cast<f64>((bits(s) - u64{beyond}) | u64{lost});
  return is_nan(error) ? s : odd;
}
template <class T, bool kFlush, Then kThen>
T fused(T a, T b, T c) {
  const f64 p = f64{in<T, kFlush>(a)} * f64{in<T, kFlush>(b)}, d = f64{in<T, kFlush>(c)};
  return out<T, kFlush, kThen>(std::is_same_v<T, f16> ? p + d : sum_to_odd(p, d));
}

template <class T, bool kFlush>
T power_of_2(T a) {
  return taken<T, kFlush>(narrowed<T>(__builtin_exp2(static_cast<f64>(widened(taken<T, kFlush>(a))))));
}
template <class T>
T hyperbolic(T a) {
  return narrowed<T>(__builtin_tanh(static_cast<f64>(widened(a))));
}

/// F on both halves of a register.
template <auto* F>
struct Pair;
template <class T, class... S, T (*F)(T, S...)>
struct Pair<F> {
  template <class>
  using Register = u32;
  static u32 of(u32 a, Register<S>... more) {
    const auto at = [](u32 x, int shift) { return std::bit_cast<T>(static_cast<u16>(x >> shift)); };
    return u32{bits(F(at(a, 0), at(more, 0)...))} | u32{bits(F(at(a, 16), at(more, 16)...))} << 16;
  }
};
/// F on one and, with an x2 on the name, on two.
template <auto* F>
constexpr auto single_and_pair(const Name& name) {
  Name of_pair = name;
  for (const char*& part : of_pair)
    if (part == nullptr) {
      part = "x2";
      break;
    }
  return std::array{row<F>(name, &Warp<F>::run_by_one_loop),
                    row<Pair<F>::of>(of_pair, &Warp<Pair<F>::of>::run_by_one_loop)};
}

template <class T, bool kFlush, Then kThen>
constexpr auto sums(const char* modifiers, const char* type) {
  return together(single_and_pair<sum<T, kFlush, kThen>>({"add", modifiers, type}),
                  single_and_pair<difference<T, kFlush, kThen>>({"sub", modifiers, type}),
                  single_and_pair<product<T, kFlush, kThen>>({"mul", modifiers, type}));
}
template <class T, bool kFlush, Then kThen>
constexpr auto fma(const char* modifiers, const char* type) {
  return single_and_pair<fused<T, kFlush, kThen>>({"fma", modifiers, type});
}
template <class T, bool kFlush>
constexpr auto extremes(const char* type) {
  constexpr const char* ftz = kFtz<kFlush>;
  return together(single_and_pair<extreme<T, false, kFlush, false, false>>({"min", ftz, type}),
                  single_and_pair<extreme<T, true, kFlush, false, false>>({"max", ftz, type}),
                  single_and_pair<extreme<T, false, kFlush, true, false>>({"min", ftz, ".NaN", type}),
                  single_and_pair<extreme<T, true, kFlush, true, false>>({"max", ftz, ".NaN", type}),
                  single_and_pair<extreme<T, false, kFlush, false, true>>({"min", ftz, ".xorsign.abs", type}),
                  single_and_pair<extreme<T, true, kFlush, false, true>>({"max", ftz, ".xorsign.abs", type}),
                  single_and_pair<extreme<T, false, kFlush, true, true>>({"min", ftz, ".NaN.xorsign.abs", type}),
                  single_and_pair<extreme<T, true, kFlush, true, true>>({"max", ftz, ".NaN.xorsign.abs", type}),
                  single_and_pair<magnitude<T, kFlush>>({"abs", ftz, type}),
                  single_and_pair<opposite<T, kFlush>>({"neg", ftz, type}));
}

}  // namespace

std::span<const Row> half_operations() {
  using enum Then;
  static constexpr auto rows = together(
      sums<f16, false, kNothing>("", ".f16"), sums<f16, true, kNothing>(".ftz", ".f16"),
      sums<f16, false, kSaturate>(".sat", ".f16"), sums<f16, true, kSaturate>(".ftz.sat", ".f16"),
      sums<bf16, false, kNothing>("", ".bf16"), fma<f16, false, kNothing>("", ".f16"),
      fma<f16, true, kNothing>(".ftz", ".f16"), fma<f16, false, kSaturate>(".sat", ".f16"),
      fma<f16, true, kSaturate>(".ftz.sat", ".f16"), fma<f16, false, kRectify>(".relu", ".f16"),
      fma<f16, true, kRectify>(".ftz.relu", ".f16"), fma<bf16, false, kNothing>("", ".bf16"),
      fma<bf16, false, kRectify>(".relu", ".bf16"), extremes<f16, false>(".f16"), extremes<f16, true>(".f16"),
      extremes<bf16, false>(".bf16"), single_and_pair<power_of_2<f16, false>>({"ex2.approx.f16"}),
      single_and_pair<power_of_2<bf16, true>>({"ex2.approx.ftz.bf16"}),
      single_and_pair<hyperbolic<f16>>({"tanh.approx.f16"}), single_and_pair<hyperbolic<bf16>>({"tanh.approx.bf16"}));
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
