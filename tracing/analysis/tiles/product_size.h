// SPDX-License-Identifier: MIT
/// @file product_size.h
/// The size of a product that was found, and how many products of that size there are.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/tiles/product_matrix.h"

namespace gemmscope::analysis {

struct ProductSize {
  std::uint32_t M = 0, N = 0, K = 0;
  std::uint32_t last_K = 0;  ///< of the last of several parts of K, where it is shorter; 0: all are alike
  bool in_part = false;      ///< M or N may be larger: not all blocks are recorded, and no argument says it
  format::Batch batch{};     ///< all that the launch has, recorded or not
};

/// M and N: how far C is stored to. K: how far A is loaded. All recorded blocks count; in a batch, only the blocks of
/// one product. An argument of the kernel is taken instead of what C's stores say in two cases:
///
///   - A guard lets one row too many through (`row <= M`). Then the argument is less by one or, as the next row begins
///     where a row ends, by two, and no other side of the matrices is that long.
///   - Some blocks are not recorded. Then the arrays of C and A have as many rows as the argument says, or those of C
///     and B as many columns.
///
/// A batch shows in one of two ways. From one blockIdx.z to the next, A, B and C begin one step farther on, and the
/// steps do not join to one larger product. Or, in a grid with one z, B has several times as many rows as A has
/// columns, and C and A divide by the same number.
///
/// Returns  nullopt: it takes too long to find, or the blocks of different z's neither share a product nor have
///          products of one size, each with a C of its own. The last of several parts of K may be shorter.
[[nodiscard]] std::optional<ProductSize> product_size(const format::Recording& recording, const ProductMatrix& A,
                                                      const ProductMatrix& B, const ProductMatrix& C);

}  // namespace gemmscope::analysis
