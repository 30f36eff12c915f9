// SPDX-License-Identifier: MIT
/// @file product_matrix.h
/// A matrix of a product as it is in memory.
#pragma once

#include "tracing/analysis/tiles/ranges.h"

namespace gemmscope::analysis {

/// The rows and the columns of a matrix that some elements are in.
struct MatrixPart {
  Ranges rows, columns;
};

/// A matrix of a product, in an array in global memory.
struct ProductMatrix {
  std::uint16_t tensor = 0;  ///< index into Recording::tensors
  bool transposed = false;   ///< it is stored column by column
  std::uint32_t pitch = 1;   ///< elements from one stored row (or column) to the next

  std::uint32_t row(std::uint32_t element) const { return transposed ? element % pitch : element / pitch; }
  std::uint32_t column(std::uint32_t element) const { return transposed ? element / pitch : element % pitch; }
  std::uint32_t element(std::uint32_t row, std::uint32_t column) const {
    return transposed ? column * pitch + row : row * pitch + column;
  }
  MatrixPart part(const Ranges& elements) const;
  friend bool operator==(const ProductMatrix&, const ProductMatrix&) = default;
};

}  // namespace gemmscope::analysis
