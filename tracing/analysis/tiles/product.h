// SPDX-License-Identifier: MIT
/// @file product.h
/// Which arrays of a kernel are the A, B and C of a matrix product, found from what its lanes consume and store.
#pragma once

#include <optional>

#include "tracing/analysis/tiles/consumption.h"
#include "tracing/analysis/tiles/product_matrix.h"
#include "tracing/analysis/tiles/said.h"

namespace gemmscope::analysis {

/// C = A B: A is M x K, B is K x N, C is M x N. That its kernel multiplies is not known: a recording has addresses, no
/// operations. It reads and writes as a product does.
struct Product {
  /// Whose rows of A, columns of B and elements of C agree: each lane's; each warp's, as lanes share the fragments of
  /// matrix instructions; or the block's, as C goes through shared memory. Or none agree, and a comment says it.
  enum class By : std::uint8_t { kLane, kWarp, kBlock, kSaid };
  ProductMatrix A, B, C;
  std::uint32_t M = 0, N = 0, K = 0;
  std::uint32_t batches = 1;  ///< products of this size
  format::BatchStep step_A{}, step_B{}, step_C{};
  By by = By::kLane;
  friend bool operator==(const Product&, const Product&) = default;
};

/// C is an array that is stored to; A one whose rows, as a lane consumes them, are the rows of C that it stores; B the
/// same of columns; and A and B agree on k. Where both could be A, it is the one that comes first.
///
/// `said`: only these arrays, stored in that way. Null: any.
///
/// Returns  nullopt: no three arrays are like that, or C has one row or one column.
[[nodiscard]] std::optional<Product> product_in(const format::Recording& recording, const Consumption& consumption,
                                                const SaidRoles* said = nullptr);

/// What a comment says is multiplied, though it is not found: a broken kernel's lanes may not agree.
///
/// Returns  nullopt: it is not said how long the rows of all three arrays are.
[[nodiscard]] std::optional<Product> said_product(const format::Recording& recording, const SaidRoles& said);

/// Whether it is the product that is said, or the same of transposed matrices: C^T = B^T A^T.
[[nodiscard]] bool is_as_said(const Product& product, const SaidRoles& said);

}  // namespace gemmscope::analysis
