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
  const analysis::ArrayGrid grid{
      .shape = {.elements = static_cast<std::uint32_t>(matrix.layout.extent()), .pitch = matrix.layout.pitch},
      .part = part,
      .element_bytes = matrix.element_bytes};
  std::vector<analysis::Write> writers;
  for (const analysis::CellWrite& cell : array_writers(r, analysis::Footprints(r), tensor, grid, moment))
    writers.push_back(cell.write);
  return writers;
}

}  // namespace gemmscope::testing
