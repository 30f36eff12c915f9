// SPDX-License-Identifier: MIT
// Arithmetic on f32 and f64 that is exact but for one rounding: PTX ISA, "Floating Point Instructions".
#include "tracing/lockstep/operations/floats.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

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

template <Round kHow, bool kFlush, bool kSaturate, class T>
constexpr auto sums(const char* round, const char* type) {
  constexpr const char *ftz = kFtz<kFlush>, *sat = kSaturate ? ".sat" : "";
  return std::array{rounded_row<kOnce<Sum, T, kFlush, kSaturate, T>, kHow>({"add", round, ftz, sat, type}),
                    rounded_row<kOnce<Difference, T, kFlush, kSaturate, T>, kHow>({"sub", round, ftz, sat, type}),
                    rounded_row<kOnce<Product, T, kFlush, kSaturate, T>, kHow>({"mul", round, ftz, sat, type}),
                    sizeof(T) == 4 && !kFlush && !kSaturate && kHow == Round::kNearest
                        ? row<kOnce<Fused, T, kFlush, kSaturate, T, T>>({"fma", round, ftz, sat, type}, multiply_add)
                        : rounded_row<kOnce<Fused, T, kFlush, kSaturate, T, T>, kHow>({"fma", round, ftz, sat, type})};
}
template <Round kHow, bool kFlush, class T>
constexpr auto quotients(const char* round, const char* type) {
  return std::array{rounded_row<kOnce<Quotient, T, kFlush, false, T>, kHow>({"div", round, kFtz<kFlush>, type}),
                    rounded_row<kOnce<Reciprocal, T, kFlush, false>, kHow>({"rcp", round, kFtz<kFlush>, type}),
                    rounded_row<kOnce<Root, T, kFlush, false>, kHow>({"sqrt", round, kFtz<kFlush>, type})};
}
template <Round kHow>
constexpr auto of_rounding(const char* round) {
  return together(sums<kHow, false, false, f32>(round, ".f32"), sums<kHow, true, false, f32>(round, ".f32"),
                  sums<kHow, false, true, f32>(round, ".f32"), sums<kHow, true, true, f32>(round, ".f32"),
                  quotients<kHow, false, f32>(round, ".f32"), quotients<kHow, true, f32>(round, ".f32"),
                  sums<kHow, false, false, f64>(round, ".f64"), quotients<kHow, false, f64>(round, ".f64"));
}
template <bool kFlush, class T>
constexpr auto extremes(const char* type) {
  return std::array{row<extreme<T, false, kFlush, false, false>>({"min", kFtz<kFlush>, type}),
                    row<extreme<T, true, kFlush, false, false>>({"max", kFtz<kFlush>, type}),
                    row<magnitude<T, kFlush>>({"abs", kFtz<kFlush>, type}),
                    row<opposite<T, kFlush>>({"neg", kFtz<kFlush>, type})};
}
template <bool kFlush>
constexpr auto extremes_of_f32() {
  return std::array{row<extreme<f32, false, kFlush, true, false>>({"min", kFtz<kFlush>, ".NaN.f32"}),
                    row<extreme<f32, true, kFlush, true, false>>({"max", kFtz<kFlush>, ".NaN.f32"}),
                    row<extreme<f32, false, kFlush, false, true>>({"min", kFtz<kFlush>, ".xorsign.abs.f32"}),
                    row<extreme<f32, true, kFlush, false, true>>({"max", kFtz<kFlush>, ".xorsign.abs.f32"}),
                    row<extreme<f32, false, kFlush, true, true>>({"min", kFtz<kFlush>, ".NaN.xorsign.abs.f32"}),
                    row<extreme<f32, true, kFlush, true, true>>({"max", kFtz<kFlush>, ".NaN.xorsign.abs.f32"})};
}
template <class T>
constexpr auto kinds(const char* type) {
  return std::array{row<with_sign_of<T>>({"copysign", type}),
                    row<is<T, Kind::kFinite>>({"testp.finite", type}),
                    row<is<T, Kind::kInfinite>>({"testp.infinite", type}),
                    row<is<T, Kind::kNumber>>({"testp.number", type}),
                    row<is<T, Kind::kNotANumber>>({"testp.notanumber", type}),
                    row<is<T, Kind::kNormal>>({"testp.normal", type}),
                    row<is<T, Kind::kSubnormal>>({"testp.subnormal", type})};
}

}  // namespace

std::span<const Row> float_operations() {
  static constexpr auto rows =
      together(of_rounding<Round::kNearest>(""), of_rounding<Round::kZero>(".rz"), of_rounding<Round::kDown>(".rm"),
               of_rounding<Round::kUp>(".rp"), extremes<false, f32>(".f32"), extremes<true, f32>(".f32"),
               extremes<false, f64>(".f64"), extremes_of_f32<false>(), extremes_of_f32<true>(), kinds<f32>(".f32"),
               kinds<f64>(".f64"));
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
