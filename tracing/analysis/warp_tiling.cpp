// SPDX-License-Identifier: MIT
#include "tracing/analysis/warp_tiling.h"

namespace gemmscope::analysis {

std::optional<WarpTiling> warp_tiling(const format::Recording& recording) {
  const auto number = [&](std::string_view name) { return recording.parameter_int(name); };
  const kernels::WarpTileShape shape{.BM = number("BM"),
                                     .BN = number("BN"),
                                     .BK = number("BK"),
                                     .WM = number("WM"),
                                     .WN = number("WN"),
                                     .WNITER = number("WNITER"),
                                     .TM = number("TM"),
                                     .TN = number("TN"),
                                     .NT = static_cast<int>(recording.threads)};
  if (kernels::violated_constraint(shape) != nullptr) return std::nullopt;
  return WarpTiling(shape);
}

}  // namespace gemmscope::analysis
