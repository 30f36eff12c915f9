// SPDX-License-Identifier: MIT
/// @file geometry.h
/// Points and rectangles in points: pixels at scale 1. Nothing that draws needs to know the scale.
#pragma once

#include <cstdint>

namespace gemmscope::draw {

struct Point {
  float x = 0, y = 0;
};

struct Rect {
  float x = 0, y = 0, width = 0, height = 0;

  float right() const { return x + width; }
  float bottom() const { return y + height; }
  Point centre() const { return {x + width / 2, y + height / 2}; }
  bool contains(Point p) const { return x <= p.x && p.x < right() && y <= p.y && p.y < bottom(); }
  bool empty() const { return width <= 0 || height <= 0; }

  /// Smaller on every side by `by`.
  Rect inset(float by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
  Rect moved(float dx, float dy) const { return {x + dx, y + dy, width, height}; }

  /// Cuts a strip off one side and returns it; `gap` is lost between the two.
  Rect cut_top(float size, float gap = 0) {
    const Rect strip{x, y, width, size};
    y += size + gap, height -= size + gap;
    return strip;
  }
  Rect cut_bottom(float size, float gap = 0) {
    height -= size + gap;
    return {x, bottom() + gap, width, size};
  }
  Rect cut_left(float size, float gap = 0) {
    const Rect strip{x, y, size, height};
    x += size + gap, width -= size + gap;
    return strip;
  }
  Rect cut_right(float size, float gap = 0) {
    width -= size + gap;
    return {right() + gap, y, size, height};
  }
};

/// How many pieces of `size` points fit into `room`, which may be negative.
inline std::uint32_t count_in(float room, float size) {
  constexpr float kMost = 1 << 24;
  const float count = room / size;
  return count >= kMost ? 1u << 24 : count >= 1 ? static_cast<std::uint32_t>(count) : 0;
}

/// For rows `step` points apart: every how many rows there is a label that takes `wanted`; a power of two.
inline std::uint32_t label_every(float step, float wanted) {
  std::uint32_t every = 1;
  while (every < 1u << 24 && static_cast<float>(every) * step < wanted) every *= 2;
  return every;
}

/// The largest rectangle of `columns` x `rows` square cells that fits into `space`, at its top left corner; cells are
/// at most `largest` points. Cell size in points: result.width / columns.
inline Rect fit_cells(Rect space, int columns, int rows, float largest) {
  float cell = space.width / static_cast<float>(columns);
  const float by_height = space.height / static_cast<float>(rows);
  if (by_height < cell) cell = by_height;
  if (largest < cell) cell = largest;
  return {space.x, space.y, cell * static_cast<float>(columns), cell * static_cast<float>(rows)};
}

}  // namespace gemmscope::draw
