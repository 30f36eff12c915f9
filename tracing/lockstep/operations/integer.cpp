// SPDX-License-Identifier: MIT
// Integer arithmetic: PTX ISA, "Integer Arithmetic Instructions". All of it wraps around, as in hardware.
#include "tracing/lockstep/operations/families.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
  }
};
struct Subtract {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
  }
};
/// Multiplied as u64 or wider: two u16 would be promoted to int, whose product may overflow.
struct MultiplyLow {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<u64>(a) * static_cast<u64>(b));
  }
};

}  // namespace

std::span<const Operation> integer_operations() {
  static constexpr Operation rows[] = {
      row<Add, u16, u16, u16>("add.u16"),
      row<Add, u32, u32, u32>("add.u32"),
      row<Add, u64, u64, u64>("add.u64"),
      row<Subtract, u16, u16, u16>("sub.u16"),
      row<Subtract, u32, u32, u32>("sub.u32"),
      row<Subtract, u64, u64, u64>("sub.u64"),
      row<MultiplyLow, u16, u16, u16>("mul.lo.u16"),
  };
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
