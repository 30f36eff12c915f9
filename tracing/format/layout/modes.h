// SPDX-License-Identifier: MIT
/// @file modes.h
/// Shapes with strides: what CuTe calls a layout. It maps 0, 1, .. size - 1 to offsets.
///
/// A Layout says its own modes; coalesced and composed work out by hand where lanes access it, as docs/models/layout.md
/// and the tests do. The program itself counts from addresses.
///
/// Source   CUTLASS, "CuTe Layouts" and "CuTe Layout Algebra": size, cosize, coalesce, composition.
#pragma once

#include <cstdint>

namespace gemmscope {

/// `shape` places, `stride` elements apart: shape:stride.
struct Mode {
  std::uint32_t shape = 1, stride = 0;
  friend constexpr bool operator==(const Mode&, const Mode&) = default;
};

/// Modes one after the other; the first counts fastest. Without a mode it is no layout: what an impossible composition
/// gives.
struct Modes {
  static constexpr int kMost = 8;
  Mode of[kMost]{};
  int count = 0;

  constexpr void add(Mode mode) { of[count++] = mode; }
  constexpr bool none() const { return count == 0; }

  /// How many places there are, and how many elements from the first to the last.
  constexpr std::uint32_t size() const {
    std::uint32_t places = none() ? 0 : 1;
    for (int m = 0; m < count; ++m) places *= of[m].shape;
    return places;
  }
  constexpr std::uint32_t cosize() const { return size() == 0 ? 0 : (*this)(size() - 1) + 1; }

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

/// The same offsets in the same order, with as few modes as possible: (4,32):(1,4) is 128:1.
constexpr Modes coalesced(const Modes& a) {
  Modes result;
  for (int m = 0; m < a.count; ++m) {
    if (a.of[m].shape == 1) continue;
    Mode* last = result.none() ? nullptr : &result.of[result.count - 1];
    if (last != nullptr && a.of[m].stride == last->shape * last->stride)
      last->shape *= a.of[m].shape;
    else
      result.add(a.of[m]);
  }
  if (result.none() && !a.none()) result.add({1, 0});
  return result;
}

/// Every `by.stride`-th place of `a`, `by.shape` of them: adds their modes to `result`. False by CuTe's divisibility
/// rule, if a step of `by` is neither a part nor a multiple of a mode of `a`, and if `a` has no such places.
constexpr bool compose_mode(const Modes& a, Mode by, Modes& result) {
  if (by.shape == 1 || by.stride == 0) {
    if (result.count == Modes::kMost) return false;
    result.add({by.shape, 0});
    return true;
  }
  std::uint32_t left = by.shape, step = by.stride;  // places still to be found, and how far apart in what is left of a
  for (int m = 0; m < a.count && left > 1; ++m) {
    const std::uint32_t shape = a.of[m].shape;
    if (step >= shape) {
      if (step % shape != 0) return false;
      step /= shape;
      continue;
    }
    if (shape % step != 0 || result.count == Modes::kMost) return false;
    const std::uint32_t here = shape / step < left ? shape / step : left;
    if (left % here != 0) return false;
    result.add({here, a.of[m].stride * step});
    left /= here;
    step = 1;
  }
  return left == 1;
}

/// a after b: the layout whose place i is place b(i) of a. If b says which element each lane needs, it says where.
/// No modes if compose_mode refuses one of b's, if b leaves a, or if modes of b add up to a step that one mode of a
/// does not have: then the modes, each right by itself, are not together.
///
/// Cost     that of size() places.
constexpr Modes composed(const Modes& a, const Modes& b) {
  const Modes one = coalesced(a);
  Modes result;
  for (int m = 0; m < b.count; ++m)
    if (!compose_mode(one, b.of[m], result)) return {};
  if (b.cosize() > a.size()) return {};
  for (std::uint32_t i = 0; i < b.size(); ++i)
    if (result(i) != a(b(i))) return {};
  return result;
}

}  // namespace gemmscope
