// SPDX-License-Identifier: MIT
/// @file writers_of.h
/// The last store to each element of a part of a matrix.
#pragma once

#include <vector>

#include "tracing/analysis/array_writers.h"

namespace gemmscope::testing {

/// [row * columns + column] of `part`.
inline std::vector<analysis::Write> writers_of(const format::Recording& r, std::uint16_t tensor,
                                               const analysis::Rect& part, const analysis::Moment& moment) {
  const format::Tensor& matrix = r.tensors[tensor];
  const bool by_columns = matrix.layout.column_major;  // a line of the array is then a column of the matrix
  const analysis::ArrayGrid grid{
      .shape = {.elements = static_cast<std::uint32_t>(matrix.layout.extent()), .pitch = matrix.layout.pitch},
      .part = by_columns ? analysis::Rect{part.column, part.row, part.columns, part.rows} : part,
      .element_bytes = matrix.element_bytes};
  const auto cells = array_writers(r, analysis::Footprints(r), tensor, grid, moment);
  std::vector<analysis::Write> writers;
  for (std::uint32_t row = 0; row < part.rows; ++row)
    for (std::uint32_t column = 0; column < part.columns; ++column)
      writers.push_back(cells[by_columns ? column * part.rows + row : row * part.columns + column].write);
  return writers;
}

}  // namespace gemmscope::testing
