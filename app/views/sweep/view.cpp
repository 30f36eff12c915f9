// SPDX-License-Identifier: MIT
/// Settings of a program: a chart and a table, each setting a bar and a row.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/draw/table.h"
#include "app/session/settings.h"
#include "app/session/sweeping.h"
#include "app/sweep/axes.h"
#include "app/views/sweep/chart.h"
#include "app/views/sweep/chooser.h"
#include "app/views/sweep/report.h"
#include "app/views/sweep/rows.h"
#include "app/views/views.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kRow = 20, kSources = 18, kDetail = 16, kDetailGap = 4;
constexpr float kWholeNumbers = 760;  // points: narrower panels have 1.31 M for 1 310 720
constexpr float kLeastBars = 70;      // points across: less, and the table has no bars
constexpr std::size_t kColumns = 8;   // with figures, in the order of SweepOrder

void choose_setting(const Canvas& canvas, session::Actions& actions, const Setting& setting) {
  if (!setting.row->figures) return;
  actions.add(canvas.shift() ? session::compare_setting : session::show_setting, setting.row->swept);
}

/// Settings as rows, columns as wide as what they hold; the bars have the rest.
class SettingTable {
 public:
  SettingTable(const Canvas& canvas, const Look& look, std::vector<Setting> settings, float width)
      : look_(look),
        by_sectors_(chart_by_sectors(settings)),
        settings_(sorted(std::move(settings), look.views.sweep.order, look.rule)) {
    for (const Setting& s : settings_) most_ = std::max(most_, chart_weight(s, by_sectors_));
    const bool whole = width >= kWholeNumbers;
    add_columns();
    for (const Setting& s : settings_) add_row(canvas, s, whole);
    float rest = set_widths(canvas, width);
    if (rest < 0)
      columns_[static_cast<std::size_t>(SweepOrder::kWarps)].title = "resident", rest = set_widths(canvas, width);
    if (rest < kLeastBars) {
      columns_.pop_back();
      for (draw::TableRow& row : rows_) row.cells.resize(std::min(row.cells.size(), kColumns));
    } else {
      columns_.back().width = rest;
    }
  }

  void draw(Canvas& canvas, Rect rect, session::Actions& actions) const {
    const int count = static_cast<int>(rows_.size());
    const int first = first_sweep_row(canvas, look_, actions, count, draw::rows_that_fit(rect.height, kRow, count));
    const auto draw_cell = [&](int row, int column, Rect cell) {
      draw_other(canvas, settings_[static_cast<std::size_t>(row)], column, cell, rect.right());
    };
    const draw::TableHit hit = draw::table(canvas, rect, "sweep", columns_, rows_, first, kRow, draw_cell);
    if (hit.clicked_row >= 0) choose_setting(canvas, actions, settings_[static_cast<std::size_t>(hit.clicked_row)]);
    if (hit.clicked_column >= 0)
      actions.add([order = static_cast<SweepOrder>(hit.clicked_column)](Look& l) {
        l.views.sweep.order = order, l.views.sweep.first = 0;
      });
  }

 private:
  void add_columns() {
    const std::string tiles = tiles_text(*look_.recording());
    const std::pair<const char*, std::string> titles[kColumns] = {
        {"setting", "in the order of the sweep"},
        {"stores", "by wavefronts of stores to shared memory" + tiles},
        {"loads", "by wavefronts of loads from shared memory" + tiles},
        {"sectors", "by sectors of global memory"},
        {"cycles", "by the cycles that shared requests take, modelled"},
        {"bytes", "by the shared memory of a block"},
        {"resident warps",
         "by resident warps: those that an SM of an H200 has room for at the same time, if the launch has enough blocks; they depend on the registers that "
         "ptxas gives a thread"},
        {"GFLOP/s", "by measured GFLOP/s"}};
    for (std::size_t c = 0; c < kColumns; ++c)
      columns_.push_back({.title = titles[c].first,
                          .align = c == 0 ? draw::Align::kLeft : draw::Align::kRight,
                          .sorted = static_cast<std::size_t>(look_.views.sweep.order) == c,
                          .text_size = 12.5f,
                          .hint = "Sort " + titles[c].second});
    columns_.push_back({.title = by_sectors_ ? "by sectors" : "by cycles", .align = draw::Align::kLeft});
  }

  /// Returns the points across that are left of `width` for bars.
  float set_widths(const Canvas& canvas, float width) {
    const std::vector<float> needed = draw::needed_widths(canvas, columns_, rows_);
    float rest = width - draw::kTablePad;
    for (std::size_t c = 0; c < kColumns; ++c) rest -= columns_[c].width = needed[c];
    return rest;
  }

  void add_row(const Canvas& canvas, const Setting& s, bool whole) {
    draw::TableRow& row = rows_.emplace_back();
    row.hint = setting_hint(s);
    if (s.shown) row.emphasis = draw::Emphasis::kSelected;
    row.cells = s.row->figures ? setting_cells(s, look_.rule, whole) : std::vector<std::string>{s.name};
    if (s.pinned) row.cells[0] += " (baseline)", row.emphasis = draw::Emphasis::kHovered;
    row.cells.resize(s.row->figures ? kColumns + 1 : 2);
    row.colours = {s.row->figures ? canvas.colours.text : canvas.colours.secondary};
  }

  /// The bar, or, across all columns, why there are no figures.
  void draw_other(Canvas& canvas, const Setting& s, int column, Rect cell, float right) const {
    if (!s.row->figures) {
      draw::TextStyle style = canvas.small();
      style.colour = canvas.colours.error;
      const Rect room{cell.x + 6, cell.y, right - cell.x - 10, cell.height};
      const std::string whole = why_without(s);
      const auto parts = [&](int n) {  // what stands before its n-th colon
        std::size_t end = 0;
        for (; n > 0 && end != std::string::npos; --n) end = whole.find(": ", end + 1);
        return whole.substr(0, end);
      };
      return draw::text_that_fits(canvas, room, std::vector{whole, parts(2), parts(1) + ": point here to see why"},
                                  style);
    }
    if (column != static_cast<int>(kColumns)) return;
    const Rect room{cell.x, cell.y + 4, cell.width, cell.height - 8};
    draw::bar(canvas, room, chart_weight(s, by_sectors_), most_,
              s.best ? canvas.colours.button : theme::faded(canvas.colours.secondary, 0.55f));
  }

  const Look& look_;
  bool by_sectors_ = false;
  std::vector<Setting> settings_;
  std::vector<draw::TableRow> rows_;
  std::vector<draw::Column> columns_;
  double most_ = 1;
};

void draw_under_way(const Look& look, session::Actions& actions, Canvas& canvas) {
  const session::Swept& swept = look.swept;
  const std::string how_far =
      swept.total == 0 ? "The first settings are being recorded"
                       : words::thousands(swept.done) + " of " + words::count_of(swept.total, "setting") + " counted";
  const std::vector<std::string> names = sweep::names_in(swept.over);
  std::string over;
  for (const std::string& name : names) over += (over.empty() ? " over " : " and ") + name;
  Rect rest = draw::header(canvas, "Sweep", "Sweeping " + look.recording()->kernel + over, how_far);
  const Rect track = rest.cut_top(10, 10);
  canvas.fill(track, canvas.colours.ground, 3);
  if (swept.done != 0)
    draw::bar(canvas, track, static_cast<double>(swept.done), static_cast<double>(swept.total), canvas.colours.button);
  Rect button = rest.cut_top(kSweepButton);
  button.width = draw::framed_width(canvas, "Stop");
  if (draw::framed_word(canvas, button, "stop", "Stop", false, draw::Align::kCentre, "Stop the sweep"))
    actions.add(session::drop_sweep);
}

void draw_sweep(const Look& look, const Look* baseline, session::Actions& actions, Canvas& canvas) {
  const bool nothing_to_sweep = look.views.sweep.over.empty() || look.numbers.empty();
  if (!look.views.sweep.on || nothing_to_sweep) return draw_chooser(look, actions, canvas);
  if (!look.swept.rows) return draw_under_way(look, actions, canvas);
  const std::vector<Setting> settings = settings_of(look, baseline);
  Rect rest = draw::header(canvas, "Sweep", sweep_answer(settings), "");
  const std::string detail = sweep_detail(look, settings), other = "Other values";
  Rect row = rest.cut_top(kDetail, kDetailGap);
  if (draw::link(canvas, row.cut_right(canvas.text_width(other, canvas.small()) + 1, 10), "other", other,
                 draw::Align::kRight, "Choose other values to sweep"))
    actions.add(session::drop_sweep);
  draw::text_that_fits(canvas, row, std::vector{detail + "; click one to see it, Shift-click to compare it", detail},
                       canvas.small());
  draw::text_that_fits(canvas, rest.cut_bottom(kSources, 2), sweep_sources(look, settings), canvas.small());
  const float chart = std::min(rest.height * 0.42f, 150.0f);
  if (chart >= kSweepChart)
    if (const auto clicked = draw_sweep_chart(canvas, rest.cut_top(chart, 6), settings))
      choose_setting(canvas, actions, settings[*clicked]);
  SettingTable(canvas, look, settings, rest.width).draw(canvas, rest, actions);
}

}  // namespace

View sweep_view() {
  return {
      .id = "sweep",
      .title = "Sweep",
      .question = "Which setting is best?",
      .explanation =
          "Each bar and each row is one setting of the program's numbers; everything else stays as it is. If a setting "
          "would fault, does not compile, or makes the program fail, its row says why. Stores and loads are "
          "counted in wavefronts of shared memory, sectors in global memory. Click a setting to show it in all panels; "
          "Shift-click to compare it. Click a column's title to sort; the wheel scrolls.",
      .place = Place::kBottomRight,
      .width = 720,
      .height = 400,
      .least_width = 520,
      .least_height = 230,
      .draw = alone<draw_sweep>,
      .draw_compared = compared<draw_sweep>,
      .of_any_program = true,
      .texts = {{"sweep", sweep_text}}};
}

}  // namespace gemmscope::views
