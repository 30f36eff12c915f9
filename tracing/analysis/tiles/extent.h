// SPDX-License-Identifier: MIT
/// @file extent.h
/// How far a launch reaches in a matrix.
#pragma once

#include <optional>

#include "tracing/analysis/tiles/product_matrix.h"

namespace gemmscope::analysis {

struct Extent {
  std::uint32_t rows = 0, columns = 0;  ///< 1 + the highest that is accessed
};

/// `stored`: by stores and atomic operations; else by loads. All recorded blocks count.
///
/// Cost     a few steps for each run of neighbours that one block of every pattern accesses.
///
/// Returns  nullopt if these are more than 2^25.
[[nodiscard]] std::optional<Extent> extent_of(const format::Recording& recording, const ProductMatrix& matrix,
                                              bool stored);

}  // namespace gemmscope::analysis
