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

template <class T>
constexpr auto of_type(const char* type) {
  using U = Unsigned<T>;
  return std::array{row<out<sum<U>, U>>({"add.cc.", type}),
                    row<sum<U>>({"addc.cc.", type}),
                    row<in<sum<U>, U>>({"addc.", type}),
                    row<out<difference<U>, U>>({"sub.cc.", type}),
                    row<difference<U>>({"subc.cc.", type}),
                    row<in<difference<U>, U>>({"subc.", type}),
                    row<mad_out<multiply_low<T>, T, U>>({"mad.lo.cc.", type}),
                    row<mad_both<multiply_low<T>, T, U>>({"madc.lo.cc.", type}),
                    row<mad_in<multiply_low<T>, T, U>>({"madc.lo.", type}),
                    row<mad_out<multiply_high<T>, T, U>>({"mad.hi.cc.", type}),
                    row<mad_both<multiply_high<T>, T, U>>({"madc.hi.cc.", type}),
                    row<mad_in<multiply_high<T>, T, U>>({"madc.hi.", type})};
}

}  // namespace

std::span<const Row> carry_operations() {
  static constexpr auto rows =
      together(of_type<u32>("u32"), of_type<s32>("s32"), of_type<u64>("u64"), of_type<s64>("s64"));
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
