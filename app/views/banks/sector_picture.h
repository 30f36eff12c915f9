// SPDX-License-Identifier: MIT
/// @file sector_picture.h
/// Where each lane of a global-memory request goes in the picture of its sectors. Pure data.
#pragma once

#include <vector>

#include "app/views/banks/picture.h"
#include "tracing/analysis/coalescing.h"

namespace gemmscope::views {

/// One sector of a touched line.
struct SectorBox {
  std::uint32_t sector = 0;       ///< byte / 32, from the boundary before the array
  int used_bytes = 0;             ///< 0 = not moved
  std::vector<Capsule> capsules;  ///< column = 4-byte word in the line, 0..31; level 0
};

/// One touched line of 128 bytes with its four sectors.
struct LineBox {
  std::uint32_t line = 0;  ///< byte / 128, from there
  std::vector<SectorBox> sectors;
  int moved() const;  ///< sectors that are moved
};

/// By address. Lanes that start in the same word share a capsule.
std::vector<LineBox> lines_of(const analysis::WarpAccess& access, const analysis::GlobalCost& cost);

}  // namespace gemmscope::views
