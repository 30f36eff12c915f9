// SPDX-License-Identifier: MIT
/// @file reached.h
/// How far the blocks of a launch reach in a matrix.
#pragma once

#include <optional>

#include "tracing/analysis/tiles/product_matrix.h"

namespace gemmscope::analysis {

/// The part of a matrix that a block accesses: its lowest and highest row and column.
struct Reached {
  format::Range rows, columns;  ///< empty: it accesses none

  bool any() const { return rows.size() != 0; }
};

/// What each recorded block accesses. `stored`: by stores and atomic operations; else by loads.
///
/// Cost     a few steps for each run of neighbours that one block of every pattern accesses.
///
/// Returns  nullopt if these are more than 2^25.
[[nodiscard]] std::optional<std::vector<Reached>> reached_in(const format::Recording& recording,
                                                             const ProductMatrix& matrix, bool stored);

}  // namespace gemmscope::analysis
