// SPDX-License-Identifier: MIT
/// @file unfit.h
/// A matrix product that arrays are made for, and threads do not load for, as where an index is wrong.
#pragma once

#include <optional>

#include "tracing/analysis/tiles/product.h"

namespace gemmscope::analysis {

struct Unfit {
  Product product;    ///< By::kSaid, in rows
  bool of_A = false;  ///< lanes do not load the rows of A that they need for what they store of C; else columns of B
};

/// Arrays that are as long as A, B and C of M, N and K, all of which are arguments of the kernel. Its PTX sums products
/// of what it loads, and lanes pass on no values and have no matrix instructions. Lanes load what they need of one
/// factor, and of the other not all of it. They load nothing after they have stored to C: they may work on one tile of
/// C after the other, and what they load is not told apart. product_in() must find nothing.
///
/// Returns  nullopt: it is not so, or the kernel accesses more than these three arrays.
/// Cost     as consumption_of() of one block, if the sizes fit.
[[nodiscard]] std::optional<Unfit> unfit_product(const format::Recording& recording);

}  // namespace gemmscope::analysis
