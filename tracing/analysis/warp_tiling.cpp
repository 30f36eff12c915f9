// SPDX-License-Identifier: MIT
#include "tracing/analysis/warp_tiling.h"

#include <algorithm>

namespace gemmscope::analysis {

std::optional<WarpTiling> warp_tiling(const format::Recording& recording) {
  constexpr int kMost = 4096;  // elements; keeps products of hostile files' numbers inside an int
  bool sane = true;
  const auto number = [&](std::string_view name) {
    const int value = recording.parameter_int(name);
    sane = sane && value >= 1 && value <= kMost;
    return value;
  };
  const kernels::WarpTileShape shape{.BM = number("BM"),
                                     .BN = number("BN"),
                                     .BK = number("BK"),
                                     .WM = number("WM"),
                                     .WN = number("WN"),
                                     .WNITER = number("WNITER"),
                                     .TM = number("TM"),
                                     .TN = number("TN"),
                                     .NT = static_cast<int>(std::min<std::uint32_t>(recording.threads, kMost))};
  if (!sane || kernels::violated_constraint(shape) != nullptr) return std::nullopt;
  return WarpTiling(shape);
}

}  // namespace gemmscope::analysis
