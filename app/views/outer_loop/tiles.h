// SPDX-License-Identifier: MIT
/// @file tiles.h
/// What the outer-loop view shows: how far along K the cursor's block is, and what it has moved so far. No drawing.
#pragma once

#include <vector>

#include "app/session/look.h"

namespace gemmscope::views {

/// kNotLoaded: nothing of its part of A, or of B, is ever loaded.
enum class TileState : std::uint8_t { kUsed, kCurrent, kToCome, kNotLoaded, kNotRecorded };

/// What no request of a block loads of its rows of A and its columns of B, over all of K: in rectangles that do not
/// overlap.
struct NeverLoaded {
  std::vector<analysis::Rect> A, B;
};
/// Of the cursor's block. Empty where the check has found nothing missing: it claims nothing of what was not recorded.
NeverLoaded never_loaded(const session::Look& look);

/// What lies in both.
analysis::Rect common(const analysis::Rect& one, const analysis::Rect& other);

enum class Share : std::uint8_t { kAll, kSome, kNone };
/// How much of `tile` the block loads, given what it does not, of a matrix of `rows` x `columns`.
Share share_loaded(const std::vector<analysis::Rect>& never, const analysis::Rect& tile, std::uint32_t rows,
                   std::uint32_t columns);

/// State of each k-tile as seen from the cursor: one per k-tile. In the write-back none is current.
std::vector<TileState> tile_states(const session::Look& look, const NeverLoaded& never);

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
