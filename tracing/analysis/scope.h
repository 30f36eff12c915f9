// SPDX-License-Identifier: MIT
/// @file scope.h
/// The part of a recording that a figure is about: a range of blocks, warps, k-tiles and barrier
/// intervals.
#pragma once

#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

inline constexpr format::Range kEverything{0, 0xffffffff};

/// Everything by default. A request is inside if it is inside every member.
struct Scope {
  format::Range blocks = kEverything;  ///< indices into Recording::blocks
  format::Range warps = kEverything;
  format::Range intervals = kEverything;  ///< barrier intervals
  format::Range k_tiles = kEverything;    ///< of accesses in the main loop
  bool epilogue = true;                   ///< whether accesses after the main loop are inside

  bool contains_k_tile(std::uint32_t k_tile) const {
    return k_tile == format::kEpilogue ? epilogue : k_tiles.contains(k_tile);
  }
  bool contains(const format::Segment& segment) const {
    return warps.contains(segment.warp) && intervals.contains(segment.interval);
  }
  friend bool operator==(const Scope&, const Scope&) = default;
};

/// The k-tile a row belongs to, or kEpilogue.
inline std::uint32_t k_tile_of(const format::Segment& segment, const format::Row& row) {
  return row.k_tile == format::Row::kEpilogueRow ? format::kEpilogue : segment.k_tile + row.k_tile;
}

/// A part of a launch, with its name: k_tile, block or kernel.
struct NamedScope {
  std::string name = "kernel";
  Scope part;
};

}  // namespace gemmscope::analysis
