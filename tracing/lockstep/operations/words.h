// SPDX-License-Identifier: MIT
/// @file words.h
/// Loads and stores of words by whole warps, for the table of moves; and how one value is read and written.
#pragma once

#include "tracing/lockstep/moves.h"
#include "tracing/lockstep/operations/lanes.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {

template <class T>
T read(u64 address) {
  T value;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(address), sizeof(value));
  return value;
}
template <class T>
void write(u64 address, T value) {
  __builtin_memcpy(reinterpret_cast<void*>(address), &value, sizeof(value));
}

/// See Moves.
bool load_words(const Words& words, const Word* which, const Stretch& stretch, Lie& lie, std::byte* registers);
bool store_words(const Words& words, const Word* which, const Stretch& stretch, Lie& lie, std::byte* registers);

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
