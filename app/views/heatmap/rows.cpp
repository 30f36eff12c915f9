// SPDX-License-Identifier: MIT
/// Rows of numbers: of each site at each bank, of each source line.
#include <algorithm>
#include <cstdlib>

#include "app/draw/widgets.h"
#include "app/session/selecting.h"
#include "app/views/heatmap/scale.h"
#include "app/views/heatmap/tabs.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kLineNumbers = 38, kLeastLabels = 146, kLineLabels = 220,
                kLabelGap = 6;  // points across: of one site at least, of all of a line

bool is_even(const std::vector<std::int64_t>& values) {
  return std::ranges::all_of(values, [&](std::int64_t value) { return value == values.front(); });
}

/// A cell with its number where there is room for it.
void draw_number_cell(Canvas& canvas, Rect cell, std::int64_t value, const HeatScale& scale) {
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
void draw_even_row(Canvas& canvas, Rect strip, const HeatRow& row, const HeatScale& scale, draw::Colour colour) {
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

draw::TextStyle label_style(const Canvas& canvas, const HeatRow& row, const format::Recording& recording) {
  draw::TextStyle style = canvas.words();
  style.size = theme::kMonoSize;
  style.colour = theme::operand_colour(canvas.colours, recording.tensors[recording.sites[row.site].tensor]);
  return style;
}

/// Points across that line numbers and labels need, at most a third of `width`.
float label_width(const Canvas& canvas, const std::vector<HeatRow>& rows, const Look& look, float width) {
  float widest = kLeastLabels;
  for (const HeatRow& row : rows)
    widest =
        std::max(widest, kLineNumbers + canvas.text_width(row.label, label_style(canvas, row, *look.recording())) + 2);
  return std::max(kLeastLabels, std::min(widest, width / 3));
}

/// The label of a row of cells; clicking it goes to the site.
void draw_label(Canvas& canvas, Rect rect, const HeatRow& row, const Look& look, session::Actions& actions) {
  draw::TextStyle line = canvas.small_mono();
  line.align = draw::Align::kRight;
  Rect words = rect;
  canvas.text_in(words.cut_left(kLineNumbers - 8, 8), std::to_string(row.line), line);
  canvas.text_in(words, row.label, label_style(canvas, row, *look.recording()));
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
    const Rect title{column.x, grid.y - kHeatTitle, column.width, kHeatTitle};
    if (column.width >= 15 || bank % 4 == 0)
      canvas.text_in({title.x - 4, title.y, title.width + 8, kHeatTitle}, std::to_string(bank), style);
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

}  // namespace

void draw_bank_heat(Canvas& canvas, Rect rect, const std::vector<HeatRow>& rows, const Look& look,
                    session::Actions& actions) {
  const HeatScale scale = scale_of(rows);
  const bool all_even = std::ranges::all_of(rows, [](const HeatRow& row) { return is_even(drawn_values(row)); });
  const std::string unit = look.views.heatmap.excess ? "excess wavefronts at the bank (one uses several)"
                                                     : "wavefronts at the bank (one uses several)";
  if (scale.change)
    draw::change_legend(canvas, rect.cut_bottom(kHeatLegend), scale.most, unit);
  else if (all_even)
    canvas.text_in(rect.cut_bottom(kHeatLegend), words::capital(unit) + ": all banks are equal, so there is no scale.",
                   canvas.small());
  else
    draw::count_legend(canvas, rect.cut_bottom(kHeatLegend), scale.most, unit);
  const Rect titles = rect.cut_top(kHeatTitle);
  const float height = std::min(34.0f, rect.height / static_cast<float>(std::max<std::size_t>(1, rows.size())));
  Rect labels = rect;
  labels = rect.cut_left(label_width(canvas, rows, look, rect.width), kLabelGap);
  canvas.text_in({labels.x + kLineNumbers, titles.y, labels.width - kLineNumbers, kHeatTitle}, "site \\ bank",
                 canvas.small());
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

void draw_line_heat(Canvas& canvas, Rect rect, const std::vector<HeatRow>& rows, const Look& look,
                    session::Actions& actions) {
  const bool change = scale_of(rows).change;
  canvas.text_in(rect.cut_bottom(kHeatLegend),
                 change ? "each column: blue less and red more than the baseline, up to its largest change"
                        : "each column from 0 (dark) to its largest number (yellow)",
                 canvas.small());
  Rect titles = rect.cut_top(kHeatTitle);
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
