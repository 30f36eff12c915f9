// SPDX-License-Identifier: MIT
/// @file floats.h
/// Floats as bits: what PTX asks of NaNs and subnormal numbers, and the halves, which the host does not compute with.
/// Without branches, for loops over lanes.
#pragma once

#include "tracing/lockstep/operations/lanes.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 2, u16, std::conditional_t<sizeof(T) == 4, u32, u64>>;

template <class T>
constexpr BitsOf<T> bits(T value) {
  return std::bit_cast<BitsOf<T>>(value);
}
template <class T>
constexpr BitsOf<T> kSign = static_cast<BitsOf<T>>(BitsOf<T>{1} << (8 * sizeof(T) - 1));
/// All ones in the exponent, all zeros in the fraction.
template <class T>
constexpr BitsOf<T> kInfinity = std::is_same_v<T, f16>    ? static_cast<BitsOf<T>>(0x7c00)
                                : std::is_same_v<T, bf16> ? static_cast<BitsOf<T>>(0x7f80)
                                : sizeof(T) == 4          ? static_cast<BitsOf<T>>(0x7f800000)
                                                          : static_cast<BitsOf<T>>(0x7ff0000000000000);
/// The NaN that operations on f32 and halves give, whatever went in.
template <class T>
constexpr T kNan = std::bit_cast<T>(static_cast<BitsOf<T>>(sizeof(T) == 8 ? 0xfff8000000000000 : ~kSign<T>));

template <class T>
constexpr bool is_nan(T a) {
  return static_cast<BitsOf<T>>(bits(a) & ~kSign<T>) > kInfinity<T>;
}
/// Subnormal numbers become zeros of their sign (.ftz).
template <class T>
constexpr T flushed(T a) {
  return std::bit_cast<T>((bits(a) & kInfinity<T>) == 0 ? static_cast<BitsOf<T>>(bits(a) & kSign<T>) : bits(a));
}
template <class T, bool kFlush>
constexpr T taken(T a) {
  return kFlush ? flushed(a) : a;
}

/// Exactly; a NaN stays one.
constexpr f32 widened(f32 a) { return a; }
constexpr f64 widened(f64 a) { return a; }
constexpr f32 widened(bf16 a) { return std::bit_cast<f32>(u32{bits(a)} << 16); }
constexpr f32 widened(f16 a) {
  const u32 low = u32{bits(a)} & 0x7fff, sign = (u32{bits(a)} & 0x8000) << 16;
  const f32 subnormal = static_cast<f32>(static_cast<s32>(low)) * 0x1p-24f;
  const u32 bias = low >= 0x7c00 ? (255 - 31) << 23 : (127 - 15) << 23;
  return std::bit_cast<f32>((low < 0x400 ? bits(subnormal) : (low << 13) + bias) | sign);
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
