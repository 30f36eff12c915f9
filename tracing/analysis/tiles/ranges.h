// SPDX-License-Identifier: MIT
/// @file ranges.h
/// Sets of numbers as ranges: what a lane loads is a few runs of neighbours.
#pragma once

#include <algorithm>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Ascending; no two overlap or touch.
using Ranges = std::vector<format::Range>;

/// Makes Ranges of ranges in any order.
inline Ranges joined(std::vector<format::Range> all) {
  if (!std::ranges::is_sorted(all, {}, &format::Range::begin)) std::ranges::sort(all, {}, &format::Range::begin);
  Ranges joined;
  for (const format::Range& each : all)
    if (!joined.empty() && each.begin <= joined.back().end)
      joined.back().end = std::max(joined.back().end, each.end);
    else
      joined.push_back(each);
  return joined;
}

inline std::uint32_t numbers_in(const Ranges& ranges) {
  std::uint32_t size = 0;
  for (const format::Range& each : ranges) size += each.size();
  return size;
}

}  // namespace gemmscope::analysis
