// SPDX-License-Identifier: MIT
/// @file product.h
/// Which arrays of a kernel are the A, B and C of a matrix product, found from what its lanes consume and store.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/tiles/consumption.h"
#include "tracing/analysis/tiles/product_matrix.h"
#include "tracing/analysis/tiles/said.h"
#include "tracing/analysis/tiles/units.h"

namespace gemmscope::analysis {

/// C = A B: A is M x K, B is K x N, C is M x N. That its kernel multiplies is not known: a recording has addresses, no
/// operations. It reads and writes as a product does.
struct Product {
  /// Whose rows of A, columns of B and elements of C agree: each lane's; each warp's, as lanes share the fragments of
  /// matrix instructions; or the block's, as C goes through shared memory. Or none agree, and a comment says it.
  enum class By : std::uint8_t { kLane, kWarp, kBlock, kSaid };
  /// Further factors of the same size, but for K, from which C is computed, too: it is their sum, or else a function of
  /// both products.
  struct Other {
    ProductMatrix A, B;
    std::uint32_t K = 0;
    friend bool operator==(const Other&, const Other&) = default;
  };
  ProductMatrix A, B, C;
  std::vector<Other> others{};
  std::uint32_t M = 0, N = 0, K = 0;
  std::uint32_t last_K = 0;  ///< of the last of several parts of K, where it is shorter; 0: all are alike
  bool in_part = false;      ///< M or N may be larger: see ProductSize
  format::Batch batch{};
  By by = By::kLane;

  /// Parts of K, which have a C each.
  bool are_parts_of_K() const { return batch.A == format::BatchStep{0, K} && batch.B == format::BatchStep{K, 0}; }
  /// The k's of product `i` of the batch.
  std::uint32_t K_of(std::uint32_t i) const { return last_K != 0 && i + 1 == batch.products ? last_K : K; }
  /// The k, in product `i` of the batch, of an element of A's array or of B's.
  std::uint32_t k_of_A(std::uint32_t element, std::uint32_t i) const {
    return A.column(element) - batch.A.times(i).columns;
  }
  std::uint32_t k_of_B(std::uint32_t element, std::uint32_t i) const { return B.row(element) - batch.B.times(i).rows; }
  /// The element of C's array that is in `row` and `column` of all C's, one product's below the other's.
  std::uint32_t element_of_C(std::uint32_t row, std::uint32_t column) const {
    const format::BatchStep step = batch.C.times(row / M);
    return C.element(row % M + step.rows, column + step.columns);
  }
  friend bool operator==(const Product&, const Product&) = default;
};

/// C is an array that is stored to; A one whose rows, as a lane consumes them, are the rows of C that it stores; B the
/// same of columns; and A and B agree on k. Both could be A, as C^T = B^T A^T: it is the one with that name (d_A and
/// d_B); or else the one that comes first among the kernel's parameters or, if they do not tell, in memory.
///
/// `said`: only these arrays, stored in that way. Null: any.
///
/// `rows`: whether rows that were given, as in a comment, are taken as they are.
///
/// Returns  nullopt: no three arrays are like that, or C has one row or one column.
[[nodiscard]] std::optional<Product> product_in(const format::Recording& recording, const Consumption& consumption,
                                                const SaidRoles* said = nullptr, GivenRows rows = GivenRows::kTaken);

/// What a comment says is multiplied, though it is not found: a broken kernel's lanes may not agree.
///
/// Returns  nullopt: it is not said how long the rows of all three arrays are.
[[nodiscard]] std::optional<Product> said_product(const format::Recording& recording, const SaidRoles& said);

/// Whether it is the product that is said, or the same of transposed matrices: C^T = B^T A^T.
[[nodiscard]] bool is_as_said(const Product& product, const SaidRoles& said);

}  // namespace gemmscope::analysis
