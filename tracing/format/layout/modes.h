// SPDX-License-Identifier: MIT
/// @file modes.h
/// Shapes with strides: what CuTe calls a layout. It maps 0, 1, .. size - 1 to offsets.
///
/// A Layout says its own modes. tests/layout/compose.h composes them, as docs/models/layout.md does.
///
/// Source   CUTLASS, "CuTe Layouts".
#pragma once

#include <cstdint>

namespace gemmscope {

/// `shape` places, `stride` elements apart: shape:stride.
struct Mode {
  std::uint32_t shape = 1, stride = 0;
  friend constexpr bool operator==(const Mode&, const Mode&) = default;
};

/// Modes one after the other; the first counts fastest. Without a mode it is no layout.
struct Modes {
  static constexpr int kMost = 8;
  Mode of[kMost]{};
  int count = 0;

  constexpr void add(Mode mode) { of[count++] = mode; }
  constexpr bool none() const { return count == 0; }

  /// How many places there are.
  constexpr std::uint32_t size() const {
    std::uint32_t places = none() ? 0 : 1;
    for (int m = 0; m < count; ++m) places *= of[m].shape;
    return places;
  }

  /// The offset of place `index`, in elements.
  constexpr std::uint32_t operator()(std::uint32_t index) const {
    std::uint32_t offset = 0;
    for (int m = 0; m < count; ++m) {
      offset += index % of[m].shape * of[m].stride;
      index /= of[m].shape;
    }
    return offset;
  }

  friend constexpr bool operator==(const Modes&, const Modes&) = default;
};

/// modes({{4, 1}, {8, 32}}) is (4,8):(1,32).
template <int n>
constexpr Modes modes(const Mode (&list)[n]) {
  static_assert(n <= Modes::kMost);
  Modes all;
  for (int m = 0; m < n; ++m) all.add(list[m]);
  return all;
}

}  // namespace gemmscope
