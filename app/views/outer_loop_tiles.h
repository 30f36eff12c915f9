// SPDX-License-Identifier: MIT
/// @file outer_loop_tiles.h
/// What the outer-loop view shows: how far along K the cursor's block is, and what it has moved so far. No drawing.
#pragma once

#include <vector>

#include "app/session/session.h"

namespace gemmscope::views {

enum class TileState : std::uint8_t { kUsed, kCurrent, kToCome, kNotRecorded };

/// State of each k-tile as seen from the cursor: one per k-tile. In the write-back none is current.
std::vector<TileState> tile_states(const format::Recording& recording, std::uint32_t k_tile);

/// Which elements of a rectangle of a matrix something happened to.
struct Elements {
  analysis::Rect part;
  std::vector<char> marked;  ///< [row * columns + column] of `part`
  std::uint32_t count = 0;

  explicit Elements(analysis::Rect rect) : part(rect), marked(std::size_t{rect.rows} * rect.columns) {}
  /// Marks an element given by its place in the matrix; nothing outside `part`.
  void mark(std::uint32_t row, std::uint32_t column);
  bool has(std::uint32_t row, std::uint32_t column) const {  ///< relative to `part`
    return marked[std::size_t{row} * part.columns + column] != 0;
  }
};

/// The elements of `part` of A or B that requests of `k_tile` have loaded from global memory, up to and with the
/// cursor's request; lower warps of the same barrier interval count as earlier, as everywhere in the views.
Elements loaded_so_far(const format::Recording& recording, const session::Cursor& cursor, std::uint16_t tensor,
                       std::uint32_t k_tile, analysis::Rect part);

/// Index into Recording::blocks of block (y, x); nullopt if it was not recorded.
std::optional<std::uint32_t> block_at(const format::Recording& recording, std::uint32_t y, std::uint32_t x);

}  // namespace gemmscope::views
