// SPDX-License-Identifier: MIT
/// @file number.h
/// Elements of matrices as doubles, which hold each of their values.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tracing/runtime/cublas/api.h"

namespace gemmscope::runtime::cublas {

/// A float of 16 bits: f16 or bf16. `kFraction`: bits of its fraction; the rest but the sign are the exponent's.
template <int kFraction>
struct Small {
  static constexpr int kExponent = 15 - kFraction;
  static constexpr int kBias = (1 << (kExponent - 1)) - 1, kTop = (1 << kExponent) - 1;

  std::uint16_t bits;

  explicit operator double() const {
    const int exponent = bits >> kFraction & kTop, fraction = bits & ((1 << kFraction) - 1);
    double size = std::numeric_limits<double>::infinity();
    if (exponent < kTop)
      size = exponent == 0 ? fraction * power(1 - kBias - kFraction)
                           : (fraction + (1 << kFraction)) * power(exponent - kBias - kFraction);
    else if (fraction != 0)
      size = std::numeric_limits<double>::quiet_NaN();
    return std::signbit(static_cast<std::int16_t>(bits)) ? -size : size;
  }

  /// To nearest, ties to even; beyond the greatest: infinity.
  static Small of(double x) {
    const std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
    const auto small = [&](int rest) { return Small{static_cast<std::uint16_t>(sign | rest)}; };
    const double size = std::fabs(x);
    if (std::isnan(x)) return small(kTop << kFraction | 1 << (kFraction - 1));
    if (size >= power(kBias + 1)) return small(kTop << kFraction);
    const int exponent = size < power(1 - kBias) ? 1 - kBias : std::ilogb(size);
    // In units of its last place. One that rounds up to the next power of two carries into the exponent's bits.
    const auto units = static_cast<int>(std::nearbyint(size * power(kFraction - exponent)));
    return small(units + ((exponent + kBias - 1) << kFraction));
  }

 private:
  /// 2^n, of a normal double.
  static double power(int n) { return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52); }
};
using Half = Small<10>;
using Bfloat = Small<7>;

inline double rounded(double x, double*) { return x; }
inline float rounded(double x, float*) { return static_cast<float>(x); }
/// Integers wrap around, as sums of 32 bits do; exact up to 2^53.
template <std::signed_integral T>
T rounded(double x, T*) {
  return static_cast<T>(static_cast<std::int64_t>(x));
}
template <int kFraction>
Small<kFraction> rounded(double x, Small<kFraction>*) {
  return Small<kFraction>::of(x);
}

/// `use(null pointer of the element's type)`: the way from a type's number to the type.
template <class F>
auto with_type(Type type, F use) {
  switch (type) {
    case Type::kF64: return use(static_cast<double*>(nullptr));
    case Type::kF16: return use(static_cast<Half*>(nullptr));
    case Type::kBf16: return use(static_cast<Bfloat*>(nullptr));
    case Type::kI8: return use(static_cast<std::int8_t*>(nullptr));
    case Type::kI32: return use(static_cast<std::int32_t*>(nullptr));
    case Type::kF32: break;
  }
  return use(static_cast<float*>(nullptr));
}

inline std::int64_t bytes_of(Type type) {
  return with_type(type, [](auto* p) { return static_cast<std::int64_t>(sizeof(*p)); });
}

template <class T>
constexpr Type kTypeOf = std::is_same_v<T, double> ? Type::kF64 : Type::kF32;

inline double number(const void* at, Type type) {
  return with_type(type,
                   [&](auto* p) { return static_cast<double>(*static_cast<decltype(p)>(const_cast<void*>(at))); });
}

}  // namespace gemmscope::runtime::cublas
