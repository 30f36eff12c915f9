// SPDX-License-Identifier: MIT
/// @file factors.h
/// A product as numbers: A B in double precision, and what C held before and after the launch.
#pragma once

#include <vector>

#include "tracing/analysis/tiles/product.h"
#include "tracing/analysis/values/numbers.h"

namespace gemmscope::analysis {

/// The numbers of a matrix product: an entry for each element of C, row by row; products of a batch follow each other.
struct Factors {
  std::uint32_t rows = 0, columns = 0, K = 0;  ///< rows: of all products
  std::uint32_t M = 0;                         ///< rows of one product
  NumberKind of_A, of_B, of_C;
  std::vector<double> sum;             ///< A B
  std::vector<double> magnitude;       ///< |A| |B|
  std::vector<double> before, after;   ///< C
  std::vector<std::uint64_t> whole{};  ///< A B of whole numbers, as 64 bits; empty: some are not whole
  std::vector<std::uint64_t> whole_before{}, whole_after{};

  [[nodiscard]] std::size_t elements() const { return sum.size(); }
  [[nodiscard]] bool is_whole() const { return !whole.empty(); }
  bool A_is_constant = false, B_is_constant = false;  ///< all of its elements are one number
};

/// Errors  kUsage: why there are none: values are missing, or the numbers' type is not known.
/// Cost    M N K multiply-adds, twice.
[[nodiscard]] Result<Factors> factors_of(const format::Recording& recording, const Product& product,
                                         const format::KeptMemory& memory);

}  // namespace gemmscope::analysis
