// SPDX-License-Identifier: MIT
/// @file skipped.h
/// k's that a block copies to shared memory and leaves out of its sums, as where a loop ends too early.
#pragma once

#include "tracing/analysis/tiles/consumption.h"
#include "tracing/analysis/tiles/product.h"

namespace gemmscope::analysis {

struct Skipped {
  Ranges ks;
  bool and_more = false;  ///< the block was not looked at to its end
  friend bool operator==(const Skipped&, const Skipped&) = default;
};

/// The k's of A and B that block `block` puts into shared memory and that none of its lanes loads there. `seen`: what
/// it does, as far as it was looked at closely; if something is skipped there, the block is looked at again, to its
/// end. k's above the last one that is loaded count only with others, as of each k-tile, and at the block's end: else
/// they may be loaded later. None, too, if not all warps were looked at, or the kernel computes several products.
///
/// Cost     where something is skipped, as consumption_of() of all intervals.
[[nodiscard]] Skipped skipped_ks(const format::Recording& recording, std::uint32_t block, const Consumption& seen,
                                 const Product& product);

/// The same, of what is seen.
[[nodiscard]] Ranges skipped_in(const Consumption& seen, const Product& product);

}  // namespace gemmscope::analysis
