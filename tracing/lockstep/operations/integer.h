// SPDX-License-Identifier: MIT
/// @file integer.h
/// Sums and products that wrap around, as in hardware, for any bits and without overflow of the host's signed types.
#pragma once

#include "tracing/lockstep/operations/lanes.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {

/// Unsigned, and not narrower than int, to which C++ would promote it.
template <class T>
using Wrapping = std::conditional_t<sizeof(T) < 4, u32, Unsigned<T>>;

template <class T>
struct Doubled;
template <>
struct Doubled<u16> {
  using type = u32;
};
template <>
struct Doubled<s16> {
  using type = s32;
};
template <>
struct Doubled<u32> {
  using type = u64;
};
template <>
struct Doubled<s32> {
  using type = s64;
};
template <>
struct Doubled<u64> {
  using type = unsigned __int128;
};
template <>
struct Doubled<s64> {
  using type = __int128;
};
template <class T>
using Double = typename Doubled<T>::type;

template <class T>
constexpr T add(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
}
template <class T>
constexpr T subtract(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
}
template <class T>
constexpr T multiply_low(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
}
template <class T>
constexpr Double<T> multiply_wide(T a, T b) {
  using D = Double<T>;
  // of u16 through u32, of s16 through s32: no product of two overflows
  return static_cast<D>(static_cast<D>(a) * static_cast<D>(b));
}
template <class T>
constexpr T multiply_high(T a, T b) {
  return static_cast<T>(multiply_wide(a, b) >> (8 * sizeof(T)));
}
template <class T>
constexpr T negate(T a) {
  return subtract(T{0}, a);
}
template <class T>
constexpr T minimum(T a, T b) {
  return b < a ? b : a;
}
template <class T>
constexpr T maximum(T a, T b) {
  return a < b ? b : a;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
