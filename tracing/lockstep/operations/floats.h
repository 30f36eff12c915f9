// SPDX-License-Identifier: MIT
/// @file floats.h
/// Floats as bits: what PTX asks of NaNs and subnormal numbers, and the halves, which the host does not compute with.
/// Without branches, for loops over lanes.
#pragma once

#include "tracing/lockstep/operations/rounding.h"

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
  if constexpr (std::is_floating_point_v<T>) return a != a;
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
/// A result of .ftz. A GPU flushes a result that, rounded as if exponents had no end, is below the smallest normal
/// number. The host rounds to a subnormal number's bits, and so makes some of these results that number. `tiny`:
/// whether the GPU flushes it, asked only if it came out as the smallest normal number, so that scaling an operand
/// overflows nothing. Source: an H200, tests/data/h200_operations.csv; ptxas writes cvt.ftz.f32.f64 so for sm_90.
constexpr f32 flushed_if(bool tiny, f32 rounded) {
  const u32 magnitude = bits(rounded) & ~kSign<f32>, least = tiny ? 0x00800001 : 0x00800000;
  return std::bit_cast<f32>(magnitude < least ? bits(rounded) & kSign<f32> : bits(rounded));
}
/// `scaled`: 2^24 times a result; see flushed_if().
constexpr bool is_tiny(f32 scaled) { return (bits(scaled) & ~kSign<f32>) < bits(0x1p-102f); }
/// The same for a / b, which, with 24 bits each, is never within 2^-24 of the smallest normal number without being it.
constexpr bool is_tiny_quotient(f32 a, f32 b) {
  const auto magnitude = [](f32 x) { return std::bit_cast<f32>(bits(x) & ~kSign<f32>); };
  return magnitude(a) * 0x1p126f < magnitude(b);
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

/// Integers in the order of the floats that are no NaN, -0 below +0.
template <class T>
constexpr auto in_order(T a) {
  using S = std::make_signed_t<BitsOf<T>>;
  const S raw = static_cast<S>(bits(a));
  return static_cast<S>(raw < 0 ? raw ^ static_cast<S>(~kSign<T>) : raw);
}

/// min or max: PTX ISA, "min", "max". One NaN loses, but with .NaN it wins. With .xorsign.abs the larger or smaller
/// magnitude gets the sign of the product.
template <class T, bool kMax, bool kFlush, bool kNanWins, bool kXorSign>
constexpr T extreme(T left, T right) {
  T a = taken<T, kFlush>(left), b = taken<T, kFlush>(right);
  BitsOf<T> sign = 0;
  if (kXorSign) {
    const auto magnitude = [](T x) { return std::bit_cast<T>(static_cast<BitsOf<T>>(bits(x) & ~kSign<T>)); };
    sign = static_cast<BitsOf<T>>((bits(a) ^ bits(b)) & kSign<T>);
    a = magnitude(a), b = magnitude(b);
  }
  const bool second = kMax ? in_order(a) < in_order(b) : in_order(b) < in_order(a);
  const bool a_nan = is_nan(a), b_nan = is_nan(b);
  const bool other = (second | a_nan) & !b_nan;
  const BitsOf<T> chosen = other ? bits(b) : bits(a);
  const bool nan = kNanWins ? a_nan | b_nan : a_nan & b_nan;
  return std::bit_cast<T>(nan ? bits(kNan<T>) : static_cast<BitsOf<T>>(chosen | sign));
}

template <class T, bool kFlush>
constexpr T magnitude(T a) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(bits(taken<T, kFlush>(a)) & ~kSign<T>));
}
template <class T, bool kFlush>
constexpr T opposite(T a) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(bits(taken<T, kFlush>(a)) ^ kSign<T>));
}

template <class T>
struct Half;
template <>
struct Half<f16> {
  static constexpr int kFraction = 10, kBias = 15;
};
template <>
struct Half<bf16> {
  static constexpr int kFraction = 7, kBias = 127;
};

/// x to T in the host's current rounding, which is kHow. Next to a number of 2^(52 - fraction) times x's size an f64
/// has just T's bits left; below T's smallest exponent, just its subnormal ones. f32 does likewise where its exponents
/// go far enough, that is for f16.
template <class T, Round kHow = Round::kNearest, class W>
T narrowed(W x) {
  using U = BitsOf<W>;
  constexpr int kFraction = Half<T>::kFraction, kWide = sizeof(W) == 4 ? 23 : 52, kBias = sizeof(W) == 4 ? 127 : 1023;
  static_assert(sizeof(W) == 8 || std::is_same_v<T, f16>);
  constexpr U kLeast = kBias + 1 - Half<T>::kBias, kMost = kBias + Half<T>::kBias + 1;
  const U sign = bits(x) & kSign<W>, exponent = (bits(x) & kInfinity<W>) >> kWide;
  const U clamped = exponent < kLeast ? kLeast : exponent > kMost ? kMost : exponent;
  const W large = std::bit_cast<W>(((clamped + (kWide - kFraction)) << kWide) | sign);
  const U r = bits((x + large) - large) & ~kSign<W>;
  const W scale = std::bit_cast<W>(static_cast<U>(kBias + Half<T>::kBias - 1 + kFraction) << kWide);
  const U subnormal = static_cast<U>(static_cast<s32>(std::bit_cast<W>(r < kLeast << kWide ? r : U{0}) * scale));
  const U normal = (r >> (kWide - kFraction)) - (static_cast<U>(kBias - Half<T>::kBias) << kFraction);
  constexpr u32 kInf = kInfinity<T>;
  const bool stays = kHow == Round::kZero || (kHow == Round::kUp && sign != 0) || (kHow == Round::kDown && sign == 0);
  const u32 overflow = stays && exponent != kInfinity<W> >> kWide ? kInf - 1 : kInf;
  const u32 magnitude = static_cast<u32>(r < kLeast << kWide ? subnormal : r >= kMost << kWide ? overflow : normal);
  const u32 result = magnitude | (sign != 0 ? 0x8000u : 0u);
  return is_nan(x) ? kNan<T> : std::bit_cast<T>(static_cast<u16>(result));
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
