// SPDX-License-Identifier: MIT
/// @file tile_shape.h
/// The shape of a block's, a warp's or a thread's tile of C.
#pragma once

#include <compare>
#include <cstdint>

namespace gemmscope::analysis {

/// Numbers that are runs of neighbours at one distance: 8, or 4 runs of 4, 16 apart.
struct Runs {
  std::uint32_t count = 0;  ///< of runs; 0: the numbers are not runs of this kind
  std::uint32_t length = 0;
  std::uint32_t apart = 0;  ///< from one run's first to the next one's; 0: there is one run

  std::uint32_t numbers() const { return count * length; }
  friend auto operator<=>(const Runs&, const Runs&) = default;
};

/// What of C a block, a warp or a lane computes.
struct TileShape {
  Runs rows, columns;
  std::uint32_t looked_at = 0;  ///< blocks, warps or lanes that compute something
  std::uint32_t alike = 0;      ///< those with this shape: no other shape is as frequent

  bool known() const { return rows.count != 0 && columns.count != 0; }
  friend bool operator==(const TileShape&, const TileShape&) = default;
};

}  // namespace gemmscope::analysis
