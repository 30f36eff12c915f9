// SPDX-License-Identifier: MIT
/// @file compose.h
/// Composition of layouts, by which docs/models/layout.md works out by hand where lanes access a tile. The program
/// counts from addresses instead.
///
/// Source   CUTLASS, "CuTe Layout Algebra": cosize, coalesce, composition.
#pragma once

#include "tracing/format/layout/layout.h"

namespace gemmscope {

/// How many elements there are from the first place to the last.
constexpr std::uint32_t cosize(const Modes& a) { return a.size() == 0 ? 0 : a(a.size() - 1) + 1; }

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
/// rule, if a step of `by` is neither a part nor a multiple of a mode of `a`, and if `a` has no places like that.
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
  if (cosize(b) > a.size()) return {};
  for (std::uint32_t i = 0; i < b.size(); ++i)
    if (result(i) != a(b(i))) return {};
  return result;
}

/// All modes of a layout: place row + rows * (column + columns * buffer) is that element's offset, but for the swizzle.
constexpr Modes all_modes(const Layout& layout) {
  Modes all = layout.row_modes();
  const Modes columns = layout.column_modes();
  for (int m = 0; m < columns.count; ++m) all.add(columns.of[m]);
  if (layout.buffers > 1) all.add({layout.buffers, layout.buffer_stride});
  return all;
}

}  // namespace gemmscope
