// SPDX-License-Identifier: MIT
/// @file elsewhere.h
/// Blocks of a launch that work on something else than the product that was found.
#pragma once

#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// As of a batch whose matrices are found through pointers: each product has arrays of its own, and one is found.
struct Elsewhere {
  std::uint64_t blocks = 0;            ///< recorded ones that store to other arrays in global memory, and not to C
  std::vector<std::uint16_t> tensors;  ///< these arrays, in the order of the recording
};

/// `C`: the product's. Atomic operations are stores.
///
/// Cost     the rows of each template once.
[[nodiscard]] Elsewhere blocks_elsewhere(const format::Recording& recording, std::uint16_t C);

}  // namespace gemmscope::analysis
