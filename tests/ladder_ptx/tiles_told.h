// SPDX-License-Identifier: MIT
/// @file tiles_told.h
/// Tiles that are found in a recording of a program, and the same tiles as their description has them.
#pragma once

#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::ladder {

struct TileComparison {
  bool found = false;
  int shared = 0;     ///< layouts of shared tiles that were found
  std::string other;  ///< what is found and is not as it is told; empty: all of it is
};
/// `described` has tiles, `plain` has none but origins; both of the same launch.
[[nodiscard]] TileComparison compared_tiles(const format::Recording& described, const format::Recording& plain);

/// What is said of the first request that is in another k-tile, step or phase than it is told to be, where tiles are
/// found; both recordings have the same requests. Empty: all are alike, or `why` says why they are not described.
[[nodiscard]] std::string other_moment(const format::Recording& described, const format::Recording& plain,
                                       std::string& why);

}  // namespace gemmscope::ladder
