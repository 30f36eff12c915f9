// SPDX-License-Identifier: MIT
/// @file rows.h
/// The 32 lanes of the current request as a table of text. Pure data.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/session/look.h"
#include "tracing/format/result.h"

namespace gemmscope::views {

/// What a lane asks for. The texts of an inactive lane are dashes.
struct LaneRow {
  int lane = 0;
  bool active = false;
  std::uint32_t byte = 0;          ///< shared: of the block's shared memory; global: from the tensor's first element
  int wavefront = -1;              ///< shared: that serves it, from 1; -1 = none
  std::vector<std::string> cells;  ///< one per column
  std::vector<double> keys;        ///< what each column is sorted by
};

struct LaneTable {
  std::vector<std::string> titles;
  std::vector<float> widths;  ///< wanted; used as shares
  std::vector<LaneRow> rows;
};

/// Shared: lane, byte, bank, word, cell, element, wavefront. Global: lane, byte, sector, line, element, cell.
/// `ranges`: in so many of the columns bank, cell and element, in their order, a wide access shows its last one too:
/// [4][8…11] instead of [4][8…], and [4…7][1] instead of [4…][1].
inline constexpr int kAllRanges = 3;
LaneRow lane_row(const session::Look& look, int lane, int ranges);
LaneTable lane_table(const session::Look& look, int ranges);

/// Sorts by column; inactive lanes last; equal ones by lane.
void sort_lanes(LaneTable& table, int column, bool descending);

/// Titles and rows, separated by tabs and without thin spaces: for the clipboard.
std::string text_of(const LaneTable& table);

/// The same for a terminal. Errors: kUsage without a request.
Result<std::string> lanes_text(const session::Look& look);

}  // namespace gemmscope::views
