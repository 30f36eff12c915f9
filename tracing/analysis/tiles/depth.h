// SPDX-License-Identifier: MIT
/// @file depth.h
/// How many k's a warp loads together, if no tile in shared memory says so.
#pragma once

#include "tracing/analysis/tiles/product.h"

namespace gemmscope::analysis {

/// How many k's a warp of the block loads at a time, if A and B are not staged: the smallest power of two in whose
/// steps no request goes back to smaller k's than the request before it. With matrix instructions, several loads
/// together have that many k's. 0: there is none up to 64.
///
/// Cost     a few steps for each request of the block.
[[nodiscard]] std::uint32_t depth_of(const format::Recording& recording, const Product& product, std::uint32_t block);

}  // namespace gemmscope::analysis
