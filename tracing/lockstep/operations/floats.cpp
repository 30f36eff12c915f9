// SPDX-License-Identifier: MIT
// Arithmetic on f32 and f64 that is exact but for one rounding: PTX ISA, "Floating Point Instructions".
#include "tracing/lockstep/operations/floats.h"

#include "tracing/lockstep/operations/families.h"
#include "tracing/lockstep/operations/rounding.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

/// A result as PTX has it. A NaN of f32 is always the same; what f64 makes of one PTX does not say.
template <class T, bool kSaturate>
T finished(T r) {
  if (kSaturate) return r > 0 ? (r < 1 ? r : T{1}) : T{0};  // a NaN becomes +0
  return sizeof(T) == 4 && is_nan(r) ? kNan<T> : r;
}

/// What is rounded once, and whether it is tiny (floats.h): of a sum never, which is exact where it is small.
struct Sum {
  template <class T>
  static T of(T a, T b) {
    return a + b;
  }
  static bool is_tiny(f32, f32) { return false; }
};
struct Difference {
  template <class T>
  static T of(T a, T b) {
    return a - b;
  }
  static bool is_tiny(f32, f32) { return false; }
};
struct Product {
  template <class T>
  static T of(T a, T b) {
    return a * b;
  }
  static bool is_tiny(f32 a, f32 b) { return GEMMSCOPE_ISA::is_tiny(a * 0x1p24f * b); }
};
struct Quotient {
  template <class T>
  static T of(T a, T b) {
    return a / b;
  }
  static bool is_tiny(f32 a, f32 b) { return is_tiny_quotient(a, b); }
};
struct Reciprocal {
  template <class T>
  static T of(T a) {
    return T{1} / a;
  }
  static bool is_tiny(f32 a) { return is_tiny_quotient(1, a); }
};
struct Root {
  static f32 of(f32 a) { return __builtin_sqrtf(a); }
  static f64 of(f64 a) { return __builtin_sqrt(a); }
  static bool is_tiny(f32) { return false; }
};
struct Fused {
  static f32 of(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
  static f64 of(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
  static bool is_tiny(f32 a, f32 b, f32 c) { return GEMMSCOPE_ISA::is_tiny(of(a * 0x1p24f, b, c * 0x1p24f)); }
};

template <class F, bool kFlush, bool kSaturate, class T, class... More>
T once_rounded(T a, More... more) {
  if constexpr (kFlush)
    return finished<T, kSaturate>(
        flushed_if(F::is_tiny(flushed(a), flushed(more)...), F::of(flushed(a), flushed(more)...)));
  else
    return finished<T, kSaturate>(F::of(a, more...));
}

template <class T>
T with_sign_of(T sign, T magnitude) {
  return std::bit_cast<T>((bits(sign) & kSign<T>) | (bits(magnitude) & ~kSign<T>));
}
enum class Kind { kFinite, kInfinite, kNumber, kNotANumber, kNormal, kSubnormal };
template <class T, Kind kIs>
bool is(T a) {
  const BitsOf<T> magnitude = bits(a) & ~kSign<T>, least = (kInfinity<T> & (~kInfinity<T> + 1));
  switch (kIs) {
    case Kind::kFinite: return magnitude < kInfinity<T>;
    case Kind::kInfinite: return magnitude == kInfinity<T>;
    case Kind::kNumber: return magnitude <= kInfinity<T>;
    case Kind::kNotANumber: return magnitude > kInfinity<T>;
    case Kind::kNormal: return (magnitude == 0) | ((magnitude >= least) & (magnitude < kInfinity<T>));  // as a GPU says
    case Kind::kSubnormal: break;
  }
  return (magnitude < least) & (magnitude != 0);
}

template <class F, class T, bool kFlush, bool kSaturate, class... More>
constexpr auto* kOnce = &once_rounded<F, kFlush, kSaturate, T, More...>;

#if defined(__AVX512F__)
using Floats = __m512;
Floats get(const f32* from) { return _mm512_loadu_ps(from); }
Floats fused(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
void put(f32* to, Floats a) {
  const __mmask16 nan = _mm512_cmp_ps_mask(a, a, _CMP_UNORD_Q);
  _mm512_storeu_ps(to, _mm512_mask_blend_ps(nan, a, _mm512_set1_ps(kNan<f32>)));
}
#elif defined(__AVX2__)
using Floats = __m256;
Floats get(const f32* from) { return _mm256_loadu_ps(from); }
Floats fused(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
void put(f32* to, Floats a) {
  const Floats nan = _mm256_cmp_ps(a, a, _CMP_UNORD_Q);
  _mm256_storeu_ps(to, _mm256_blendv_ps(a, _mm256_set1_ps(kNan<f32>), nan));
}
#endif

constexpr auto* kFused = &Warp<kOnce<Fused, f32, false, false, f32, f32>>::run;
#if defined(__AVX2__)
/// fma.f32. What the one before has given is still in the host's registers, if it is added to, as in a sum of products:
/// it takes long to load what has just been stored. There it may be any NaN, as a sum with it is one too.
void multiply_add(std::byte* registers, const Slot* operands, Mask active, std::size_t count) {
  if (active != kAllLanes) return kFused(registers, operands, active, count);
  constexpr int kEach = sizeof(Floats) / sizeof(f32), kAll = kLanes / kEach;
  Floats sums[kAll];
  for (const Slot* before = nullptr; count > 0; --count, before = operands, operands += kMostOperands) {
    f32* const to = lanes_of<f32>(registers, operands[0]);
    const f32 *const a = lanes_of<f32>(registers, operands[1]), *const b = lanes_of<f32>(registers, operands[2]),
                     *const c = lanes_of<f32>(registers, operands[3]);
    if (before == nullptr || before[0] != operands[3])
      for (int i = 0; i < kAll; ++i) sums[i] = get(c + i * kEach);
    for (int i = 0; i < kAll; ++i) sums[i] = fused(get(a + i * kEach), get(b + i * kEach), sums[i]);
    for (int i = 0; i < kAll; ++i) put(to + i * kEach, sums[i]);
  }
}
#else
constexpr auto* multiply_add = kFused;
#endif

template <Text kRound, Round kHow, Text kFtz, Text kSat, Text kType, class T>
constexpr auto sums() {
  constexpr bool f = sizeof(kFtz) != 1, s = sizeof(kSat) != 1;
  return std::array{rounded_row<kOnce<Sum, T, f, s, T>, kHow>(name<"add", kRound, kFtz, kSat, kType>),
                    rounded_row<kOnce<Difference, T, f, s, T>, kHow>(name<"sub", kRound, kFtz, kSat, kType>),
                    rounded_row<kOnce<Product, T, f, s, T>, kHow>(name<"mul", kRound, kFtz, kSat, kType>),
                    sizeof(T) == 4 && !f && !s && kHow == Round::kNearest
                        ? row<kOnce<Fused, T, f, s, T, T>>(name<"fma", kRound, kFtz, kSat, kType>, multiply_add)
                        : rounded_row<kOnce<Fused, T, f, s, T, T>, kHow>(name<"fma", kRound, kFtz, kSat, kType>)};
}
template <Text kRound, Round kHow, Text kFtz, Text kType, class T>
constexpr auto quotients() {
  constexpr bool f = sizeof(kFtz) != 1;
  return std::array{rounded_row<kOnce<Quotient, T, f, false, T>, kHow>(name<"div", kRound, kFtz, kType>),
                    rounded_row<kOnce<Reciprocal, T, f, false>, kHow>(name<"rcp", kRound, kFtz, kType>),
                    rounded_row<kOnce<Root, T, f, false>, kHow>(name<"sqrt", kRound, kFtz, kType>)};
}
template <Text kRound, Round kHow>
constexpr auto of_rounding() {
  return together(sums<kRound, kHow, "", "", ".f32", f32>(), sums<kRound, kHow, ".ftz", "", ".f32", f32>(),
                  sums<kRound, kHow, "", ".sat", ".f32", f32>(), sums<kRound, kHow, ".ftz", ".sat", ".f32", f32>(),
                  quotients<kRound, kHow, "", ".f32", f32>(), quotients<kRound, kHow, ".ftz", ".f32", f32>(),
                  sums<kRound, kHow, "", "", ".f64", f64>(), quotients<kRound, kHow, "", ".f64", f64>());
}
template <Text kFtz, Text kType, class T>
constexpr auto extremes() {
  constexpr bool f = sizeof(kFtz) != 1;
  return std::array{row<extreme<T, false, f, false, false>>(name<"min", kFtz, kType>),
                    row<extreme<T, true, f, false, false>>(name<"max", kFtz, kType>),
                    row<magnitude<T, f>>(name<"abs", kFtz, kType>), row<opposite<T, f>>(name<"neg", kFtz, kType>)};
}
template <Text kFtz>
constexpr auto extremes_of_f32() {
  constexpr bool f = sizeof(kFtz) != 1;
  return std::array{row<extreme<f32, false, f, true, false>>(name<"min", kFtz, ".NaN.f32">),
                    row<extreme<f32, true, f, true, false>>(name<"max", kFtz, ".NaN.f32">),
                    row<extreme<f32, false, f, false, true>>(name<"min", kFtz, ".xorsign.abs.f32">),
                    row<extreme<f32, true, f, false, true>>(name<"max", kFtz, ".xorsign.abs.f32">),
                    row<extreme<f32, false, f, true, true>>(name<"min", kFtz, ".NaN.xorsign.abs.f32">),
                    row<extreme<f32, true, f, true, true>>(name<"max", kFtz, ".NaN.xorsign.abs.f32">)};
}
template <Text kType, class T>
constexpr auto kinds() {
  return std::array{row<with_sign_of<T>>(name<"copysign", kType>),
                    row<is<T, Kind::kFinite>>(name<"testp.finite", kType>),
                    row<is<T, Kind::kInfinite>>(name<"testp.infinite", kType>),
                    row<is<T, Kind::kNumber>>(name<"testp.number", kType>),
                    row<is<T, Kind::kNotANumber>>(name<"testp.notanumber", kType>),
                    row<is<T, Kind::kNormal>>(name<"testp.normal", kType>),
                    row<is<T, Kind::kSubnormal>>(name<"testp.subnormal", kType>)};
}

}  // namespace

std::span<const Operation> float_operations() {
  static constexpr auto rows =
      together(of_rounding<"", Round::kNearest>(), of_rounding<".rz", Round::kZero>(),
               of_rounding<".rm", Round::kDown>(), of_rounding<".rp", Round::kUp>(), extremes<"", ".f32", f32>(),
               extremes<".ftz", ".f32", f32>(), extremes<"", ".f64", f64>(), extremes_of_f32<"">(),
               extremes_of_f32<".ftz">(), kinds<".f32", f32>(), kinds<".f64", f64>());
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
