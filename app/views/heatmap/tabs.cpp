// SPDX-License-Identifier: MIT
#include "app/views/heatmap/tabs.h"

#include <algorithm>

#include "app/draw/widgets.h"
#include "app/session/followed.h"
#include "app/session/selecting.h"
#include "app/views/heatmap/cells.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kLegend = 22, kTitle = 16, kLineLabels = 146, kLabelGap = 6;

float share(std::uint64_t value, std::uint64_t most) {
  return most == 0 ? 0 : static_cast<float>(value) / static_cast<float>(most);
}

draw::Colour heat_colour(const Canvas& canvas, std::uint64_t value, std::uint64_t most) {
  return value == 0 ? canvas.colours.ground : theme::viridis(share(value, most));
}

/// Of what is nowhere hotter than elsewhere.
draw::Colour quiet_colour(const Canvas& canvas, const format::Tensor& tensor) {
  return theme::mixed(canvas.colours.panel, theme::operand_colour(canvas.colours, tensor), 0.25f);
}

/// A cell with its number where there is room for it.
void draw_number_cell(Canvas& canvas, Rect cell, std::uint64_t value, std::uint64_t most) {
  const draw::Colour colour = heat_colour(canvas, value, most);
  canvas.fill(cell.inset(0.5f), colour);
  draw::TextStyle style{value == 0 ? canvas.colours.secondary : theme::text_on(colour), draw::Face::kMono,
                        std::clamp(cell.height * 0.7f, 8.0f, 13.0f), draw::Align::kCentre};
  std::string text = words::thousands(value);
  if (canvas.text_width(text, style) > 1.3f * cell.width) text = words::compact(value, 2);
  const float width = canvas.text_width(text, style);
  if (width > cell.width - 2) style.size *= (cell.width - 2) / width;
  if (style.size >= 6.5f) canvas.text_in(cell, text, style);
}

bool is_even(const HeatRow& row) {
  return std::ranges::all_of(row.values, [&](std::uint64_t value) { return value == row.values.front(); });
}

/// A row whose banks are alike, as one: 32 cells of one colour would look like a difference and hide the number.
void draw_even_row(Canvas& canvas, Rect strip, const HeatRow& row, draw::Colour colour) {
  const std::uint64_t value = row.values.front();
  canvas.fill(strip.inset(0.5f), value == 0 ? canvas.colours.ground : colour);
  draw::TextStyle style = canvas.small();
  if (value != 0) style.colour = theme::text_on(colour);
  style.align = draw::Align::kCentre;
  const std::string none =
      row.faults == 0 ? "none at any bank" : words::count_of(row.faults, "request") + " at fault: not counted";
  canvas.text_in(strip, value == 0 ? none : words::thousands(value) + " at each bank", style);
}

/// The label of a row of cells; clicking it goes to the site.
void draw_label(Canvas& canvas, Rect rect, const HeatRow& row, const Look& look, session::Actions& actions) {
  const format::Recording& recording = *look.recording();
  draw::TextStyle style = canvas.words();
  style.size = theme::kMonoSize;
  style.colour = theme::operand_colour(canvas.colours, recording.tensors[recording.sites[row.site].tensor]);
  draw::TextStyle line = canvas.small_mono();
  line.align = draw::Align::kRight;
  Rect words = rect;
  canvas.text_in(words.cut_left(30, 8), std::to_string(row.line), line);
  canvas.text_in(words, row.label, style);
  const draw::Hit hit = canvas.hit("line " + std::to_string(row.line), rect);
  if (hit.hovered)
    actions.add(session::hover_line, row.line), canvas.hand(), canvas.tooltip("Go to line " + std::to_string(row.line));
  if (hit.clicked) actions.add(session::select_line, row.line);
}

void draw_bank_titles(Canvas& canvas, Rect grid, const Look& look, session::Actions& actions) {
  draw::TextStyle style = canvas.small_mono();
  style.align = draw::Align::kCentre;
  for (int bank = 0; bank < analysis::kBanks; ++bank) {
    const auto number = static_cast<std::uint32_t>(bank);
    const Rect column = draw::cell_rect(grid, 1, analysis::kBanks, 0, bank);
    const Rect title{column.x, grid.y - kTitle, column.width, kTitle};
    if (column.width >= 15 || bank % 4 == 0)
      canvas.text_in({title.x - 4, title.y, title.width + 8, kTitle}, std::to_string(bank), style);
    const draw::Emphasis emphasis = look.selected.bank == number ? draw::Emphasis::kSelected
                                    : look.hover.bank == number  ? draw::Emphasis::kHovered
                                                                 : draw::Emphasis::kNone;
    draw::mark(canvas, column, emphasis);
    const draw::Hit hit =
        canvas.hit("bank " + std::to_string(bank), {title.x, title.y, title.width, grid.bottom() - title.y});
    if (hit.clicked) actions.add(session::select_bank, number);
    if (hit.hovered) actions.add(session::hover_bank, number), canvas.tooltip("Select bank " + std::to_string(bank));
  }
}

/// Where each tile goes: below one another if they are wide, side by side if they are high.
std::vector<Rect> tile_places(Rect rect, const std::vector<HeatTile>& tiles) {
  int high = 0, wide = 0, all_rows = 0, all_columns = 0;
  for (const HeatTile& tile : tiles) {
    high = std::max(high, tile.rows), wide = std::max(wide, tile.columns);
    all_rows += tile.rows, all_columns += tile.columns;
  }
  const auto count = static_cast<float>(tiles.size());
  constexpr float kGap = 14;
  const float stacked =
      std::min(rect.width / static_cast<float>(wide), (rect.height - count * kTitle) / static_cast<float>(all_rows));
  const float abreast = std::min((rect.width - kGap * (count - 1)) / static_cast<float>(all_columns),
                                 (rect.height - kTitle) / static_cast<float>(high));
  const float cell = std::min(22.0f, std::max(stacked, abreast));
  std::vector<Rect> places;
  for (const HeatTile& tile : tiles) {
    const float width = cell * static_cast<float>(tile.columns), height = cell * static_cast<float>(tile.rows) + kTitle;
    places.push_back(stacked >= abreast ? rect.cut_top(height) : rect.cut_left(width, kGap));
    places.back().width = width, places.back().height = height;
  }
  return places;
}

void react_to_cell(Canvas& canvas, Rect grid, const HeatTile& tile, const Look& look, session::Actions& actions) {
  const format::Recording& recording = *look.recording();
  const std::string& name = recording.tensors[tile.tensor].name;
  const draw::Hit hit = canvas.hit("tile " + name, grid);
  const auto at = draw::cell_at(grid, tile.rows, tile.columns, hit.at);
  if (!at || at->column >= tile.used_columns || (!hit.hovered && !hit.clicked)) return;
  const session::Element element{tile.tensor, static_cast<std::uint32_t>(at->row),
                                 static_cast<std::uint32_t>(at->column)};
  const std::uint64_t value = tile.values[static_cast<std::size_t>(at->row * tile.columns + at->column)];
  const analysis::Cell cell = analysis::cell_of(recording, tile.tensor, element.row, element.column);
  canvas.tooltip(session::text_of(recording, element) + ", bank " + std::to_string(cell.bank()) + ": " +
                 words::thousands(value) + " " + cell_unit(look, value));
  actions.add(session::hover_cell, element);
  if (hit.clicked) actions.add(session::select_cell, element);
}

void mark_cell(Canvas& canvas, Rect grid, const HeatTile& tile, const std::optional<session::Element>& cell,
               draw::Emphasis emphasis) {
  if (!cell || cell->tensor != tile.tensor) return;
  draw::mark(canvas,
             draw::cell_rect(grid, tile.rows, tile.columns, static_cast<int>(cell->row), static_cast<int>(cell->column))
                 .inset(-1),
             emphasis);
}

/// "each cell 9", "cells 0 to 9": of the elements, without the padding.
std::string range_in_words(const HeatTile& tile) {
  const HeatRange range = range_of(tile);
  return range.even() ? "each cell " + words::thousands(range.most)
                      : "cells " + words::thousands(range.least) + " to " + words::thousands(range.most);
}

/// What the tile is, and its numbers, whose unit the legend has; without the tile's size where that is too long.
void draw_title(Canvas& canvas, Rect row, const HeatTile& tile, const format::Tensor& tensor) {
  draw::TextStyle style = canvas.small();
  style.colour = theme::operand_colour(canvas.colours, tensor);
  const std::string range = range_in_words(tile), text = tile_in_words(tensor, tile) + "; " + range;
  canvas.text_in(row, canvas.text_width(text, style) <= row.width ? text : tensor.name + ": " + range, style);
}

/// `title`: points across that its title may take.
void draw_tile(Canvas& canvas, Rect rect, float title, const HeatTile& tile, std::uint64_t most, const Look& look,
               session::Actions& actions) {
  const format::Tensor& tensor = look.recording()->tensors[tile.tensor];
  const Rect above = rect.cut_top(kTitle);
  draw_title(canvas, {above.x, above.y, title, above.height}, tile, tensor);
  draw::MatrixImage image = draw::matrix_image(canvas, tile.rows, tile.columns, canvas.colours.ground);
  if (rect.width / static_cast<float>(tile.columns) < 4) image.gap_px = 0;
  const bool even = range_of(tile).even();  // nothing is hot: no colour that says so
  const draw::Colour quiet = quiet_colour(canvas, tensor);
  for (int row = 0; row < tile.rows; ++row)
    for (int column = 0; column < tile.columns; ++column) {
      const std::uint64_t value = tile.values[static_cast<std::size_t>(row * tile.columns + column)];
      // 64 palette entries: 48 steps of the ramp are more than an eye tells apart.
      const float step = static_cast<float>(static_cast<int>(share(value, most) * 47 + 0.5f)) / 47;
      draw::set_cell(image, row, column,
                     value == 0 ? canvas.colours.ground
                     : even     ? quiet
                                : theme::viridis(step),
                     column >= tile.used_columns ? draw::kPadding : draw::kPlain);
    }
  canvas.matrix("heat " + tensor.name, rect, image);
  canvas.outline(rect, canvas.colours.line);
  mark_cell(canvas, rect, tile, look.hover.cell, draw::Emphasis::kHovered);
  mark_cell(canvas, rect, tile, look.selected.cell, draw::Emphasis::kSelected);
  react_to_cell(canvas, rect, tile, look, actions);
}

}  // namespace

void draw_bank_heat(Canvas& canvas, Rect rect, const std::vector<HeatRow>& rows, const Look& look,
                    session::Actions& actions) {
  const std::uint64_t most = most_of(rows);
  const bool all_even = std::ranges::all_of(rows, is_even);
  const std::string unit = look.views.heatmap.excess ? "excess wavefronts of the bank" : "wavefronts that use the bank";
  if (all_even)
    canvas.text_in(rect.cut_bottom(kLegend), words::capital(unit) + ": all banks are equal, so there is no scale.",
                   canvas.small());
  else
    draw::count_legend(canvas, rect.cut_bottom(kLegend), most, unit);
  const Rect titles = rect.cut_top(kTitle);
  const float height = std::min(34.0f, rect.height / static_cast<float>(std::max<std::size_t>(1, rows.size())));
  Rect labels = rect;
  labels = rect.cut_left(kLineLabels, kLabelGap);
  canvas.text_in({labels.x + 38, titles.y, 108, kTitle}, "site \\ bank", canvas.small());
  Rect grid = rect;
  grid.height = height * static_cast<float>(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    draw_label(canvas, labels.cut_top(height), rows[r], look, actions);
    const std::uint64_t first = rows[r].values.front();
    if (is_even(rows[r]))
      draw_even_row(canvas, {grid.x, grid.y + height * static_cast<float>(r), grid.width, height}, rows[r],
                    all_even
                        ? quiet_colour(canvas, look.recording()->tensors[look.recording()->sites[rows[r].site].tensor])
                        : heat_colour(canvas, first, most));
    else
      for (int bank = 0; bank < analysis::kBanks; ++bank)
        draw_number_cell(
            canvas, draw::cell_rect(grid, static_cast<int>(rows.size()), analysis::kBanks, static_cast<int>(r), bank),
            rows[r].values[static_cast<std::size_t>(bank)], most);
    if (look.selected.site &&
        look.recording()->sites[*look.selected.site].name == look.recording()->sites[rows[r].site].name)
      draw::mark(canvas, {grid.x, grid.y + height * static_cast<float>(r), grid.width, height},
                 draw::Emphasis::kSelected);
  }
  draw_bank_titles(canvas, grid, look, actions);
}

void draw_cell_heat(Canvas& canvas, Rect rect, const Look& look, session::Actions& actions) {
  const std::vector<HeatTile> tiles = tiles_of(look);
  const std::uint64_t most = most_of(tiles);
  const Rect legend = rect.cut_bottom(kLegend);
  if (std::ranges::all_of(tiles, [](const HeatTile& tile) { return range_of(tile).even(); }))
    canvas.text_in(legend, "Above each tile: a cell's " + cell_unit(look, 0) + ".", canvas.small());
  else
    draw::count_legend(canvas, legend, most, cell_unit(look, most));
  rect.cut_bottom(4);
  const std::vector<Rect> places = tile_places(rect, tiles);
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    const bool beside = t + 1 < tiles.size() && places[t + 1].x > places[t].x;
    const float end = beside ? places[t + 1].x - 8 : rect.right();
    draw_tile(canvas, places[t], end - places[t].x, tiles[t], most, look, actions);
  }
}

void draw_line_heat(Canvas& canvas, Rect rect, const std::vector<HeatRow>& rows, const Look& look,
                    session::Actions& actions) {
  canvas.text_in(rect.cut_bottom(kLegend), "each column from 0 (dark) to its largest number (yellow)", canvas.small());
  Rect titles = rect.cut_top(kTitle);
  titles.cut_left(kLineLabels, kLabelGap);
  draw::TextStyle style = canvas.small();
  style.align = draw::Align::kCentre;
  const int columns = static_cast<int>(kLineColumns.size());
  for (int c = 0; c < columns; ++c)
    canvas.text_in(draw::cell_rect(titles, 1, columns, 0, c), kLineColumns[static_cast<std::size_t>(c)], style);
  std::array<std::uint64_t, kLineColumns.size()> most{};
  for (const HeatRow& row : rows)
    for (std::size_t c = 0; c < most.size(); ++c) most[c] = std::max(most[c], row.values[c]);
  const float height = std::min(28.0f, rect.height / static_cast<float>(std::max<std::size_t>(1, rows.size())));
  for (const HeatRow& row : rows) {
    Rect strip = rect.cut_top(height);
    if (look.selected.line == row.line) canvas.fill(strip, canvas.colours.row, 2);
    draw_label(canvas, strip.cut_left(kLineLabels, kLabelGap), row, look, actions);
    for (int c = 0; c < columns; ++c)
      draw_number_cell(canvas, draw::cell_rect(strip, 1, columns, 0, c), row.values[static_cast<std::size_t>(c)],
                       most[static_cast<std::size_t>(c)]);
  }
}

}  // namespace gemmscope::views
