// SPDX-License-Identifier: MIT
/// @file array_use.h
/// What a launch does with an array in global memory: how much of it is touched, and which blocks and warps store to
/// it.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/array_shape.h"
#include "tracing/analysis/footprints.h"

namespace gemmscope::analysis {

/// The stores of the recorded blocks to an array; atomic operations are stores too.
struct ArrayStores {
  std::uint32_t blocks = 0;     ///< that store to it
  std::uint64_t elements = 0;   ///< that they store to; there are more if Footprints are not complete
  std::optional<bool> again{};  ///< whether several of them store to one element; none: the array is too large
  std::uint32_t block = 0;      ///< the first of them: an index into Recording::blocks
  Rect part{};                  ///< the smallest that holds all it stores
  std::vector<std::uint32_t> of_block{};  ///< elements that it stores; empty: `part` is too large
  std::uint32_t warp = 0;                 ///< the first of its warps that store
  std::vector<std::uint32_t> of_warp{};   ///< elements that this warp stores, other warps maybe too
};

struct ArrayUse {
  std::uint16_t tensor = 0;  ///< index into Recording::tensors
  ArrayShape shape;
  std::uint64_t touched = 0;  ///< elements that a recorded block loads or stores; more, if Footprints are not complete
  ArrayStores stores;
};

/// The use of each array in global memory that has elements. `shapes`: array_shapes().
/// Cost     as storing_blocks() and, for one block, array_writers().
[[nodiscard]] std::vector<ArrayUse> array_uses(const format::Recording& recording,
                                               const std::vector<ArrayShape>& shapes, const Footprints& footprints);

}  // namespace gemmscope::analysis
