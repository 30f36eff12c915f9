// SPDX-License-Identifier: MIT
/// @file lanes.h
/// How an operation on one lane becomes one on a warp. Compiled once for each set of vector instructions, in a
/// namespace of its own (GEMMSCOPE_ISA), so that the linker never takes one for the other. For the same reason nothing
/// here calls templates of the standard library that the compiler may leave as functions.
#pragma once

#include <bit>
#include <concepts>
#include <type_traits>

#include "tracing/lockstep/operation.h"

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

template <class T>
T* lanes_of(std::byte* registers, Slot slot) {
  return reinterpret_cast<T*>(registers + slot);
}

template <class T>
constexpr Holds holds() {
  return sizeof(T) == 2 ? Holds::k16 : sizeof(T) == 4 ? Holds::k32 : Holds::k64;
}

/// D = F(S...) in each lane. Without branches, so that it becomes a few vector instructions: what idle lanes hold is
/// computed too and dropped, so F must be defined for any bits.
template <class F, class D, class... S, std::size_t... At>
void apply_at(std::byte* registers, const Slot* operands, Mask active, std::index_sequence<At...>) {
  D* const to = lanes_of<D>(registers, operands[0]);
  if (active == kAllLanes) {
    for (int l = 0; l < kLanes; ++l) to[l] = F{}(lanes_of<S>(registers, operands[At + 1])[l]...);
  } else {
    for (int l = 0; l < kLanes; ++l) {
      const D value = F{}(lanes_of<S>(registers, operands[At + 1])[l]...);
      to[l] = (active >> l & 1u) != 0 ? value : to[l];
    }
  }
}

template <class F, class D, class... S>
void apply(std::byte* registers, const Slot* operands, Mask active) {
  apply_at<F, D, S...>(registers, operands, active, std::index_sequence_for<S...>{});
}

template <class F, class D, class... S>
constexpr Operation row(std::string_view mnemonic) {
  return {mnemonic, {holds<D>(), holds<S>()...}, &apply<F, D, S...>};
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
