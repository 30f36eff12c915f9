// SPDX-License-Identifier: MIT
/// @file layout.h
/// Where the elements of a matrix or of a shared tile are: shape, stride, padding, swizzle, buffers.
///
/// One value for recordings and for everything that looks at them. Pure arithmetic, constexpr. Offsets are elements
/// from the start of the tile; where that is, and how many bytes an element has, is known where a layout is used.
/// docs/models/layout.md explains it with examples.
#pragma once

#include "tracing/format/layout/modes.h"
#include "tracing/format/layout/swizzle.h"

namespace gemmscope {

/// A place in a tile, as the kernel means it.
struct Coordinate {
  std::uint32_t row = 0, column = 0, buffer = 0;
  friend constexpr bool operator==(const Coordinate&, const Coordinate&) = default;
};

/// What is at an offset.
struct Located {
  enum class As : std::uint8_t { kElement, kPadding, kOutside } as = As::kOutside;
  Coordinate at{};          ///< of padding: the row, and the column as it is in memory
  std::uint32_t place = 0;  ///< in its line, swizzled, padding counted
};

/// `rows` x `columns` elements in lines of memory. A line is a row, or, if column_major, a column. Padding, groups,
/// interleaving and swizzle work inside lines: where they speak of rows and columns, a column-major layout has columns
/// and rows.
struct Layout {
  std::uint32_t rows = 0, columns = 0;
  std::uint32_t pitch = 0;  ///< elements from line to line; what a line leaves of them is padding
  bool column_major = false;
  std::uint32_t group = 0, group_pad = 0;  ///< after every `group` elements of a line, `group_pad` of padding; 0: none
  std::uint32_t buffers = 1;               ///< copies, used in turn
  std::uint32_t buffer_stride = 0;         ///< elements from one to the next
  Swizzle swizzle{};
  bool rotates = false;  ///< what the swizzle says of a line is added to its columns, modulo their number, not XORed
  /// 8: elements 0, 8, 16, ... of a line come first, then 1, 9, 17, ...; a group is then one of these turns. 0, or no
  /// divisor of the line: they are in order.
  std::uint32_t interleave = 0;

  constexpr std::uint32_t lines() const { return column_major ? columns : rows; }
  constexpr std::uint32_t line_size() const { return column_major ? rows : columns; }  ///< without padding
  /// Elements from the first to the last of a line, padding between them counted.
  constexpr std::uint64_t line_extent() const {
    const std::uint32_t size = line_size();
    return size == 0 || group == 0 ? size : size + std::uint64_t{(size - 1) / group} * group_pad;
  }
  /// Elements of one buffer, all padding counted. Wide, because a file may state any sizes.
  constexpr std::uint64_t extent() const { return std::uint64_t{lines()} * pitch; }
  constexpr bool is_padded() const { return pitch != line_size(); }

  /// Where in its line an element is: swizzled, padding counted.
  constexpr std::uint32_t place(std::uint32_t row, std::uint32_t column) const {
    const std::uint32_t moved = interleaved(column_major ? swizzled(column, row) : swizzled(row, column));
    return group == 0 ? moved : moved + moved / group * group_pad;
  }

  /// Where an element is.
  constexpr std::uint32_t offset(std::uint32_t row, std::uint32_t column, std::uint32_t buffer = 0) const {
    return buffer * buffer_stride + (column_major ? column : row) * pitch + place(row, column);
  }

  /// The inverse: what is at an offset.
  constexpr Located at(std::uint32_t offset) const {
    if (pitch == 0) return {};
    const std::uint32_t turn = buffer_stride == 0 ? 0 : offset / buffer_stride;
    const std::uint32_t buffer = turn < buffers ? turn : buffers - 1, rest = offset - buffer * buffer_stride;
    const std::uint32_t line = rest / pitch, place = rest % pitch;
    if (line >= lines()) return {};
    const std::uint32_t period = group == 0 ? 0 : group + group_pad;
    const std::uint32_t in_line = period == 0 ? place : place - place / period * group_pad;
    const std::uint32_t element = unswizzled(line, in_order(in_line));
    const bool padding = (period != 0 && place % period >= group) || element >= line_size();
    const std::uint32_t along = padding ? place : element;
    return {padding ? Located::As::kPadding : Located::As::kElement,
            column_major ? Coordinate{along, line, buffer} : Coordinate{line, along, buffer}, place};
  }

  /// The same memory with rows and columns exchanged.
  constexpr Layout transposed() const {
    Layout other = *this;
    other.rows = columns, other.columns = rows, other.column_major = !column_major;
    return other;
  }

  /// One coordinate's modes, without the swizzle. A group that is not whole counts as whole.
  constexpr Modes row_modes() const { return column_major ? line_modes() : modes({{rows, pitch}}); }
  constexpr Modes column_modes() const { return column_major ? modes({{columns, pitch}}) : line_modes(); }
  friend constexpr bool operator==(const Layout&, const Layout&) = default;

 private:
  constexpr std::uint32_t swizzled(std::uint32_t line, std::uint32_t element) const {
    if (!rotates) return swizzle(line, element);
    return element < line_size() ? (element + swizzle.moves(line)) % line_size() : element;
  }
  constexpr std::uint32_t unswizzled(std::uint32_t line, std::uint32_t place) const {
    if (!rotates) return swizzle(line, place);
    return place < line_size() ? (place + line_size() - swizzle.moves(line) % line_size()) % line_size() : place;
  }
  constexpr bool is_interleaved() const { return interleave > 1 && line_size() % interleave == 0; }
  constexpr std::uint32_t interleaved(std::uint32_t element) const {
    if (!is_interleaved() || element >= line_size()) return element;
    return element % interleave * (line_size() / interleave) + element / interleave;
  }
  constexpr std::uint32_t in_order(std::uint32_t place) const {
    if (!is_interleaved() || place >= line_size()) return place;
    const std::uint32_t turn = line_size() / interleave;
    return place % turn * interleave + place / turn;
  }
  constexpr Modes line_modes() const {
    const std::uint32_t size = line_size();
    if (is_interleaved()) {
      const std::uint32_t turn = size / interleave;
      return modes({{interleave, turn + (group == 0 ? 0 : group_pad)}, {turn, 1}});
    }
    if (group == 0 || group_pad == 0 || size <= group) return modes({{size, 1}});
    return modes({{group, 1}, {(size + group - 1) / group, group + group_pad}});
  }
};

}  // namespace gemmscope
