// SPDX-License-Identifier: MIT
/// @file depth.h
/// How many k's a warp loads together, if no tile in shared memory says so.
#pragma once

#include "tracing/analysis/tiles/product.h"

namespace gemmscope::analysis {

/// Of a product whose A and B are loaded from global memory: the smallest power of two by which no request of a warp of
/// the block goes back to k's before those of the request before it. With matrix instructions it is what several of
/// their loads have together. 0: there is none up to 64.
///
/// Cost     a few steps for each request of the block.
[[nodiscard]] std::uint32_t depth_of(const format::Recording& recording, const Product& product, std::uint32_t block);

}  // namespace gemmscope::analysis
