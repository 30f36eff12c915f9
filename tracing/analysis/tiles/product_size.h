// SPDX-License-Identifier: MIT
/// @file product_size.h
/// The size of a product that was found, and how many products of that size there are.
#pragma once

#include <optional>

#include "tracing/analysis/tiles/product_matrix.h"

namespace gemmscope::analysis {

struct ProductSize {
  std::uint32_t M = 0, N = 0, K = 0;
  format::Batch batch{};  ///< all that the launch has, recorded or not
};

/// M and N: how far C is stored to. K: how far A is loaded. All recorded blocks count; in a batch, only the blocks of
/// one product.
///
/// A batch shows in one of two ways. From one blockIdx.z to the next, A, B and C begin one step farther on, and the
/// steps do not join to one larger product. Or, in a grid with one z, B has several times as many rows as A has
/// columns, and C and A divide by the same number.
///
/// Returns  nullopt: it takes too long to find, or the blocks of different z's neither share a product nor have
/// products
///          of one size, each with a C of its own.
[[nodiscard]] std::optional<ProductSize> product_size(const format::Recording& recording, const ProductMatrix& A,
                                                      const ProductMatrix& B, const ProductMatrix& C);

}  // namespace gemmscope::analysis
