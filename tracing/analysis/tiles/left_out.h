// SPDX-License-Identifier: MIT
/// @file left_out.h
/// k's that a launch does not load, though its matrices have them, as where the outer loop ends too early, or takes
/// steps that are too large.
#pragma once

#include <span>

#include "tracing/analysis/tiles/consumption.h"
#include "tracing/analysis/tiles/product.h"

namespace gemmscope::analysis {

/// The k's from Product::K on. A has as many rows, and B as many columns, as the product, and both have room for these
/// k's; an argument of the kernel, or else a number of its source, says how many there are.
///
/// Returns  an empty range where something else may explain it: a number, of the arguments, the source or in memory,
///          that may say which part of K the launch is for; sums that are added to C, of which there may be more
///          launches; blocks that load different k's; several products; a launch that is recorded in part.
/// Cost     next to nothing if A and B end with the product; else as reached_in() of A and of B.
/// `k_tile`: 0 if there is none. `sides`: of the block tile.
[[nodiscard]] format::Range left_out_ks(const format::Recording& recording, const Consumption& consumption,
                                        const Product& product, std::uint32_t k_tile,
                                        std::span<const std::uint32_t> sides);

/// The k's below Product::K that no block loads from A, nor from B: a loop steps over them.
///
/// Returns  nothing where something else may explain it: arrays besides A, B and C that are loaded, which may say what
///          counts; sums that are added to C, of which there may be more launches; blocks that load different k's;
///          several products; a launch that is recorded in part.
/// Cost     some ns for each access of one block to A and B; if it loads not all k's, of all blocks, up to 2^23.
[[nodiscard]] Ranges stepped_over_ks(const format::Recording& recording, const Product& product);

}  // namespace gemmscope::analysis
