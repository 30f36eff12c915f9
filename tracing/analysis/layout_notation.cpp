// SPDX-License-Identifier: MIT
#include "tracing/analysis/layout_notation.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace gemmscope::analysis {
namespace {

/// "132", or of several "(1,66)".
std::string tuple(const std::vector<std::string>& parts) {
  if (parts.size() == 1) return parts[0];
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "(" : ",") + part;
  return text + ")";
}

std::string tuple(const Modes& modes, std::uint32_t Mode::*member) {
  std::vector<std::string> parts;
  for (int m = 0; m < modes.count; ++m) parts.push_back(std::to_string(modes.of[m].*member));
  return tuple(parts);
}

std::string text_of(const BitSwizzle& s) {
  return "Sw<" + std::to_string(s.bits) + "," + std::to_string(s.base) + "," + std::to_string(s.shift) + ">";
}

/// "(r >> 2) * 8 & 31".
std::string moved_by(const Swizzle& swizzle) {
  std::string by = swizzle.by == Swizzle::By::kRow ? "r" : "c";
  if (swizzle.shift != 0) by = "(" + by + " >> " + std::to_string(swizzle.shift) + ")";
  if (swizzle.factor != 1) by += " * " + std::to_string(swizzle.factor);
  return by + " & " + std::to_string(swizzle.mask);
}

}  // namespace

std::optional<BitSwizzle> bit_swizzle(const Layout& layout) {
  const Swizzle& s = layout.swizzle;
  const bool by_row = s.by == Swizzle::By::kRow;
  if (!s.any() || layout.rotates || !std::has_single_bit(s.factor) || layout.column_major || layout.interleave > 1)
    return std::nullopt;
  // `bits` bits of the row or column, from bit s.shift on, flip those of the column from `base` on.
  const auto base = static_cast<std::uint32_t>(std::countr_zero(s.factor));
  const std::uint64_t places = std::max(1u, by_row ? layout.rows : layout.columns);
  const std::uint64_t flips = (std::bit_ceil(places) - 1) >> s.shift & s.mask >> base;
  const auto bits = static_cast<std::uint32_t>(std::bit_width(flips));
  // Columns change places with those of the same multiple of 2^(base + bits), so with some beyond the last one.
  const std::uint64_t most_columns = (((layout.columns - std::uint64_t{1}) >> (base + bits)) + 1) << (base + bits);
  const bool inner_padding = layout.group != 0 && layout.group_pad != 0 && most_columns > layout.group;
  // They are bits of the offset too, `from` on, if rows and buffers begin at multiples of what is above them. The bits
  // that they flip are below, and stay in their row.
  const auto row_bit = static_cast<std::uint32_t>(std::countr_zero(layout.pitch));
  const auto from = s.shift + (by_row ? row_bit : 0);
  const std::uint64_t above = std::uint64_t{1} << (from + bits);
  const bool rows_fit = by_row ? std::has_single_bit(layout.pitch) : layout.pitch % above == 0;
  const bool buffers_fit = layout.buffers == 1 || layout.buffer_stride % above == 0;
  const bool no_gap = flips == (std::uint64_t{1} << bits) - 1;
  const bool flips_fit = base + bits <= std::min(from, row_bit);
  if (!no_gap || !rows_fit || !buffers_fit || inner_padding || !flips_fit || from + bits > 31) return std::nullopt;
  return BitSwizzle{bits, base, from - base};
}

std::string moves_in_words(const Layout& layout) {
  return layout.rotates ? rotation_in_words(layout.swizzle, layout.columns)
                        : "column c of row r is at c ^ (" + moved_by(layout.swizzle) + ")";
}

std::string rotation_in_words(const Swizzle& moves, std::uint32_t columns) {
  return "column c of row r is at (c + (" + moved_by(moves) + ")) mod " + std::to_string(columns);
}

std::string in_cute(const Modes& modes) {
  return modes.none() ? "none" : tuple(modes, &Mode::shape) + ":" + tuple(modes, &Mode::stride);
}

std::string in_cute(const Layout& layout) {
  std::vector<std::string> shapes, strides;
  const auto add = [&](const Modes& modes) {
    shapes.push_back(tuple(modes, &Mode::shape)), strides.push_back(tuple(modes, &Mode::stride));
  };
  add(layout.row_modes()), add(layout.column_modes());
  if (layout.buffers > 1) add(modes({{layout.buffers, layout.buffer_stride}}));
  const std::string text = tuple(shapes) + ":" + tuple(strides);
  if (!layout.swizzle.any()) return text;
  const auto bits = bit_swizzle(layout);
  return bits ? text_of(*bits) + " o 0 o " + text : text + ", " + moves_in_words(layout);
}

}  // namespace gemmscope::analysis
