// SPDX-License-Identifier: MIT
/// @file warp_tiling_picture.h
/// What the warp-tiling view shows: pieces of C by lane, and which fragment registers the inner step has filled. No
/// drawing.
#pragma once

#include <string>
#include <vector>

#include "app/session/look.h"
#include "app/views/shared_picture.h"
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

/// A register of a fragment, as of the cursor.
enum class Entry : std::uint8_t { kEmpty, kLoaded, kNow };  ///< kNow: by the cursor's request

/// One lane's fragments of the cursor's inner step, in the order of its share.
struct Fragments {
  std::vector<Entry> regM, regN;

  static std::uint32_t filled(const std::vector<Entry>& registers);
};

/// From the recorded reads of this step, up to and with the cursor's request. All empty outside the inner loop.
Fragments fragments_of(const session::Look& look, const analysis::LaneShare& share, int lane);

/// The inner step (dotIdx) of the cursor, 0 for kernels without one; nullopt outside the inner loop.
std::optional<std::uint32_t> inner_step(const session::Look& look);

/// What the inner step at `k` reads: "As[3][m]: 8 values", of a tile whose rows are those of A "As[m][3]: 8 values", of
/// a matrix without a tile "A, k = 3: 1 value". Without k: "As: 8 values".
std::string read_in_step(const format::Recording& recording, const char* matrix, std::optional<std::uint32_t> k,
                         std::size_t values);

/// "Lane 9 owns 128 accumulators in 4 subtiles of 8 × 4: rows 16 … 23, 4 of every 16 columns from 4.", counted from the
/// start of C, in which the block has `tile`.
std::string ownership_sentence(const analysis::LaneShare& share, int lane, const analysis::Rect& tile,
                               const format::Tensor* C);

}  // namespace gemmscope::views
