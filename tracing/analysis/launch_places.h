// SPDX-License-Identifier: MIT
/// @file launch_places.h
/// Every block and k-tile of a launch, at its true place: recorded, or a recorded one that stands for it (launch.h).
#pragma once

#include <map>
#include <vector>

#include "tracing/analysis/launch_parts.h"

namespace gemmscope::analysis {

struct LaunchPlaces {
  /// A block that makes the requests of recorded block `source`, moved to `base`.
  struct PlacedBlock {
    std::uint32_t source = 0;  ///< index into Recording::blocks
    format::Bases base{};      ///< bytes, as Block::base
  };
  std::vector<PlacedBlock> blocks;
  /// [recorded k-tile]: how far its requests are moved, for each k-tile that they stand for but itself. Bytes mod 2^32.
  std::map<std::uint32_t, std::vector<format::Bases>> k_tiles;
};

/// Of what is recorded; with `whole_launch`, of everything. Then every kind of block must be recorded
/// (Basis::unlike_blocks).
///
/// Cost     one step for each block of the launch and each of its k-tiles.
[[nodiscard]] LaunchPlaces launch_places(const format::Recording& recording, bool whole_launch);

}  // namespace gemmscope::analysis
