// SPDX-License-Identifier: MIT
/// @file lanes.h
/// How a function of one lane's values becomes an operation on a warp. Compiled once for each set of vector
/// instructions, in a namespace of its own (GEMMSCOPE_ISA), so that the linker never takes one for the other. For the
/// same reason nothing here calls templates of the standard library that the compiler may leave as functions.
///
/// Compiled with -fno-strict-aliasing: a slot is read as what the operation takes its bits for.
#pragma once

#include <array>
#include <bit>
#include <type_traits>
#include <utility>

#include "tracing/lockstep/operations/row.h"

/// In front of a loop over lanes. A result may be where a source is, but lane l of it only where lane l of the source
/// is: no lane waits for another, which compiled code would otherwise check at run time.
#if defined(__clang__)
#define GS_LANES _Pragma("clang loop vectorize(assume_safety)")
#else
#define GS_LANES _Pragma("GCC ivdep")
#endif

namespace gemmscope::lockstep::GEMMSCOPE_ISA {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using f32 = float;
using f64 = double;
enum class f16 : u16 {};   ///< the bits of one: host compilers do not know the type
enum class bf16 : u16 {};  ///< likewise

template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
T* lanes_of(std::byte* registers, Slot slot) {
  return reinterpret_cast<T*>(registers + slot);
}

template <class T>
constexpr Holds holds() {
  if (std::is_same_v<T, bool>) return Holds::kPredicate;
  return sizeof(T) == 2 ? Holds::k16 : sizeof(T) == 4 ? Holds::k32 : Holds::k64;
}

/// Bit l is set if byte l is. Without immintrin.h: to read it takes longer than to compile most files of this folder.
inline Mask mask_of(const u8* bytes) {
#if defined(__AVX2__)
  using Bytes = char __attribute__((vector_size(kLanes), may_alias));
  return static_cast<Mask>(__builtin_ia32_pmovmskb256(*reinterpret_cast<const Bytes*>(bytes)));
#else
  Mask mask = 0;
  for (int l = 0; l < kLanes; ++l) mask |= static_cast<Mask>(bytes[l] >> 7) << l;
  return mask;
#endif
}

/// In place of a Mask of the active lanes, where all are: nothing need be kept.
struct AllLanes {};

/// `to` gets `value` in the active lanes.
inline void put_mask(std::byte* registers, Slot to, Mask value, Mask active) {
  Mask& mask = *lanes_of<Mask>(registers, to);
  mask = (mask & ~active) | (value & active);
}
inline void put_mask(std::byte* registers, Slot to, Mask value, AllLanes) { *lanes_of<Mask>(registers, to) = value; }
inline Mask get_mask(std::byte* registers, Slot from) { return *lanes_of<Mask>(registers, from); }

/// A source: an array of values, or the bits of a Mask.
template <class T>
struct From {
  const T* at;
  From(std::byte* registers, Slot slot) : at(lanes_of<T>(registers, slot)) {}
  T operator[](int lane) const { return at[lane]; }
};
template <>
struct From<bool> {
  Mask mask;
  From(std::byte* registers, Slot slot) : mask(get_mask(registers, slot)) {}
  bool operator[](int lane) const { return (mask >> lane & 1u) != 0; }
};

/// What a function of more than one result returns.
template <class A, class B>
struct Two {
  A first;
  B second;
};
template <class T>
struct Four {
  T at[4];
};

/// The results, in the first `kCount` operands.
template <class T>
struct To {
  static constexpr int kCount = 1;
  static constexpr std::array<Holds, 1> kHolds{holds<T>()};
  T* at;
  To(std::byte* registers, const Slot* slots) : at(lanes_of<T>(registers, slots[0])) {}
  void put(int lane, T value, AllLanes) { at[lane] = value; }
  void put(int lane, T value, Mask active) { at[lane] = (active >> lane & 1u) != 0 ? value : at[lane]; }
  void finish(auto) {}
};
template <>
struct To<bool> {
  static constexpr int kCount = 1;
  static constexpr std::array<Holds, 1> kHolds{Holds::kPredicate};
  std::byte* registers;
  Slot slot;
  alignas(32) u8 bytes[kLanes];
  To(std::byte* of, const Slot* slots) : registers(of), slot(slots[0]) {}
  void put(int lane, bool value, auto) { bytes[lane] = value ? 0xff : 0; }
  void finish(auto active) { put_mask(registers, slot, mask_of(bytes), active); }
};
template <class A, class B>
struct To<Two<A, B>> {
  static constexpr int kCount = 2;
  static constexpr std::array<Holds, 2> kHolds{holds<A>(), holds<B>()};
  To<A> first;
  To<B> second;
  To(std::byte* registers, const Slot* slots) : first(registers, slots), second(registers, slots + 1) {}
  void put(int lane, Two<A, B> value, auto active) {
    first.put(lane, value.first, active), second.put(lane, value.second, active);
  }
  void finish(auto active) { first.finish(active), second.finish(active); }
};
template <class T>
struct To<Four<T>> {
  static constexpr int kCount = 4;
  static constexpr std::array<Holds, 4> kHolds{holds<T>(), holds<T>(), holds<T>(), holds<T>()};
  To<T> at[4];
  To(std::byte* registers, const Slot* slots)
      : at{{registers, slots}, {registers, slots + 1}, {registers, slots + 2}, {registers, slots + 3}} {}
  void put(int lane, Four<T> value, auto active) {
    for (int i = 0; i < 4; ++i) at[i].put(lane, value.at[i], active);
  }
  void finish(auto) {}
};

/// `all` writes its one result in all lanes; here the idle lanes get back what they had.
template <class D>
[[gnu::noinline]] void run_and_put_back(void (*all)(std::byte* registers, const Slot* operands), std::byte* registers,
                                        const Slot* operands, Mask active, std::size_t count) {
  // It hides which function this is: g++ 12 takes some for functions without effect, and leaves out calls of them.
  asm("" : "+r"(all));
  for (; count > 0; --count, operands += kMostOperands) {
    D before[kLanes], *const to = lanes_of<D>(registers, operands[0]);
    if (active != kAllLanes) __builtin_memcpy(before, to, sizeof(before));
    all(registers, operands);
    if (active == kAllLanes) continue;
    GS_LANES
    for (int l = 0; l < kLanes; ++l) to[l] = (active >> l & 1u) != 0 ? to[l] : before[l];
  }
}

/// D = F(S...) in each lane. Without branches, so that it becomes a few vector instructions: what idle lanes hold is
/// computed too and dropped, so F must be defined for any bits.
template <auto* F>
struct Warp;
template <class D, class... S, D (*F)(S...)>
struct Warp<F> {
  static constexpr int kOperands = To<D>::kCount + static_cast<int>(sizeof...(S));
  static constexpr std::uint8_t kResults = To<D>::kCount;
  static_assert(kOperands <= kMostOperands);

  [[gnu::flatten, gnu::always_inline]] static void over(To<D> to, auto active, const From<S>... from) {
    GS_LANES
    for (int l = 0; l < kLanes; ++l) to.put(l, F(from[l]...), active);
    to.finish(active);
  }
  template <std::size_t... At>
  [[gnu::always_inline]] static void at(std::byte* registers, const Slot* operands, auto active,
                                        std::index_sequence<At...>) {
    over(To<D>(registers, operands), active, From<S>(registers, operands[To<D>::kCount + At])...);
  }
  [[gnu::flatten, gnu::noinline]] static void run(std::byte* registers, const Slot* operands, Mask active,
                                                  std::size_t count) {
    const Slot* const end = operands + count * kMostOperands;
    const auto all = [&](auto lanes) {
      do at(registers, operands, lanes, std::index_sequence_for<S...>{});
      while ((operands += kMostOperands) != end);
    };
    if (active == kAllLanes) return all(AllLanes{});
    all(active);
  }
  /// run_by_one_loop() does what run() does, but compiles one loop and not two, one of them for idle lanes: it is for
  /// operations that come in many forms. Where lanes are idle it takes a few ns longer.
  [[gnu::flatten, gnu::noinline]] static void run_all_lanes(std::byte* registers, const Slot* operands) {
    at(registers, operands, AllLanes{}, std::index_sequence_for<S...>{});
  }
  static void run_by_one_loop(std::byte* registers, const Slot* operands, Mask active, std::size_t count) {
    run_and_put_back<D>(run_all_lanes, registers, operands, active, count);
  }
  static constexpr std::array<Holds, kMostOperands> operands() {
    std::array<Holds, kMostOperands> all{};
    std::size_t n = 0;
    for (const Holds result : To<D>::kHolds) all[n++] = result;
    for (const Holds source : {holds<S>()...}) all[n++] = source;
    return all;
  }
};

/// An operation of a function that does one instruction.
template <void (*kOne)(std::byte* registers, const Slot* operands, Mask active)>
void each(std::byte* registers, const Slot* operands, Mask active, std::size_t count) {
  for (; count > 0; --count, operands += kMostOperands) kOne(registers, operands, active);
}

template <auto* F>
constexpr Row row(const Name& name, Run run = &Warp<F>::run) {
  return {name, Warp<F>::operands(), run, Warp<F>::kResults};
}

/// Part of a name.
template <bool kFlush>
constexpr const char* kFtz = kFlush ? ".ftz" : "";

/// Several tables in one.
template <class R, std::size_t... N>
constexpr auto together(const std::array<R, N>&... tables) {
  std::array<R, (N + ... + 0)> all{};
  std::size_t n = 0;
  const auto add = [&](const auto& table) {
    for (const R& row : table) all[n++] = row;
  };
  (add(tables), ...);
  return all;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
