// SPDX-License-Identifier: MIT
// What a GPU computes approximately: PTX ISA, "Floating Point Instructions", .approx and .full. Here they are as right
// as the host makes them, within the error that PTX allows; a GPU's last bits differ.
#include "tracing/lockstep/operations/families.h"
#include "tracing/lockstep/operations/floats.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

template <auto* F, bool kFlush>
f32 one(f32 a) {
  const f32 r = taken<f32, kFlush>(F(taken<f32, kFlush>(a)));
  return is_nan(r) ? kNan<f32> : r;
}
template <auto* F, bool kFlush>
f32 quotient_of(f32 a, f32 b) {
  const f32 from = taken<f32, kFlush>(a), by = taken<f32, kFlush>(b), rounded = F(from, by);
  const f32 r = kFlush ? flushed_if(is_tiny_quotient(from, by), rounded) : rounded;
  return is_nan(r) ? kNan<f32> : r;
}

f32 full(f32 a, f32 b) { return a / b; }
/// a times the reciprocal of b, which is zero for b beyond 2^126.
f32 quotient(f32 a, f32 b) {
  const f32 zero = std::bit_cast<f32>(bits(b) & kSign<f32>);
  return magnitude<f32, false>(b) > 0x1p126f ? a * zero : a / b;
}
f32 reciprocal(f32 a) { return 1 / a; }
f32 root(f32 a) { return __builtin_sqrtf(a); }
f32 reciprocal_root(f32 a) { return static_cast<f32>(1 / __builtin_sqrt(static_cast<f64>(a))); }
f32 sine(f32 a) { return __builtin_sinf(a); }
f32 cosine(f32 a) { return __builtin_cosf(a); }
f32 power_of_2(f32 a) { return __builtin_exp2f(a); }
f32 logarithm_2(f32 a) { return __builtin_log2f(a); }
f32 hyperbolic(f32 a) { return __builtin_tanhf(a); }

/// What a GPU has for a double is a first guess: of the upper 32 bits, and the lower ones of the result are zeros.
template <auto* F>
f64 guess(f64 a) {
  constexpr u64 kUpper = 0xffffffff00000000;
  const f64 from = flushed(std::bit_cast<f64>(bits(a) & kUpper)), r = F(is_nan(a) ? a : from);
  if (is_nan(r)) return kNan<f64>;
  const bool is_finite = (bits(r) & ~kSign<f64>) < kInfinity<f64>;
  return flushed(std::bit_cast<f64>((bits(r) + (is_finite ? 0x80000000 : 0)) & kUpper));
}
f64 reciprocal64(f64 a) { return 1 / a; }
f64 reciprocal_root64(f64 a) { return 1 / __builtin_sqrt(a); }
f64 fine_reciprocal_root64(f64 a) {
  const f64 r = reciprocal_root64(a);
  return is_nan(r) ? kNan<f64> : r;
}

template <bool kFlush>
constexpr auto of_f32() {
  return std::array{row<quotient_of<quotient, kFlush>>({"div.approx", kFtz<kFlush>, ".f32"}),
                    row<quotient_of<full, kFlush>>({"div.full", kFtz<kFlush>, ".f32"}),
                    row<one<reciprocal, kFlush>>({"rcp.approx", kFtz<kFlush>, ".f32"}),
                    row<one<root, kFlush>>({"sqrt.approx", kFtz<kFlush>, ".f32"}),
                    row<one<reciprocal_root, kFlush>>({"rsqrt.approx", kFtz<kFlush>, ".f32"}),
                    row<one<sine, kFlush>>({"sin.approx", kFtz<kFlush>, ".f32"}),
                    row<one<cosine, kFlush>>({"cos.approx", kFtz<kFlush>, ".f32"}),
                    row<one<power_of_2, kFlush>>({"ex2.approx", kFtz<kFlush>, ".f32"}),
                    row<one<logarithm_2, kFlush>>({"lg2.approx", kFtz<kFlush>, ".f32"})};
}

}  // namespace

std::span<const Row> approximate_operations() {
  static constexpr auto rows = together(
      of_f32<false>(), of_f32<true>(),
      std::array{row<one<hyperbolic, false>>({"tanh.approx.f32"}), row<guess<reciprocal64>>({"rcp.approx.ftz.f64"}),
                 row<guess<reciprocal_root64>>({"rsqrt.approx.ftz.f64"}),
                 row<fine_reciprocal_root64>({"rsqrt.approx.f64"})});
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
