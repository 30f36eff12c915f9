// SPDX-License-Identifier: MIT
/// @file pieces.h
/// What lanes own of C, as rectangles.
#pragma once

#include <cstddef>
#include <vector>

#include "app/views/parts/run.h"
#include "tracing/analysis/ownership.h"

namespace gemmscope::views {

/// What lanes own, in runs of neighbours: pieces are all runs of rows times all runs of columns, as thread tiles are.
struct Pieces {
  std::vector<Run> rows, columns;  ///< ascending

  std::size_t count() const { return rows.size() * columns.size(); }
  analysis::Rect of(std::size_t i, std::size_t j) const {
    return {rows[i].first, columns[j].first, rows[i].count, columns[j].count};
  }
  bool one_size() const;  ///< whether all pieces are of the same shape
};
Pieces pieces_of(const analysis::LaneShare& share);
/// All of a warp's lanes together; no pieces if they own no full rectangles.
Pieces pieces_of_warp(const analysis::Ownership& owners, std::uint32_t warp);

/// The places of the 32 lanes among each other, by their first pieces, and the warp's subtiles: all lanes' pieces of
/// the same number, where those fill a rectangle.
struct LaneGrid {
  struct Place {
    int row = -1, column = -1;  ///< -1: the lane owns nothing
  };
  int rows = 0, columns = 0;
  std::vector<Place> places;             ///< per lane
  std::vector<analysis::Rect> subtiles;  ///< the first is that of the first pieces; empty if there are none
};
LaneGrid lane_grid(const analysis::Ownership& owners, std::uint32_t warp);

}  // namespace gemmscope::views
