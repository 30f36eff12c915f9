// SPDX-License-Identifier: MIT
/// @file write_back_picture.h
/// What the write-back view shows: how much of C is written, and the rows and sectors of one request. No drawing.
#pragma once

#include <string>
#include <vector>

#include "app/views/stage_words.h"

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

struct RequestRow {
  std::uint32_t row = 0;
  std::vector<LaneSpan> lanes;
  std::vector<SectorSpan> sectors;
};

/// The current request, if it is one of C: by rows, from the top. Empty otherwise.
std::vector<RequestRow> request_rows(const session::Session& session);

/// "subtile 0,1 of 2 × 2, row 3 of each thread tile" (of a column-major matrix, column): which part of its sums every
/// lane of the request stores. Empty where lanes store what others have computed, or different parts.
std::string part_in_words(const session::Session& session, const analysis::Rect& tile);

/// Columns of the matrix that `rows` span, whole sectors included: [first, end).
struct ColumnRange {
  std::int64_t first = 0, end = 0;
};
ColumnRange columns_of(const std::vector<RequestRow>& rows);         ///< of lanes and of the sectors they touch
ColumnRange columns_asked_for(const std::vector<RequestRow>& rows);  ///< of lanes alone

/// Per element of the block's tile of C, who has written it, the cursor's request included. Empty if the recording has
/// no C.
std::vector<analysis::Write> c_writers(const session::Session& session, const analysis::Rect& tile);

/// The lanes of the current request that store an element of C which somebody of the block has stored before, as a
/// mask.
std::uint32_t lanes_storing_again(const session::Session& session, const analysis::Rect& tile);

}  // namespace gemmscope::views
