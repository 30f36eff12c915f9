// SPDX-License-Identifier: MIT
// Integer arithmetic: PTX ISA, "Integer Arithmetic Instructions". All of it wraps around, as in hardware.
#include "tracing/lockstep/operations/integer.h"

#include "tracing/lockstep/operations/families.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

template <class T>
T multiply_add_low(T a, T b, T c) {
  return add(multiply_low(a, b), c);
}
template <class T>
T multiply_add_high(T a, T b, T c) {
  return add(multiply_high(a, b), c);
}
template <class T>
Double<T> multiply_add_wide(T a, T b, Double<T> c) {
  return add(multiply_wide(a, b), c);
}

s32 saturated(s64 value) { return static_cast<s32>(minimum<s64>(maximum<s64>(value, -0x80000000ll), 0x7fffffff)); }
s32 add_saturated(s32 a, s32 b) { return saturated(s64{a} + b); }
s32 subtract_saturated(s32 a, s32 b) { return saturated(s64{a} - b); }
s32 multiply_add_high_saturated(s32 a, s32 b, s32 c) { return saturated(s64{multiply_high(a, b)} + c); }

/// The product of the low 24 bits, as 48 bits.
template <class T>
s64 product_of_24(T a, T b) {
  const auto low = [](T x) { return s64{static_cast<T>(static_cast<Unsigned<T>>(x) << 8)} >> 8; };
  return low(a) * low(b);
}
template <class T>
T multiply_24_low(T a, T b) {
  return static_cast<T>(product_of_24(a, b));
}
template <class T>
T multiply_24_high(T a, T b) {
  return static_cast<T>(product_of_24(a, b) >> 16);
}
template <class T>
T multiply_add_24_low(T a, T b, T c) {
  return add(multiply_24_low(a, b), c);
}
template <class T>
T multiply_add_24_high(T a, T b, T c) {
  return add(multiply_24_high(a, b), c);
}

template <class T>
T absolute(T a) {
  return a < 0 ? negate(a) : a;
}
template <class T>
T sum_of_absolute_difference(T a, T b, T c) {
  return add(c, a < b ? subtract(b, a) : subtract(a, b));
}

/// Quotient and remainder by zero are all ones, which is what the code that ptxas makes for them leaves; the smallest
/// number by -1 wraps. Up to 32 bits through f64, which has vector instructions: a quotient that is no integer is at
/// least 2^-32 of itself away from one, and f64 is exact to 2^-53.
template <class T>
T quotient(T a, T b) {
  if constexpr (sizeof(T) < 8) {
    const f64 q = static_cast<f64>(a) / static_cast<f64>(b == 0 ? T{1} : b);
    return b == 0 ? static_cast<T>(~T{0}) : static_cast<T>(static_cast<s64>(q));
  } else {
    const bool wraps = std::is_signed_v<T> && b == static_cast<T>(-1);
    const T q = static_cast<T>(a / (b == 0 || wraps ? T{1} : b));
    return b == 0 ? ~T{0} : wraps ? negate(a) : q;
  }
}
template <class T>
T remainder(T a, T b) {
  return b == 0 ? static_cast<T>(~T{0}) : subtract(a, multiply_low(quotient(a, b), b));
}

template <class T>
T minimum_or_zero(T a, T b) {
  return maximum(minimum(a, b), T{0});
}
template <class T>
T maximum_or_zero(T a, T b) {
  return maximum(maximum(a, b), T{0});
}

/// F on both halves of a register.
template <auto* F, class T>
u32 halves(u32 a, u32 b) {
  const auto at = [](u32 x, int shift) { return static_cast<T>(static_cast<u16>(x >> shift)); };
  const u32 low = static_cast<u16>(F(at(a, 0), at(b, 0))), high = static_cast<u16>(F(at(a, 16), at(b, 16)));
  return low | high << 16;
}

/// c plus the products of `kCount` pairs of A and B, which are side by side in a and, from bit `kFirst` on, in b.
template <class Sum, class A, class B, int kCount, int kFirst>
Sum dot(u32 a, u32 b, Sum c) {
  u32 sum = static_cast<u32>(c);
  for (int i = 0; i < kCount; ++i) {
    const s32 x = static_cast<A>(a >> (8 * static_cast<int>(sizeof(A)) * i)), y = static_cast<B>(b >> (kFirst + 8 * i));
    sum += static_cast<u32>(x) * static_cast<u32>(y);
  }
  return static_cast<Sum>(sum);
}

template <class T>
constexpr auto any_width(const char* type) {
  return std::array{row<add<T>>({"add.", type}),
                    row<subtract<T>>({"sub.", type}),
                    row<multiply_low<T>>({"mul.lo.", type}),
                    row<multiply_high<T>>({"mul.hi.", type}),
                    row<multiply_add_low<T>>({"mad.lo.", type}),
                    row<multiply_add_high<T>>({"mad.hi.", type}),
                    row<quotient<T>>({"div.", type}),
                    row<remainder<T>>({"rem.", type}),
                    row<sum_of_absolute_difference<T>>({"sad.", type}),
                    row<minimum<T>>({"min.", type}),
                    row<maximum<T>>({"max.", type})};
}
template <class T>
constexpr auto signed_only(const char* type) {
  return std::array{row<absolute<T>>({"abs.", type}), row<negate<T>>({"neg.", type})};
}
template <class T>
constexpr auto up_to_32(const char* type) {
  return std::array{row<multiply_wide<T>>({"mul.wide.", type}), row<multiply_add_wide<T>>({"mad.wide.", type})};
}
template <class T>
constexpr auto only_32(const char* type) {
  return std::array{row<multiply_24_low<T>>({"mul24.lo.", type}), row<multiply_24_high<T>>({"mul24.hi.", type}),
                    row<multiply_add_24_low<T>>({"mad24.lo.", type}),
                    row<multiply_add_24_high<T>>({"mad24.hi.", type})};
}
template <class T>
constexpr auto pairs(const char* type) {
  return std::array{row<halves<add<T>, T>>({"add.", type}), row<halves<minimum<T>, T>>({"min.", type}),
                    row<halves<maximum<T>, T>>({"max.", type})};
}
template <class Sum, class A8, class B8, class A16>
constexpr auto dots(const char* types) {
  return std::array{row<dot<Sum, A8, B8, 4, 0>>({"dp4a.", types}), row<dot<Sum, A16, B8, 2, 0>>({"dp2a.lo.", types}),
                    row<dot<Sum, A16, B8, 2, 16>>({"dp2a.hi.", types})};
}

}  // namespace

std::span<const Row> integer_operations() {
  static constexpr auto rows = together(
      any_width<u16>("u16"), any_width<s16>("s16"), any_width<u32>("u32"), any_width<s32>("s32"), any_width<u64>("u64"),
      any_width<s64>("s64"), signed_only<s16>("s16"), signed_only<s32>("s32"), signed_only<s64>("s64"),
      up_to_32<u16>("u16"), up_to_32<s16>("s16"), up_to_32<u32>("u32"), up_to_32<s32>("s32"), only_32<u32>("u32"),
      only_32<s32>("s32"), pairs<u16>("u16x2"), pairs<s16>("s16x2"), dots<u32, u8, u8, u16>("u32.u32"),
      dots<s32, u8, s8, u16>("u32.s32"), dots<s32, s8, u8, s16>("s32.u32"), dots<s32, s8, s8, s16>("s32.s32"),
      std::array{row<add_saturated>({"add.sat.s32"}), row<subtract_saturated>({"sub.sat.s32"}),
                 row<multiply_add_high_saturated>({"mad.hi.sat.s32"}), row<minimum_or_zero<s32>>({"min.relu.s32"}),
                 row<maximum_or_zero<s32>>({"max.relu.s32"}),
                 row<halves<minimum_or_zero<s16>, s16>>({"min.relu.s16x2"}),
                 row<halves<maximum_or_zero<s16>, s16>>({"max.relu.s16x2"})});
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
