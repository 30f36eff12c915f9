// SPDX-License-Identifier: MIT
/// @file touches.h
/// The requests of a block that access given bytes, in the order of time.
#pragma once

#include <compare>
#include <optional>
#include <vector>

#include "tracing/analysis/pace.h"
#include "tracing/analysis/warp_access.h"

namespace gemmscope::analysis {

/// When a request of a block happens. Barriers order intervals; inside one, warps come in the order of their numbers,
/// as everywhere here (Moment in last_writers.h).
struct When {
  std::uint32_t interval = 0, warp = 0;
  std::uint32_t request = 0;  ///< index among the warp's requests
  friend auto operator<=>(const When&, const When&) = default;
};

/// A request with a lane that accesses the bytes.
struct Touch {
  When when;
  std::uint32_t segment = 0, row = 0;  ///< of the block's pattern, and of the segment's template
  std::uint32_t lanes = 0;             ///< bit l: lane l accesses at least one of the bytes
  bool faults = false;                 ///< a lane's address is not a multiple of the width: nothing happens
};

/// Bytes of a matrix, or of the block's shared memory, whichever tiles are there.
struct Bytes {
  std::optional<std::uint16_t> matrix;  ///< index into Recording::tensors; nullopt: shared memory
  std::uint32_t first = 0, count = 0;
};

/// Lanes in `mask` whose access of `width` bytes, at their address moved by `base`, has one of `bytes`.
[[nodiscard]] std::uint32_t lanes_at(std::span<const std::uint32_t, kLanes> lanes, std::uint32_t mask,
                                     std::uint32_t base, std::uint32_t width, const Bytes& bytes);

/// Whether the hardware faults at a row of a template whose addresses are moved by `base`.
[[nodiscard]] bool faults(const format::Recording& recording, const format::Template& coded, std::uint32_t row,
                          std::uint32_t base);

/// All of them, loads and stores, whatever k-tile they say they are for. Incomplete once `pace` asked to stop.
///
/// Cost     shared memory: 20 ns for each row of a template, 2 ns for each segment. A matrix: 20 ns for each of the
///          block's requests to it.
[[nodiscard]] std::vector<Touch> touches_of(const format::Recording& recording, std::uint32_t block, const Bytes& bytes,
                                            Pace& pace);

}  // namespace gemmscope::analysis
