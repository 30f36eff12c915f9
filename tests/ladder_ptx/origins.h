// SPDX-License-Identifier: MIT
/// @file origins.h
/// Where the values of shared tiles come from: as a recording of a program says, and as the tiles' description has it.
#pragma once

#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::ladder {

struct OriginCount {
  std::uint64_t cells = 0;    ///< stores of one element to a tile of A or B
  std::uint64_t unknown = 0;  ///< of elements whose origin is not recorded
  std::string other;          ///< the first that is said to have another origin than it has; empty: none
};
/// `described` has tiles, `plain` has none but origins. Both have the same requests in the same order.
[[nodiscard]] OriginCount compared_origins(const format::Recording& described, const format::Recording& plain);

}  // namespace gemmscope::ladder
