// SPDX-License-Identifier: MIT
#include <atomic>
#include <bit>
#include <type_traits>

#include "tracing/lockstep/block.h"

namespace gemmscope::lockstep {
namespace {

/// Numbers alone: what bits do is the same for all.
template <class T>
T changed(Atomic atomic, T a, T b) {
  switch (atomic) {
    case Atomic::kMin: return b < a ? b : a;
    case Atomic::kMax: return a < b ? b : a;
    default:
      if constexpr (std::is_floating_point_v<T>)
        return a + b;
      else  // wraps around
        return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
  }
}

template <class Bits, class T>
Bits as_number(Atomic atomic, Bits a, Bits b) {
  return std::bit_cast<Bits>(changed(atomic, std::bit_cast<T>(a), std::bit_cast<T>(b)));
}

template <class Bits>
Bits after(const Access& access, Bits a, Bits b, Bits c) {
  switch (access.atomic) {
    case Atomic::kAnd: return a & b;
    case Atomic::kOr: return a | b;
    case Atomic::kXor: return a ^ b;
    case Atomic::kExchange: return b;
    case Atomic::kCompare: return a == b ? c : a;
    case Atomic::kIncrement: return a >= b ? 0 : a + 1;
    case Atomic::kDecrement: return a == 0 || a > b ? b : a - 1;
    case Atomic::kAdd:
    case Atomic::kMin:
    case Atomic::kMax: break;
  }
  switch (access.number) {
    case Number::kSigned: return as_number<Bits, std::make_signed_t<Bits>>(access.atomic, a, b);
    case Number::kFloat:
      return as_number<Bits, std::conditional_t<sizeof(Bits) == 4, float, double>>(access.atomic, a, b);
    case Number::kUnsigned: break;
  }
  return as_number<Bits, Bits>(access.atomic, a, b);
}

template <class Bits>
Bits exchange(const Access& access, std::byte* at, Bits b, Bits c, bool& changes) {
  const std::atomic_ref<Bits> cell(*reinterpret_cast<Bits*>(at));
  Bits before = cell.load(std::memory_order_relaxed), next = after(access, before, b, c);
  while (!cell.compare_exchange_weak(before, next, std::memory_order_acq_rel)) next = after(access, before, b, c);
  changes = changes || next != before;
  return before;
}

}  // namespace

std::uint64_t do_atomic(const Access& access, std::byte* at, std::uint64_t b, std::uint64_t c, bool& changes) {
  if (access.bytes == 8) return exchange<std::uint64_t>(access, at, b, c, changes);
  return exchange<std::uint32_t>(access, at, static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(c), changes);
}

}  // namespace gemmscope::lockstep
