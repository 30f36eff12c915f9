// SPDX-License-Identifier: MIT
/// @file foreign.h
/// What a thread multiplies that none of its elements of C needs: most wrong indices show there.
#pragma once

#include <optional>

#include "tracing/analysis/tiles/product.h"

namespace gemmscope::analysis {

/// An element of A or B. C has nothing in its row (A), or column (B), that the thread stores.
struct Foreign {
  bool of_A = false;
  std::uint32_t element = 0;  ///< of its array
};

/// The first element of A, or else of B, that thread `thread` of block `block` loads for the product, though it stores
/// nothing in that row, or column, of C.
///
/// Returns  nullopt: there is none, or the threads that store C need not be those that multiply: C goes through shared
///          memory, the lanes of a warp share fragments of matrix instructions, the product is one of a batch.
/// Limits   as consumption_of().
[[nodiscard]] std::optional<Foreign> foreign_element(const format::Recording& recording, const Product& product,
                                                     std::uint32_t block, std::uint32_t thread);

}  // namespace gemmscope::analysis
