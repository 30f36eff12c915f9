// SPDX-License-Identifier: MIT
/// @file table.h
/// A table of text: as many rows as fit, those below and above them counted in a last line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/draw/widgets.h"

namespace gemmscope::draw {

constexpr float kTablePad = 8;      ///< points at both sides together of a column, and of the table
constexpr float kTableTitles = 22;  ///< points above the first row

/// How many of `count` rows a table `height` points high, titles included, shows at the same time; more if it has room
/// for more. If it does not show all, its last line counts the rest.
int rows_that_fit(float height, float row_height, int count);

struct Column {
  std::string title;
  float width = 1;  ///< share of the table's width
  Align align = Align::kRight;
  bool words = false;   ///< words instead of numbers: not in the mono font
  bool sorted = false;  ///< the rows are sorted by it: its title stands out
  float text_size = theme::kMonoSize;
  std::string hint = {};     ///< what a click on the title does
  std::string meaning = {};  ///< what it counts, where a click does nothing
};

struct TableRow {
  std::vector<std::string> cells;  ///< one per column; an empty one is left to `draw_cell`
  std::vector<Colour> colours;     ///< per cell; fewer = the text colour
  Emphasis emphasis = Emphasis::kNone;
  std::string hint = {};  ///< what a click does
};

/// Points across that each column takes, padding included, so that its title and what stands in it are not shortened.
std::vector<float> needed_widths(const Canvas& canvas, const std::vector<Column>& columns,
                                 const std::vector<TableRow>& rows);
/// Points across that a table takes in which nothing is shortened.
float needed_width(const Canvas& canvas, const std::vector<Column>& columns, const std::vector<TableRow>& rows);

/// Widens columns of a table `width` wide that are too narrow for their title or for what stands in them, as far as
/// others have room to spare.
void make_room(const Canvas& canvas, float width, std::vector<Column>& columns, const std::vector<TableRow>& rows);

/// What the pointer did in a table; -1 for none.
struct TableHit {
  int hovered_row = -1, clicked_row = -1, clicked_column = -1;  ///< clicked_column: its title
};

/// Draws titles and rows in `rect`. `id` prefixes the names tests click: "<id> row 5", "<id> title bank".
/// `first` is the first row shown: with fewer rows than fit, the table starts so that it is full.
/// `draw_cell(row, column, rect)` is called for empty cells, to draw something else than text.
TableHit table(Canvas& canvas, Rect rect, std::string_view id, const std::vector<Column>& columns,
               const std::vector<TableRow>& rows, int first = 0, float row_height = 22,
               const std::function<void(int, int, Rect)>& draw_cell = {});

}  // namespace gemmscope::draw
