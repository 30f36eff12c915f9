// SPDX-License-Identifier: MIT
#include "app/views/heatmap/tabs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

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

/// How numbers are coloured and written: amounts up to `most`, or changes as far as that in either direction.
struct Scale {
  std::uint64_t most = 0;
  bool change = false;

  /// `steps`: of the ramp; 0: all that there are.
  draw::Colour colour(const Canvas& canvas, std::int64_t value, float steps = 0) const {
    if (value == 0) return canvas.colours.ground;
    float share = static_cast<float>(value) / static_cast<float>(most);
    if (steps != 0) share = std::round(share * steps) / steps;
    return change ? theme::change_colour(canvas.colours, share) : theme::viridis(share);
  }
  std::string text(std::int64_t value) const {
    return change ? words::with_sign(value) : words::thousands(static_cast<std::uint64_t>(value));
  }
  std::string compact(std::int64_t value) const {
    const auto amount = static_cast<std::uint64_t>(std::abs(value));
    return (value < 0 ? "\u2212" : change && value > 0 ? "+" : "") + words::compact(amount, 2);
  }
};

template <class Parts>
Scale scale_of(const Parts& parts) {
  return {most_drawn(parts), !parts.empty() && !parts.front().before.empty()};
}

bool is_even(const std::vector<std::int64_t>& values) {
  return std::ranges::all_of(values, [&](std::int64_t value) { return value == values.front(); });
}

/// Of what is nowhere hotter than elsewhere.
draw::Colour quiet_colour(const Canvas& canvas, const format::Tensor& tensor) {
  return theme::mixed(canvas.colours.panel, theme::operand_colour(canvas.colours, tensor), 0.25f);
}

/// A cell with its number where there is room for it.
void draw_number_cell(Canvas& canvas, Rect cell, std::int64_t value, const Scale& scale) {
  const draw::Colour colour = scale.colour(canvas, value);
  canvas.fill(cell.inset(0.5f), colour);
  draw::TextStyle style{value == 0 ? canvas.colours.secondary : theme::text_on(colour), draw::Face::kMono,
                        std::clamp(cell.height * 0.7f, 8.0f, 13.0f), draw::Align::kCentre};
  std::string text = scale.text(value);
  if (canvas.text_width(text, style) > 1.3f * cell.width) text = scale.compact(value);
  const float width = canvas.text_width(text, style);
  if (width > cell.width - 2) style.size *= (cell.width - 2) / width;
  if (style.size >= 6.5f) canvas.text_in(cell, text, style);
}

/// A row whose banks are alike, as one: 32 cells of one colour would look like a difference and hide the number.
void draw_even_row(Canvas& canvas, Rect strip, const HeatRow& row, const Scale& scale, draw::Colour colour) {
  const std::int64_t value = drawn_values(row).front();
  canvas.fill(strip.inset(0.5f), value == 0 ? canvas.colours.ground : colour);
  draw::TextStyle style = canvas.small();
  if (value != 0) style.colour = theme::text_on(colour);
  style.align = draw::Align::kCentre;
  const std::string none = row.faults != 0 ? words::count_of(row.faults, "request") + " would fault: not counted"
                           : scale.change  ? "the same at each bank"
                                           : "none at any bank";
  canvas.text_in(strip, value == 0 ? none : scale.text(value) + " at each bank", style);
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
  const auto index = static_cast<std::size_t>(at->row * tile.columns + at->column);
  const std::uint64_t value = tile.values[index];
  const analysis::Cell cell = analysis::cell_of(recording, tile.tensor, element.row, element.column);
  canvas.tooltip(session::text_of(recording, element) + ", bank " + std::to_string(cell.bank()) + ": " +
                 words::thousands(value) + " " + cell_unit(look, value) +
                 (tile.before.empty() ? "" : "\nBaseline: " + words::thousands(tile.before[index])));
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

/// "each cell 9", "cells 0 to 9": of the elements, without the padding. Of changes "each cell +3", "cells -9 to 0".
std::string range_in_words(const HeatTile& tile) {
  const HeatRange range = range_of(tile);
  if (!tile.before.empty()) {
    const std::vector<std::int64_t> all = drawn_values(tile);  // that of padding is 0
    const bool even = [&] {
      for (std::size_t i = 0; i < all.size(); ++i)
        if (static_cast<int>(i) % tile.columns < tile.used_columns && all[i] != all.front()) return false;
      return true;
    }();
    const auto [least, most] = std::ranges::minmax(all);
    return even ? "each cell " + words::with_sign(all.front())
                : "cells " + words::with_sign(least) + " to " + words::with_sign(most);
  }
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
void draw_tile(Canvas& canvas, Rect rect, float title, const HeatTile& tile, const Scale& scale, const Look& look,
               session::Actions& actions) {
  const format::Tensor& tensor = look.recording()->tensors[tile.tensor];
  const Rect above = rect.cut_top(kTitle);
  draw_title(canvas, {above.x, above.y, title, above.height}, tile, tensor);
  draw::MatrixImage image = draw::matrix_image(canvas, tile.rows, tile.columns, canvas.colours.ground);
  if (rect.width / static_cast<float>(tile.columns) < 4) image.gap_px = 0;
  const std::vector<std::int64_t> values = drawn_values(tile);
  // Of 64 palette entries: no eye tells more apart.
  const float steps = scale.change ? 30 : 47;
  const bool even = !scale.change && range_of(tile).even();  // nothing is hot: no colour that says so
  const draw::Colour quiet = quiet_colour(canvas, tensor);
  for (int row = 0; row < tile.rows; ++row)
    for (int column = 0; column < tile.columns; ++column) {
      const std::int64_t value = values[static_cast<std::size_t>(row * tile.columns + column)];
      draw::set_cell(image, row, column, even && value != 0 ? quiet : scale.colour(canvas, value, steps),
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
  const Scale scale = scale_of(rows);
  const bool all_even = std::ranges::all_of(rows, [](const HeatRow& row) { return is_even(drawn_values(row)); });
  const std::string unit = look.views.heatmap.excess ? "excess wavefronts of the bank" : "wavefronts that use the bank";
  if (scale.change)
    draw::change_legend(canvas, rect.cut_bottom(kLegend), scale.most, unit);
  else if (all_even)
    canvas.text_in(rect.cut_bottom(kLegend), words::capital(unit) + ": all banks are equal, so there is no scale.",
                   canvas.small());
  else
    draw::count_legend(canvas, rect.cut_bottom(kLegend), scale.most, unit);
  const Rect titles = rect.cut_top(kTitle);
  const float height = std::min(34.0f, rect.height / static_cast<float>(std::max<std::size_t>(1, rows.size())));
  Rect labels = rect;
  labels = rect.cut_left(kLineLabels, kLabelGap);
  canvas.text_in({labels.x + 38, titles.y, 108, kTitle}, "site \\ bank", canvas.small());
  Rect grid = rect;
  grid.height = height * static_cast<float>(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    draw_label(canvas, labels.cut_top(height), rows[r], look, actions);
    const std::vector<std::int64_t> values = drawn_values(rows[r]);
    if (is_even(values))
      draw_even_row(canvas, {grid.x, grid.y + height * static_cast<float>(r), grid.width, height}, rows[r], scale,
                    all_even && !scale.change
                        ? quiet_colour(canvas, look.recording()->tensors[look.recording()->sites[rows[r].site].tensor])
                        : scale.colour(canvas, values.front()));
    else
      for (int bank = 0; bank < analysis::kBanks; ++bank)
        draw_number_cell(
            canvas, draw::cell_rect(grid, static_cast<int>(rows.size()), analysis::kBanks, static_cast<int>(r), bank),
            values[static_cast<std::size_t>(bank)], scale);
    if (look.selected.site &&
        look.recording()->sites[*look.selected.site].name == look.recording()->sites[rows[r].site].name)
      draw::mark(canvas, {grid.x, grid.y + height * static_cast<float>(r), grid.width, height},
                 draw::Emphasis::kSelected);
  }
  draw_bank_titles(canvas, grid, look, actions);
}

void draw_cell_heat(Canvas& canvas, Rect rect, const std::vector<HeatTile>& tiles, const Look& look,
                    session::Actions& actions) {
  const Scale scale = scale_of(tiles);
  const Rect legend = rect.cut_bottom(kLegend);
  if (scale.change)
    draw::change_legend(canvas, legend, scale.most, cell_unit(look, scale.most));
  else if (std::ranges::all_of(tiles, [](const HeatTile& tile) { return range_of(tile).even(); }))
    canvas.text_in(legend, "Above each tile: a cell's " + cell_unit(look, 0) + ".", canvas.small());
  else
    draw::count_legend(canvas, legend, scale.most, cell_unit(look, scale.most));
  rect.cut_bottom(4);
  const std::vector<Rect> places = tile_places(rect, tiles);
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    const bool beside = t + 1 < tiles.size() && places[t + 1].x > places[t].x;
    const float end = beside ? places[t + 1].x - 8 : rect.right();
    draw_tile(canvas, places[t], end - places[t].x, tiles[t], scale, look, actions);
  }
}

void draw_line_heat(Canvas& canvas, Rect rect, const std::vector<HeatRow>& rows, const Look& look,
                    session::Actions& actions) {
  const bool change = scale_of(rows).change;
  canvas.text_in(rect.cut_bottom(kLegend),
                 change ? "each column: blue less and red more than the baseline, up to its largest change"
                        : "each column from 0 (dark) to its largest number (yellow)",
                 canvas.small());
  Rect titles = rect.cut_top(kTitle);
  titles.cut_left(kLineLabels, kLabelGap);
  draw::TextStyle style = canvas.small();
  style.align = draw::Align::kCentre;
  const int columns = static_cast<int>(kLineColumns.size());
  for (int c = 0; c < columns; ++c)
    canvas.text_in(draw::cell_rect(titles, 1, columns, 0, c), kLineColumns[static_cast<std::size_t>(c)], style);
  std::array<std::uint64_t, kLineColumns.size()> most{};
  for (const HeatRow& row : rows)
    for (std::size_t c = 0; c < most.size(); ++c)
      most[c] = std::max(most[c], static_cast<std::uint64_t>(std::abs(drawn_values(row)[c])));
  const float height = std::min(28.0f, rect.height / static_cast<float>(std::max<std::size_t>(1, rows.size())));
  for (const HeatRow& row : rows) {
    Rect strip = rect.cut_top(height);
    if (look.selected.line == row.line) canvas.fill(strip, canvas.colours.row, 2);
    draw_label(canvas, strip.cut_left(kLineLabels, kLabelGap), row, look, actions);
    for (int c = 0; c < columns; ++c)
      draw_number_cell(canvas, draw::cell_rect(strip, 1, columns, 0, c), drawn_values(row)[static_cast<std::size_t>(c)],
                       {most[static_cast<std::size_t>(c)], change});
  }
}

}  // namespace gemmscope::views
