// SPDX-License-Identifier: MIT
#include "app/draw/table.h"
#include "app/words/number.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gemmscope::draw {
namespace {

constexpr float kRest = 18;  // points: of the line that counts what does not fit

std::vector<Rect> column_rects(Rect rect, const std::vector<Column>& columns) {
  float sum = 0;
  for (const Column& column : columns) sum += column.width;
  std::vector<Rect> result;
  float x = rect.x + kTablePad / 2;
  for (const Column& column : columns) {
    const float width = (rect.width - kTablePad) * column.width / sum;
    result.push_back({x + kTablePad / 2, rect.y, width - kTablePad, rect.height});
    x += width;
  }
  return result;
}

/// "… 12 rows below, 3 above"; empty where all rows fit.
std::string rest_text(int above, int below) {
  const auto number = [](int n) { return words::thousands(static_cast<std::uint64_t>(n)); };
  const auto rows = [&](int n) { return "\u2026 " + words::count_of(static_cast<std::uint64_t>(n), "row"); };
  if (above == 0) return below == 0 ? "" : rows(below) + " below";
  return below == 0 ? rows(above) + " above" : rows(below) + " below, " + number(above) + " above";
}

}  // namespace

std::vector<float> needed_widths(const Canvas& canvas, const std::vector<Column>& columns,
                                 const std::vector<TableRow>& rows) {
  std::vector<float> needed;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    float width = canvas.text_width(columns[c].title, canvas.small());
    TextStyle style = columns[c].words ? canvas.words() : canvas.mono();
    style.size = columns[c].text_size;
    for (const TableRow& row : rows)
      if (c < row.cells.size()) width = std::max(width, canvas.text_width(row.cells[c], style));
    needed.push_back(width + kTablePad + 1);
  }
  return needed;
}

int rows_that_fit(float height, float row_height, int count) {
  const float room = height - kTableTitles;
  const int all = std::max(1, static_cast<int>((room + 0.5f) / row_height));
  return count <= all ? all : std::max(1, static_cast<int>((room - kRest) / row_height));
}

float needed_width(const Canvas& canvas, const std::vector<Column>& columns, const std::vector<TableRow>& rows) {
  const std::vector<float> needed = needed_widths(canvas, columns, rows);
  return std::accumulate(needed.begin(), needed.end(), kTablePad);
}

void make_room(const Canvas& canvas, float width, std::vector<Column>& columns, const std::vector<TableRow>& rows) {
  const std::vector<float> needed = needed_widths(canvas, columns, rows);
  float sum = 0, lacking = 0, spare = 0;
  for (const Column& column : columns) sum += column.width;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    columns[c].width *= (width - kTablePad) / sum;  // in points from now on
    (columns[c].width < needed[c] ? lacking : spare) += std::abs(columns[c].width - needed[c]);
  }
  if (lacking == 0 || spare == 0) return;
  const float moved = std::min(lacking, spare);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const float more = needed[c] - columns[c].width;  // negative: to spare
    columns[c].width += more * moved / (more > 0 ? lacking : spare);
  }
}

TableHit table(Canvas& canvas, Rect rect, std::string_view id, const std::vector<Column>& columns,
               const std::vector<TableRow>& rows, int first, float row_height,
               const std::function<void(int, int, Rect)>& draw_cell) {
  TableHit result;
  const std::string prefix(id);
  const std::vector<Rect> across = column_rects(rect, columns);
  const Rect titles = rect.cut_top(kTableTitles - 2, 2);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Rect cell{across[c].x, titles.y, across[c].width, titles.height};
    TextStyle style = canvas.small();
    style.align = columns[c].align;
    if (columns[c].sorted) style.colour = canvas.colours.text;
    canvas.text_in(cell, columns[c].title, style);
    const bool clickable = !columns[c].hint.empty();
    if (!clickable && columns[c].meaning.empty()) continue;
    const Hit hit = canvas.hit(prefix + " title " + columns[c].title, cell);
    if (hit.hovered && clickable) canvas.hand();
    if (hit.hovered) canvas.tooltip(clickable ? columns[c].hint : columns[c].meaning);
    if (hit.clicked && clickable) result.clicked_column = static_cast<int>(c);
  }

  const int count = static_cast<int>(rows.size());
  const int fitting = rows_that_fit(rect.height + kTableTitles, row_height, count);
  first = std::clamp(first, 0, std::max(0, count - fitting));
  const int last = std::min(count, first + fitting);
  for (int r = first; r < last; ++r) {
    const TableRow& row = rows[static_cast<std::size_t>(r)];
    const Rect strip = rect.cut_top(row_height);
    const Hit hit = row.hint.empty() ? Hit{} : canvas.hit(prefix + " row " + std::to_string(r), strip);
    if (hit.hovered) result.hovered_row = r, canvas.hand(), canvas.tooltip(row.hint);
    if (hit.clicked) result.clicked_row = r;
    if (row.emphasis == Emphasis::kSelected) canvas.fill(strip, canvas.colours.row, 3);
    if (row.emphasis == Emphasis::kHovered || hit.hovered) canvas.dashed(strip, canvas.colours.secondary);
    for (std::size_t c = 0; c < columns.size() && c < row.cells.size(); ++c) {
      const Rect cell{across[c].x, strip.y, across[c].width, strip.height};
      if (row.cells[c].empty()) {
        if (draw_cell) draw_cell(r, static_cast<int>(c), cell);
        continue;
      }
      TextStyle style = columns[c].words ? canvas.words() : canvas.mono();
      style.size = columns[c].text_size;
      style.align = columns[c].align;
      if (c < row.colours.size()) style.colour = row.colours[c];
      canvas.text_in(cell, row.cells[c], style);
    }
  }
  canvas.text_in({rect.x + kTablePad, rect.y, rect.width - kTablePad, kRest}, rest_text(first, count - last),
                 canvas.small());
  return result;
}

}  // namespace gemmscope::draw
