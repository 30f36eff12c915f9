// SPDX-License-Identifier: MIT
/// @file barrier_gaps.h
/// Races by the place where a barrier would come between their two accesses: one barrier that is missing gives a race
/// for each pair of lines around it.
#pragma once

#include "tracing/analysis/check.h"

namespace gemmscope::analysis {

/// A place in the source that all of some races straddle: after the first access of each, before the second.
struct BarrierGap {
  std::vector<std::size_t> findings;  ///< indices into CheckResult::findings, ascending
  std::uint32_t after = 0;            ///< the last line of the accesses that come first in the program
  std::uint32_t before =
      0;                 ///< the first line of those that come second; not beyond `after`: in the next pass of a loop
  bool in_warps = true;  ///< all races are inside warps: a __syncwarp would do
};

/// As few as there can be, in the order of their first findings; each race between two lines is in exactly one. In none
/// are other findings, and races of a line with itself, which come from where it stores and not from the order.
[[nodiscard]] std::vector<BarrierGap> barrier_gaps(const format::Recording& recording, const CheckResult& check);

}  // namespace gemmscope::analysis
