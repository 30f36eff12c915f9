// SPDX-License-Identifier: MIT
/// @file skipped.h
/// k's that a block copies to shared memory and leaves out of its sums, as where a loop ends too early.
#pragma once

#include "tracing/analysis/tiles/consumption.h"
#include "tracing/analysis/tiles/product.h"

namespace gemmscope::analysis {

/// The k's of A and B that `all`'s block puts into shared memory and that none of its lanes loads there, below the last
/// one that is loaded: later ones may be loaded after what was looked at. Empty, too, if not all warps were
/// looked at, or the kernel computes several products.
[[nodiscard]] Ranges skipped_ks(const Consumption& all, const Product& product);

}  // namespace gemmscope::analysis
