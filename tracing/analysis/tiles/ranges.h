// SPDX-License-Identifier: MIT
/// @file ranges.h
/// Sets of numbers as ranges: what a lane loads is a few runs of neighbours.
#pragma once

#include <cstdint>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Ascending; no two overlap or touch.
using Ranges = std::vector<format::Range>;

/// Makes Ranges of ranges in any order, none of them empty.
[[nodiscard]] Ranges joined(std::vector<format::Range> all);

inline std::uint32_t numbers_in(const Ranges& ranges) {
  std::uint32_t size = 0;
  for (const format::Range& each : ranges) size += each.size();
  return size;
}

}  // namespace gemmscope::analysis
