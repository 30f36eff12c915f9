// SPDX-License-Identifier: MIT
/// @file likeness.h
/// How results that are no alpha A B + beta C are like one: what tells a wrong product from another thing to compute.
#pragma once

#include "tracing/analysis/values/precision.h"

namespace gemmscope::analysis {

/// How C follows from A B.
enum class OfProduct {
  kNot,     ///< elements with nearly the same A B are not alike, or what is wrong with them is not
  kMostly,  ///< they are, and something else changes them less: norms of rows and columns
  kAlone,   ///< as where an activation follows the product
};
/// Looks at 16,384 elements at most.
[[nodiscard]] OfProduct dependence_on_product(const Factors& factors, const Scaled& scaled, const Precision& precision);

/// Whether the elements that differ are all on one side of a diagonal, and all that are there differ: a mask, or a
/// kernel that computes half of a symmetric matrix.
[[nodiscard]] bool is_triangle(const Factors& factors, const Scaled& scaled, const Precision& precision);

/// Whether elements differ by a number for each row and another for each column, as where zero points, norms or means
/// are taken into account.
[[nodiscard]] bool is_row_and_column(const Factors& factors, const Scaled& scaled, const Precision& precision);

/// The correlation of C with alpha A B + beta C: 1 if they differ by a factor alone. 0: it is not defined.
[[nodiscard]] double correlation_of(const Factors& factors, const Scaled& scaled);

}  // namespace gemmscope::analysis
