// SPDX-License-Identifier: MIT
/// @file half.h
/// IEEE 754 binary16 as storage: kernels keep halves in memory and compute in float. The same type on CPU and GPU.
///
/// Like every header of the kernels, it may include only <cstdint> and <cstddef>.
#pragma once

#include "kernels/common.h"

namespace gemmscope::kernels {

///   15   14  10 9        0
///   [ sign | exponent | fraction ]     value = (-1)^sign * 2^(exponent - 15) * 1.fraction; exponent 0: subnormal
struct Half {
  std::uint16_t bits;
  friend constexpr bool operator==(Half, Half) = default;
};

/// Exact. By integer arithmetic, so that it is constexpr and needs no instruction set.
constexpr float exact_float(Half h) {
  const std::uint32_t sign = (h.bits & 0x8000u) << 16, exponent = h.bits >> 10 & 31u, fraction = h.bits & 0x3ffu;
  if (exponent == 31) return __builtin_bit_cast(float, sign | 0x7f800000u | fraction << 13);
  if (exponent != 0) return __builtin_bit_cast(float, sign | (exponent + 112) << 23 | fraction << 13);
  const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
  return sign != 0 ? -magnitude : magnitude;
}

/// Rounded to nearest, ties to even; too large becomes infinite, and every NaN becomes the one a GPU makes (PTX ISA,
/// "cvt").
constexpr Half rounded_half(float f) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, f), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  const auto half = [sign](std::uint32_t rest) { return Half{static_cast<std::uint16_t>(sign | rest)}; };
  if (magnitude > 0x7f800000u) return {0x7fff};
  if (magnitude >= 0x47800000u) return half(0x7c00u);  // 65536 and more
  // Where the exponent is below a half's smallest, the significand moves further right.
  const std::uint32_t exponent = magnitude >> 23;
  if (exponent < 102) return half(0);  // below half of the smallest subnormal, 2^-25
  const std::uint32_t significand = (magnitude & 0x7fffffu) | (exponent != 0 ? 0x800000u : 0u);
  const std::uint32_t drop = exponent < 113 ? 126 - exponent : 13;
  const std::uint32_t kept = significand >> drop, rest = significand & ((1u << drop) - 1), middle = 1u << (drop - 1);
  const std::uint32_t up = rest > middle || (rest == middle && (kept & 1u) != 0) ? 1u : 0u;
  // `kept` holds the leading 1, which adds one to the exponent; carrying over does the right thing too, up to infinity.
  return half(exponent < 113 ? kept + up : ((exponent - 113) << 10) + kept + up);
}

GS_HD float to_float(Half h) {
#if defined(__CUDA_ARCH__)
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h.bits));
  return f;
#elif defined(__F16C__) && !defined(__CUDACC__)
  using Halfs = short __attribute__((vector_size(16)));
  return __builtin_ia32_vcvtph2ps(Halfs{static_cast<short>(h.bits)})[0];
#else
  return exact_float(h);
#endif
}

GS_HD Half to_half(float f) {
#if defined(__CUDA_ARCH__)
  Half h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h.bits) : "f"(f));
  return h;
#elif defined(__F16C__) && !defined(__CUDACC__)
  using Floats = float __attribute__((vector_size(16)));
  if (f != f) return {0x7fff};
  return {static_cast<std::uint16_t>(__builtin_ia32_vcvtps2ph(Floats{f}, 0)[0])};  // 0: to nearest, ties to even
#else
  return rounded_half(f);
#endif
}

/// Eight halves, 16 bytes, as one access moves them: two in each word, the first in the lower half.
struct Half8 {
  std::uint32_t word[4];

  GS_HD Half operator[](int i) const { return {static_cast<std::uint16_t>(word[i / 2] >> 16 * (i % 2))}; }
  GS_HD void set(int i, Half h) {
    const std::uint32_t shift = 16 * (i % 2);
    word[i / 2] = (word[i / 2] & ~(0xffffu << shift)) | static_cast<std::uint32_t>(h.bits) << shift;
  }
};

}  // namespace gemmscope::kernels
