// SPDX-License-Identifier: MIT
/// @file life_of.h
/// Follows an element through one block of a recording.
///
/// Every use is found in the recorded requests:
///   loads and stores  each request with a lane that accesses the element, or the cell that its tile's description
///                     gives it, from the store of a lane that has loaded the element (copied.h) until the next
///                     store there
///   multiply-adds     of a lane that reads the element: one for each factor of the other matrix with the same k that
///                     it reads in the same inner step, if it keeps that sum (ownership.h) and the sum is an element
///                     of C. Products with the zeros that fill tiles up at an edge are not counted
///                     The partner's cell is taken to hold what the description of its tile says; so are both of an
///                     element of C
///   stores of sums    by the lane that keeps them, or through a tile of C (departures.h)
/// What the recording does not have, or does not prove, is absent, with the reason.
#pragma once

#include "tracing/analysis/life.h"

namespace gemmscope::analysis {

/// `block` is an index into Recording::blocks. nullopt if `progress` asked to stop.
///
/// Cost     a block of 4096^3 of warp_tile: 0.7 ms for an element of A or B, 4 ms for one of C
///          (bench/analysis_bench.cpp).
[[nodiscard]] std::optional<Life> life_of(const format::Recording& recording, std::uint32_t block, const Followed& what,
                                          const Progress& progress = {});

/// The first recorded block that works on what is followed; nullopt if none does. 0 for what is in no matrix or is
/// named by its place in a block.
[[nodiscard]] std::optional<std::uint32_t> block_of(const format::Recording& recording, const Followed& what);

}  // namespace gemmscope::analysis
