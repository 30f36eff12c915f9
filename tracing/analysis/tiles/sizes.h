// SPDX-License-Identifier: MIT
/// @file sizes.h
/// How large a product is that was found, and how many of it there are.
#pragma once

#include <optional>

#include "tracing/analysis/tiles/product_matrix.h"

namespace gemmscope::analysis {

struct ProductSize {
  std::uint32_t M = 0, N = 0, K = 0;
  std::uint32_t batches = 1;  ///< products of this size
  format::BatchStep step_A{}, step_B{}, step_C{};
};

/// M and N are how far C is stored to, K how far A is loaded, by all recorded blocks or, of a batch, by those of its
/// first product.
///
/// A batch is seen in two ways. By blockIdx.z: from one z to the next, A, B and C all begin one step farther on, and
/// together these steps do not make one larger product. Or B has several times as many rows as A has columns, and C is
/// as many products high.
///
/// Returns  nullopt: that takes too long to find, or parts of K differ in size and each has a C of its own.
[[nodiscard]] std::optional<ProductSize> size_of(const format::Recording& recording, const ProductMatrix& A,
                                                 const ProductMatrix& B, const ProductMatrix& C);

}  // namespace gemmscope::analysis
