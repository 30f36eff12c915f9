// SPDX-License-Identifier: MIT
/// @file departures.h
/// How sums leave a block: a lane stores those it keeps to C, or to a tile of C in shared memory, from where another
/// lane takes them to C.
///
/// As everywhere (copied.h), a lane stores what it has loaded: after a load from the tile of C, its next stores to C
/// are of what it loaded, element after element. So a kernel that loads twice before it stores once, or stores what it
/// loaded in another order, would need another rule.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/ownership.h"
#include "tracing/analysis/touches.h"

namespace gemmscope::analysis {

/// Whether requests of `phase` to `tensor` move sums through shared memory, which may be where tiles were before.
[[nodiscard]] inline bool stages_C(const format::Tensor& tensor, format::Phase phase) {
  return tensor.space == format::Space::kShared && tensor.matrix == format::Matrix::kOther &&
         phase == format::Phase::kWriteBack;
}

/// One lane's part of a request.
struct LaneAt {
  When when;
  std::uint16_t site = 0;
  std::uint8_t lane = 0;
  std::uint32_t byte = 0;  ///< of the element, from the start of shared memory or of C
};

/// A store to an element of C.
struct Departure {
  Element element;
  std::optional<LaneAt> staged, fetched;  ///< into the tile of C and out of it; nullopt: it is stored directly
  LaneAt stored;
  bool by_owner = false;  ///< the lane that staged it, or stored it directly, is the one that keeps the sum
};

/// The stores of the block to those elements of its tile of C that are in `wanted`, in the order of time.
///
/// Shapes   wanted[row * tile columns + column].
/// Cost     some nanoseconds for each access of a lane to C and to its tile in shared memory.
[[nodiscard]] std::vector<Departure> departures(const format::Recording& recording, std::uint32_t block,
                                                const Ownership& owners, const std::vector<char>& wanted, Pace& pace);

}  // namespace gemmscope::analysis
