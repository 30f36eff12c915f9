// SPDX-License-Identifier: MIT
/// @file array_turns.h
/// What of an array is touched now, was, and will be: by the cursor's block, as of any moment.
#pragma once

#include <vector>

#include "tracing/analysis/array_grid.h"
#include "tracing/analysis/footprints.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {

/// When a block touches an element, seen from one of its requests.
enum class Turn : std::uint8_t {
  kNow,     ///< by the request
  kBeside,  ///< by the same site, in the same barrier interval and as often before it there, of the block's other warps
  kBefore,  ///< by what the block did before; inside an interval warps come in the order of their numbers
  kLater,
  kAnyBlock,  ///< by any block of the launch
};

/// For one cell: which turns, and whether they load or store.
struct Turns {
  std::uint16_t bits = 0;

  static constexpr std::uint16_t bit(Turn turn, format::Op op) {
    const unsigned ways = op == format::Op::kLoad ? 1 : op == format::Op::kStore ? 2 : 3;  // an update is both
    return static_cast<std::uint16_t>(ways << 2 * static_cast<int>(turn));
  }
  bool has(Turn turn, format::Op op) const { return (bits & bit(turn, op)) != 0; }
  bool has(Turn turn) const { return has(turn, format::Op::kLoad) || has(turn, format::Op::kStore); }
  void add(Turn turn, format::Op op) { bits |= bit(turn, op); }
  friend bool operator==(const Turns&, const Turns&) = default;
};

/// Shapes   [cell] of `grid`, which is of global array `tensor`. Without a request at `moment` everything is earlier.
/// Cost     each stretch of the block's segments and of the launch, and the requests of one interval.
[[nodiscard]] std::vector<Turns> array_turns(const format::Recording& recording, const Footprints& footprints,
                                             std::uint16_t tensor, const ArrayGrid& grid, const Moment& moment);

}  // namespace gemmscope::analysis
