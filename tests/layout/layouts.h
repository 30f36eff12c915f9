// SPDX-License-Identifier: MIT
/// @file layouts.h
/// Layouts that tests make.
#pragma once

#include "tracing/format/layout/layout.h"

namespace gemmscope {

/// column ^= ((row >> shift) * factor) & mask, and the same with the column itself.
constexpr Swizzle swizzle_by_row(int shift, int factor, int mask) {
  return {Swizzle::By::kRow, static_cast<std::uint8_t>(shift), static_cast<std::uint32_t>(factor),
          static_cast<std::uint32_t>(mask)};
}
constexpr Swizzle swizzle_by_column(int shift, int factor, int mask) {
  return {Swizzle::By::kColumn, static_cast<std::uint8_t>(shift), static_cast<std::uint32_t>(factor),
          static_cast<std::uint32_t>(mask)};
}

/// Rows one after the other, each followed by `pad` elements of padding.
constexpr Layout padded_rows(int rows, int columns, int pad = 0, Swizzle swizzle = {}) {
  Layout layout;
  layout.rows = static_cast<std::uint32_t>(rows), layout.columns = static_cast<std::uint32_t>(columns);
  layout.pitch = static_cast<std::uint32_t>(columns + pad), layout.swizzle = swizzle;
  return layout;
}

/// Rows one after the other, with `pad` elements of padding after every `group` columns.
constexpr Layout padded_groups(int rows, int columns, int group, int pad, Swizzle swizzle = {}) {
  Layout layout = padded_rows(rows, columns, columns / group * pad, swizzle);
  layout.group = static_cast<std::uint32_t>(group), layout.group_pad = static_cast<std::uint32_t>(pad);
  return layout;
}

/// `buffers` of `layout`, `stride` elements from one to the next.
constexpr Layout in_buffers(Layout layout, int buffers, int stride) {
  layout.buffers = static_cast<std::uint32_t>(buffers), layout.buffer_stride = static_cast<std::uint32_t>(stride);
  return layout;
}

}  // namespace gemmscope
