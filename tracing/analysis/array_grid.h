// SPDX-License-Identifier: MIT
/// @file array_grid.h
/// Part of an array as cells of one or many elements: what fits into a picture.
#pragma once

#include <algorithm>

#include "tracing/analysis/array_shape.h"

namespace gemmscope::analysis {

struct ArrayGrid {
  ArrayShape shape;
  Rect part;                           ///< rows and columns of the shape
  std::uint32_t across = 1, down = 1;  ///< elements of a cell
  std::uint32_t element_bytes = 4;

  std::uint32_t columns() const { return part.columns / across + (part.columns % across != 0 ? 1u : 0u); }
  std::uint32_t rows() const { return part.rows / down + (part.rows % down != 0 ? 1u : 0u); }
  std::uint32_t cells() const { return rows() * columns(); }
  bool has(std::uint32_t element) const { return part.contains(shape.row(element), shape.column(element)); }
  /// The cell with an element of `part`.
  std::uint32_t cell(std::uint32_t element) const {
    return (shape.row(element) - part.row) / down * columns() + (shape.column(element) - part.column) / across;
  }
  /// Makes the grid's cells so large that there are at most `most_columns` x `most_rows` of them, but at least one.
  void fit(std::uint32_t most_columns, std::uint32_t most_rows) {
    const auto larger = [](std::uint32_t cell) { return cell > 0x7fffffffu ? 0xffffffffu : 2 * cell; };
    while (columns() > std::max(1u, most_columns)) across = larger(across);
    while (rows() > std::max(1u, most_rows)) down = larger(down);
  }
  /// The first element of a cell.
  std::uint32_t first(std::uint32_t cell) const {
    return (part.row + cell / columns() * down) * shape.pitch + part.column + cell % columns() * across;
  }

  /// Calls mark(cell) for each cell with an element in bytes [first, first + count); a cell may come several times.
  template <class Mark>
  void for_each_cell(std::uint32_t first, std::uint32_t count, const Mark& mark) const {
    if (count == 0 || element_bytes == 0) return;
    std::uint64_t element = first / element_bytes;
    const std::uint64_t end =
        std::min<std::uint64_t>((std::uint64_t{first} + count - 1) / element_bytes + 1, shape.elements);
    while (element < end) {
      const std::uint64_t row = element / shape.pitch, row_end = std::min(end, (row + 1) * shape.pitch);
      if (row >= part.row + std::uint64_t{part.rows}) return;
      if (row >= part.row) {
        const std::uint64_t from = std::max<std::uint64_t>(element % shape.pitch, part.column),
                            to = std::min<std::uint64_t>(row_end - row * shape.pitch,
                                                         std::uint64_t{part.column} + part.columns);
        const std::uint64_t line = (row - part.row) / down * columns();
        if (from < to)
          for (std::uint64_t c = (from - part.column) / across; c <= (to - 1 - part.column) / across; ++c)
            mark(static_cast<std::uint32_t>(line + c));
      }
      element = row_end;
    }
  }
};

/// All of an array, with cells of so many elements that there are at most `columns` x `rows` of them.
[[nodiscard]] inline ArrayGrid array_grid(const ArrayShape& shape, std::uint32_t element_bytes, std::uint32_t columns,
                                          std::uint32_t rows) {
  ArrayGrid grid{shape, {0, 0, shape.rows(), std::min(shape.pitch, shape.elements)}, 1, 1, element_bytes};
  grid.fit(columns, rows);
  return grid;
}

}  // namespace gemmscope::analysis
