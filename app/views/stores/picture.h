// SPDX-License-Identifier: MIT
/// @file picture.h
/// What Stores shows of one request: its rows and sectors, and which lanes should not store what they store. No
/// drawing.
#pragma once

#include <string>
#include <vector>

#include "app/views/parts/stage_words.h"

namespace gemmscope::views {

/// A lane's share of a row of the matrix. Of a column-major matrix everywhere below: of a column.
struct LaneSpan {
  int lane = 0;
  std::uint32_t column = 0, columns = 1;
};

/// A 32-byte sector in a row of the matrix. It may begin before the row does and end after it.
struct SectorSpan {
  std::int64_t column = 0;  ///< of its first element, in elements from the row's start
  std::uint32_t columns = 8;
  std::uint32_t bytes = 0;  ///< asked for, of 32
};

/// A row of the matrix; of an array of several allocations, one of those; of one without known rows, as many of its
/// elements as a line of its picture.
struct RequestRow {
  std::uint32_t row = 0;
  std::vector<LaneSpan> lanes;
  std::vector<SectorSpan> sectors;
  std::string name{};       ///< "row 3", "allocation 3"; empty: its elements count from `first`
  std::uint32_t first = 0;  ///< element of an array without rows that is in column 0
  std::string across{};     ///< before the number of a place in it: "col ", or "row "; empty: it is an element's
};

/// The current request, if it is one of an array in global memory: by rows, from the top. Empty otherwise.
std::vector<RequestRow> request_rows(const session::Look& look);

/// "subtile 0,1 of 2 × 2, row 3 of each thread tile" (of a column-major matrix, column): which part of its sums every
/// lane of the request stores. Empty where lanes store what others have computed, or different parts.
std::string part_in_words(const session::Look& look, const analysis::Rect& tile);

/// Columns of the matrix that `rows` span, whole sectors included: [first, end).
struct ColumnRange {
  std::int64_t first = 0, end = 0;
};
ColumnRange columns_of(const std::vector<RequestRow>& rows);         ///< of lanes and of the sectors they touch
ColumnRange columns_asked_for(const std::vector<RequestRow>& rows);  ///< of lanes alone

/// "3 rows of C, columns 0 ... 15", "2 allocations, elements 0 ... 15", "elements 32 ... 63 of x": what lanes ask for;
/// and what they move, in whole sectors: "columns 0 ... 15".
struct RequestWords {
  std::string asked, range, moved;
};
RequestWords request_in_rows(const session::Look& look, const std::vector<RequestRow>& rows);

/// A row of a request, or a piece of one.
struct FoldedRow {
  RequestRow row;
  ColumnRange columns;
  bool begins = true;  ///< the first of its row that is shown
};
/// `rows`, each cut into `pieces` of equally many columns, one under the other; pieces without a lane are left out.
/// Empty where a cut would go through a lane's elements or a sector.
std::vector<FoldedRow> folded(const std::vector<RequestRow>& rows, std::uint32_t pieces);

/// Lanes of the current request that store to C, but nothing of the product, as a mask: C is padded behind its edges.
/// `tile`: the block's, of C.
std::uint32_t lanes_beyond(const session::Look& look, const analysis::Rect& tile);

}  // namespace gemmscope::views
