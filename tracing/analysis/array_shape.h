// SPDX-License-Identifier: MIT
/// @file array_shape.h
/// How the elements of an array in global memory are drawn as rows: a program need not say what its rows are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tracing/analysis/geometry.h"
#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::analysis {

struct ArrayShape {
  enum class From : std::uint8_t {
    kRecorded,  ///< the recording says it
    kFound,     ///< it is a matrix of a product that was found (tiles/product.h)
    kGuessed,   ///< it has as many elements as a product of scalar parameters
    kFolded,    ///< nothing is known: cut into rows of a power of two, so that it can be drawn
  };
  std::uint32_t elements = 0;  ///< the last row may be shorter
  std::uint32_t pitch = 1;     ///< elements from row to row
  From from = From::kFolded;
  std::string of{};  ///< of a guess, and of what was found and is as it was guessed: "height × width"

  std::uint32_t rows() const { return elements / pitch + (elements % pitch != 0 ? 1 : 0); }
  std::uint32_t row(std::uint32_t element) const { return element / pitch; }
  std::uint32_t column(std::uint32_t element) const { return element % pitch; }
  bool two_dimensional() const { return from != From::kFolded && rows() > 1; }
};

/// One for each tensor, of use for those in global memory. Matrices of `tiles` have the rows that were found; a matrix
/// that is stored by columns has a column in each row here. If the number of an array's elements is a product of scalar
/// parameters in several ways, rows are the most frequent step of addresses: from lane to lane, from warp to warp, from
/// request to request; or, if no step is a row, the rows of another array with the same number of elements.
///
/// Cost     the requests of one block, at most 16 384 of each array.
[[nodiscard]] std::vector<ArrayShape> array_shapes(const format::Recording& recording,
                                                   const std::optional<Tiles>& tiles = {});

}  // namespace gemmscope::analysis
