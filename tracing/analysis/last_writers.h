// SPDX-License-Identifier: MIT
/// @file last_writers.h
/// The store that each cell of shared memory holds the value of, at any moment of a recording.
#pragma once

#include <vector>

#include "tracing/analysis/geometry.h"

namespace gemmscope::analysis {

/// Just before request `request` of warp `warp`; at or past the warp's last request: the end of the block.
///
/// A recording orders the requests of one warp, and barriers order intervals. Inside an interval warps run in any
/// order; here, as in the views, in that of their numbers. So what came before a moment is: all earlier intervals,
/// lower warps' requests of the same interval, and the warp's own earlier requests.
struct Moment {
  std::uint32_t block = 0;  ///< index into Recording::blocks
  std::uint32_t warp = 0;
  std::uint32_t request = 0;  ///< index among the warp's requests
};

/// The latest store to a cell or element.
struct Write {
  bool written = false;
  std::uint8_t lane = 0;
  std::uint16_t warp = 0;
  std::uint16_t site = 0;
  std::uint32_t request = 0;  ///< index among the warp's requests
  std::uint32_t interval = 0;
  std::uint32_t k_tile = 0;  ///< or format::kEpilogue

  friend bool operator==(const Write&, const Write&) = default;
};

/// Bytes of a cell below: the smallest element of any shared tile or access to one, at most 4.
[[nodiscard]] std::uint32_t cell_bytes(const format::Recording& recording);

/// The last store to every cell of the block's shared memory.
///
/// Shapes   [byte / cell_bytes]; shared_bytes / cell_bytes entries. Never-written cells: Write{}.
/// Cost     walks back until every cell that is no padding is found: one or two k-tiles, some 10 us; from start to end
///          of the block where a cell was never written.
[[nodiscard]] std::vector<Write> shared_writers(const format::Recording& recording, const Moment& moment);

}  // namespace gemmscope::analysis
