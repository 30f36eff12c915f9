// SPDX-License-Identifier: MIT
/// @file meets.h
/// The means by which threads may wait for others, apart from __syncthreads and signals in memory: mbarriers and
/// barriers of some warps, which a recording holds as events.
#pragma once

#include <limits>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Where the warp of a segment meets others, but not its whole block, in rows of the segment before it. What comes
/// before an arrival comes before what others do after they have passed; which phase of which barrier that is, is not
/// looked at, so that less is called a race, and nothing that is none.
struct Meets {
  std::uint32_t last_arrival = 0, first_pass = std::numeric_limits<std::uint32_t>::max();

  friend bool operator==(const Meets&, const Meets&) = default;
};
/// The events of each of the pattern's segments.
[[nodiscard]] std::vector<Meets> meets_of(const format::Pattern& pattern);

}  // namespace gemmscope::analysis
