// SPDX-License-Identifier: MIT
/// @file held_names.h
/// Which element of which array each cell of shared memory holds, written into the cell where it has room.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/draw/canvas.h"
#include "app/views/shared/memory_lines.h"

namespace gemmscope::views {

inline constexpr float kLeastDigit = 9;  ///< points: of letters that can be read in cells

struct HeldName {
  std::uint32_t word = 0;
  std::string upper, lower;  ///< "12" over "5"; one line: `lower` alone, "A[12][5]" or "300"
};

/// All cells of an array are named alike: by the whole name if there is room for each; else by the column, if all that
/// a line holds is of one row, which then stands beside the line; else by row over column, or by one number, if all
/// elements are of one array, which then stands beside it.
struct HeldNames {
  std::vector<HeldName> cells;
  std::map<std::uint32_t, std::string> lines;    ///< "A[12]": the row that a line of memory holds
  std::map<std::uint16_t, std::string> sources;  ///< of shared arrays: that whose elements are named by numbers
  float size = 0;                                ///< of the letters, in points
  bool rows = false, numbers = false;            ///< somewhere a row stands over a column; a number alone
};

/// Names for the shown cells, each `cell` large. Cells of an array without room for all its names have none; neither
/// have cells whose content is not known. `beside`: the room for "As holds A".
HeldNames held_names(const draw::Canvas& canvas, const session::Look& look, const MemoryLines& lines, draw::Rect cell,
                     float beside);

}  // namespace gemmscope::views
