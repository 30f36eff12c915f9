// SPDX-License-Identifier: MIT
// Sums in several words: PTX ISA, "Extended-Precision Integer Arithmetic Instructions". The carry is a predicate, in
// the order that families.h says.
#include "tracing/lockstep/operations/families.h"
#include "tracing/lockstep/operations/integer.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

template <class T>
Two<T, bool> sum(T a, T b, bool carry) {
  const T part = add(a, b), all = add(part, static_cast<T>(carry));
  return {all, part < a || all < part};
}
template <class T>
Two<T, bool> difference(T a, T b, bool borrow) {
  const T part = subtract(a, b), all = subtract(part, static_cast<T>(borrow));
  return {all, a < b || part < all};
}

template <auto* F, class T>
Two<T, bool> out(T a, T b) {
  return F(a, b, false);
}
template <auto* F, class T>
T in(T a, T b, bool carry) {
  return F(a, b, carry).first;
}
/// T: what the factors are; U: the same bits unsigned, in which sums carry.
template <auto* Product, class T, class U>
Two<U, bool> mad_both(U a, U b, U c, bool carry) {
  return sum<U>(static_cast<U>(Product(static_cast<T>(a), static_cast<T>(b))), c, carry);
}
template <auto* Product, class T, class U>
Two<U, bool> mad_out(U a, U b, U c) {
  return mad_both<Product, T, U>(a, b, c, false);
}
template <auto* Product, class T, class U>
U mad_in(U a, U b, U c, bool carry) {
  return mad_both<Product, T, U>(a, b, c, carry).first;
}

template <Text kType, class T>
constexpr auto of_type() {
  using U = Unsigned<T>;
  return std::array{row<out<sum<U>, U>>(name<"add.cc.", kType>),
                    row<sum<U>>(name<"addc.cc.", kType>),
                    row<in<sum<U>, U>>(name<"addc.", kType>),
                    row<out<difference<U>, U>>(name<"sub.cc.", kType>),
                    row<difference<U>>(name<"subc.cc.", kType>),
                    row<in<difference<U>, U>>(name<"subc.", kType>),
                    row<mad_out<multiply_low<T>, T, U>>(name<"mad.lo.cc.", kType>),
                    row<mad_both<multiply_low<T>, T, U>>(name<"madc.lo.cc.", kType>),
                    row<mad_in<multiply_low<T>, T, U>>(name<"madc.lo.", kType>),
                    row<mad_out<multiply_high<T>, T, U>>(name<"mad.hi.cc.", kType>),
                    row<mad_both<multiply_high<T>, T, U>>(name<"madc.hi.cc.", kType>),
                    row<mad_in<multiply_high<T>, T, U>>(name<"madc.hi.", kType>)};
}

}  // namespace

std::span<const Operation> carry_operations() {
  static constexpr auto rows =
      together(of_type<"u32", u32>(), of_type<"s32", s32>(), of_type<"u64", u64>(), of_type<"s64", s64>());
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
