// SPDX-License-Identifier: MIT
/// Shared cells: each tile as the kernel indexes it.
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/session/followed.h"
#include "app/session/selecting.h"
#include "app/views/heatmap/scale.h"
#include "app/views/heatmap/tabs.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

/// Where each tile goes: below one another if they are wide, side by side if they are high.
std::vector<Rect> tile_places(Rect rect, const std::vector<HeatTile>& tiles) {
  int high = 0, wide = 0, all_rows = 0, all_columns = 0;
  for (const HeatTile& tile : tiles) {
    high = std::max(high, tile.rows), wide = std::max(wide, tile.columns);
    all_rows += tile.rows, all_columns += tile.columns;
  }
  const auto count = static_cast<float>(tiles.size());
  constexpr float kGap = 14;
  const float stacked = std::min(rect.width / static_cast<float>(wide),
                                 (rect.height - count * kHeatTitle) / static_cast<float>(all_rows));
  const float abreast = std::min((rect.width - kGap * (count - 1)) / static_cast<float>(all_columns),
                                 (rect.height - kHeatTitle) / static_cast<float>(high));
  const float cell = std::min(22.0f, std::max(stacked, abreast));
  std::vector<Rect> places;
  for (const HeatTile& tile : tiles) {
    const float width = cell * static_cast<float>(tile.columns),
                height = cell * static_cast<float>(tile.rows) + kHeatTitle;
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
void draw_tile(Canvas& canvas, Rect rect, float title, const HeatTile& tile, const HeatScale& scale, const Look& look,
               session::Actions& actions) {
  const format::Tensor& tensor = look.recording()->tensors[tile.tensor];
  const Rect above = rect.cut_top(kHeatTitle);
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

void draw_cell_heat(Canvas& canvas, Rect rect, const std::vector<HeatTile>& tiles, const Look& look,
                    session::Actions& actions) {
  const HeatScale scale = scale_of(tiles);
  const Rect legend = rect.cut_bottom(kHeatLegend);
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

}  // namespace gemmscope::views
