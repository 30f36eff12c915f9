// SPDX-License-Identifier: MIT
/// @file consumption.h
/// Which elements of the arrays in global memory each lane of a block computes with, and which it stores: what is known
/// of a program's kernel before anything is known of tiles.
#pragma once

#include "tracing/analysis/tiles/ranges.h"

namespace gemmscope::analysis {

/// What one lane does with one array. Elements are counted from the array's first.
struct LaneElements {
  Ranges consumed;  ///< it loads them from shared memory or, if the array is not staged, from global
  Ranges stored;    ///< to global memory, also by atomic operations
};

/// Elements of one array that a block loads from shared memory between two barriers.
struct Staged {
  std::uint32_t interval = 0;
  std::uint16_t tensor = 0;  ///< the array in global memory
  Ranges elements;
};

/// An element that the block puts into shared memory.
struct Placed {
  std::uint16_t shared = 0, tensor = 0;  ///< the shared array, and the one in global memory
  std::uint32_t element = 0;
  std::uint32_t byte = 0;  ///< from the start of the block's shared memory
  bool computed = false;   ///< what is there was computed from the element: it may be wider or narrower
};

/// What the lanes of one block do.
struct Consumption {
  std::uint16_t tensors = 0;    ///< in global memory: indices below it
  std::uint32_t warps = 0;      ///< of the block
  std::vector<bool> looked_at;  ///< warps; of others, only what they store is known
  /// A place in shared memory is stored and loaded between the same two barriers: by one warp, or it is a race.
  bool stored_and_loaded = false;
  bool to_end = true;                 ///< all intervals were looked at
  std::vector<LaneElements> lanes{};  ///< [(warp * 32 + lane) * tensors + tensor]
  std::vector<Staged> staged{};       ///< ordered by interval and tensor
  std::vector<Placed> placed{};       ///< in no certain order inside a barrier interval
};

/// How much of a block is looked at: a part of its main loop that shows its tiles, or all, for a second or so.
enum class WalkTo : std::uint8_t { kEnough, kEnd };

/// A lane consumes what it loads from shared memory, by the origin of each cell (format::Row::origin), or from global
/// memory, if no value of that array is put in shared memory.
///
/// Limits   The main loop is walked until four barrier intervals have loads from shared memory, or to the end of the
///          interval with the 2^19th access of a single lane. Where more arrays are loaded later, as for a second
///          product, the same begins there, three times at most. All stores to global memory are seen. If an interval
///          has more than 2^18 accesses, as in a kernel whose loop has no barrier, the loads of only four of the
///          block's warps are looked at; if it has more than 2^20, of two. A block with more than 2^22 accesses by
///          stores is not looked at: tensors is 0. Cells whose values were computed from several loads have no origin.
///          To the end of the block, only Consumption::placed is limited, to 2^22 elements, and accesses to 2^26.
[[nodiscard]] Consumption consumption_of(const format::Recording& recording, std::uint32_t block,
                                         WalkTo to = WalkTo::kEnough);

}  // namespace gemmscope::analysis
