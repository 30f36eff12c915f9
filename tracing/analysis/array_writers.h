// SPDX-License-Identifier: MIT
/// @file array_writers.h
/// What stored each element of an array: which warp and lane of a block, and which block of the launch.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/array_grid.h"
#include "tracing/analysis/footprints.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {

/// The last store to an element of a cell.
struct CellWrite {
  Write write;                   ///< Write::written is false if there is no store
  bool several = false;          ///< other warps store elements of the cell too
  std::uint16_t first_warp = 0;  ///< the lowest that stores elements of the cell
};

/// The stores of the moment's block before it; without a moment in time, request = kEnd, all of the block.
inline constexpr std::uint32_t kEnd = 0xffffffff;

/// Shapes   [cell] of `grid`, which is of global array `tensor`. Of several stores to an element the last one counts;
///          inside an interval warps come in the order of their numbers (Moment).
/// Cost     the block's stores to the array.
[[nodiscard]] std::vector<CellWrite> array_writers(const format::Recording& recording, const Footprints& footprints,
                                                   std::uint16_t tensor, const ArrayGrid& grid, const Moment& moment);

/// The block that stores elements of a cell.
struct CellBlock {
  std::optional<std::uint32_t> block{};  ///< index into Recording::blocks: the last one; nullopt: none
  bool several = false;
};
/// Cost     each stretch that each block stores to the array.
[[nodiscard]] std::vector<CellBlock> storing_blocks(const format::Recording& recording, const Footprints& footprints,
                                                    std::uint16_t tensor, const ArrayGrid& grid);

/// The smallest rectangle of `shape` that holds all that the block stores to the array; empty if nothing.
[[nodiscard]] Rect stored_part(const format::Recording& recording, const Footprints& footprints, std::uint16_t tensor,
                               const ArrayShape& shape, std::uint32_t block);

/// The elements that the block stores to the array, in any order, some maybe twice. Empty if they are more than `most`,
/// or if Footprints are not complete: then they are not known.
[[nodiscard]] std::vector<std::uint32_t> stored_elements(const format::Recording& recording,
                                                         const Footprints& footprints, std::uint16_t tensor,
                                                         const ArrayShape& shape, std::uint32_t block,
                                                         std::size_t most);

}  // namespace gemmscope::analysis
