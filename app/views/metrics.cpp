// SPDX-License-Identifier: MIT
/// Sites as rows: what they cost, what they would cost without any conflict, and what would change it.
#include <algorithm>
#include <array>

#include "app/draw/table.h"
#include "app/session/selecting.h"
#include "app/views/metrics_words.h"
#include "app/views/scope_choice.h"
#include "app/views/site_words.h"
#include "app/views/views.h"
#include "app/words/number.h"
#include "tracing/analysis/modelled_cycles.h"

namespace gemmscope::views {
namespace {

using analysis::Count;
using draw::Canvas;
using draw::Rect;
using session::Session;
using words::thousands;

constexpr int kBytes = 1, kExcess = 5, kEfficiency = 7;
constexpr float kAllColumns = 640;  // narrower panels leave out the width, and what the sectors say too
constexpr float kNarrowExcess = 1.8f;

const std::array<draw::Column, 8> kColumns{{
    {.title = "site", .width = 1.4f, .align = draw::Align::kLeft, .words = true},
    {.title = "bytes", .width = 0.72f},
    {.title = "requests", .width = 1.1f},
    {.title = "wavefronts", .width = 1.2f},
    {.title = "ideal", .width = 1},
    {.title = "ideal + excess", .width = 2.1f, .align = draw::Align::kLeft},
    {.title = "sectors / ideal", .width = 2.15f},
    {.title = "bytes used", .width = 1.25f},
}};

/// Whole where the column has room for it.
std::string number(std::uint64_t n, std::uint64_t most_whole = 1'000'000) {
  return n < most_whole ? thousands(n) : words::compact(n);
}

std::vector<std::string> cells_of(const Count& count, const std::string& name, const std::string& bytes, bool narrow,
                                  const Session& session) {
  const analysis::SharedCount& shared = count.by(session.rule);
  const bool has_shared = shared.wavefronts != 0, has_global = count.sectors != 0;
  const std::string none = " ";
  const std::uint64_t pair = narrow ? 10'000 : 100'000;
  return {name,
          bytes,
          number(count.requests),
          has_shared ? number(shared.wavefronts) : none,
          has_shared ? number(shared.ideal_wavefronts) : none,
          has_shared ? "" : none,
          has_global ? number(count.sectors, pair) + " / " + number(count.ideal_sectors, pair) : none,
          has_global ? words::share(count.bytes_used()) : none};
}

std::vector<const analysis::SiteSummary*> used_sites(const Session& session) {
  std::vector<const analysis::SiteSummary*> sites;
  for (const analysis::SiteSummary& site : session.summary.sites)
    if (site.count.requests != 0) sites.push_back(&site);
  return sites;
}

bool is_current(const analysis::SiteSummary& site, const std::optional<std::uint16_t>& current) {
  return current && std::find(site.sites.begin(), site.sites.end(), *current) != site.sites.end();
}

/// The ideal in a quiet colour, what conflicts add in that of their n-way, and behind it the number.
void draw_excess(Canvas& canvas, Rect cell, const analysis::SharedCount& count, std::uint64_t most) {
  constexpr float kNumber = 58;
  const Rect bar{cell.x, cell.y + 3, std::max(10.0f, cell.width - kNumber), cell.height - 6};
  const auto width = [&](std::uint64_t n) { return bar.width * static_cast<float>(n) / static_cast<float>(most); };
  canvas.fill({bar.x, bar.y, std::max(1.0f, width(count.ideal_wavefronts)), bar.height}, canvas.colours.conflict[0], 1);
  if (count.excess() == 0) return;
  const Rect extra{bar.x + width(count.ideal_wavefronts), bar.y, std::max(3.0f, width(count.excess())), bar.height};
  canvas.fill(extra, theme::conflict_colour(canvas.colours, count.max_nway), 1);
  draw::TextStyle style = canvas.mono();
  style.size = 12.5f;
  canvas.text_in({extra.right() + 5, cell.y, cell.right() - extra.right() - 5, cell.height},
                 "+" + number(count.excess(), 100'000), style);
}

/// Leaves out the columns that a narrow panel does not show.
template <class Cell>
void leave_out(std::vector<Cell>& cells) {
  cells.erase(cells.begin() + kEfficiency);
  cells.erase(cells.begin() + kBytes);
}

std::vector<draw::Column> columns_for(bool narrow) {
  std::vector<draw::Column> columns(kColumns.begin(), kColumns.end());
  if (!narrow) return columns;
  columns[kExcess].width = kNarrowExcess;
  leave_out(columns);
  return columns;
}

/// A row for each of `sites`, and one for all.
std::vector<draw::TableRow> rows_of(const Canvas& canvas, const Session& session, bool narrow,
                                    const std::vector<const analysis::SiteSummary*>& sites) {
  const format::Recording& recording = *session.recording();
  std::vector<draw::TableRow> rows;
  for (const analysis::SiteSummary* site : sites) {
    draw::TableRow& row = rows.emplace_back();
    row.cells = cells_of(site->count, site_in_words(recording, site->tensor, site->op, site->name),
                         std::to_string(site->width), narrow, session);
    row.colours = {theme::operand_colour(canvas.colours, recording.tensors[site->tensor])};
    row.hint = "Go to the next request of this site";
    if (is_current(*site, session.hover.site)) row.emphasis = draw::Emphasis::kHovered;
    if (is_current(*site, session.selected.site)) row.emphasis = draw::Emphasis::kSelected;
  }
  draw::TableRow& total = rows.emplace_back();
  total.cells = cells_of(session.summary.total, "all", " ", narrow, session);
  if (total.cells[kExcess].empty())
    total.cells[kExcess] = "+" + thousands(session.summary.total.by(session.rule).excess());
  if (narrow)
    for (draw::TableRow& row : rows) leave_out(row.cells);
  return rows;
}

void draw_table(Canvas& canvas, Rect rect, const Session& session, session::Actions& actions) {
  const auto sites = used_sites(session);
  const bool narrow = rect.width < kAllColumns;
  std::vector<draw::TableRow> rows = rows_of(canvas, session, narrow, sites);
  std::uint64_t most = 1;
  for (const analysis::SiteSummary* site : sites) most = std::max(most, site->count.by(session.rule).wavefronts);
  const int bars = narrow ? kExcess - 1 : kExcess;

  const float height = std::clamp((rect.height - 22) / static_cast<float>(rows.size()), 13.5f, 23.0f);
  const draw::TableHit hit =
      draw::table(canvas, rect, "sites", columns_for(narrow), rows, 0, height, [&](int row, int column, Rect cell) {
        if (column == bars)
          draw_excess(canvas, cell, sites[static_cast<std::size_t>(row)]->count.by(session.rule), most);
      });
  const float line = rect.y + 22 + height * static_cast<float>(rows.size() - 1);
  canvas.line({rect.x, line}, {rect.right(), line}, canvas.colours.line);
  const auto site_of = [&](int row) { return sites[static_cast<std::size_t>(row)]->sites.front(); };
  const int last = static_cast<int>(sites.size());
  if (hit.hovered_row >= 0 && hit.hovered_row < last) actions.add(session::hover_site, site_of(hit.hovered_row));
  if (hit.clicked_row >= 0 && hit.clicked_row < last) actions.add(session::select_site, site_of(hit.clicked_row));
}

/// A large number with two lines of words beside it.
struct Figure {
  std::string number, unit, rule;
  draw::TextStyle large;

  float width(const Canvas& canvas) const {
    const float words = std::max(canvas.text_width(unit, canvas.small()), canvas.text_width(rule, canvas.small()));
    return canvas.text_width(number, large) + 10 + words + 3;
  }
  void draw(Canvas& canvas, Rect rect) const {
    canvas.text_in(rect.cut_left(canvas.text_width(number, large) + 1, 9), number, large);
    rect = rect.inset(1);
    draw::TextStyle style = canvas.small();
    style.colour = canvas.colours.text;
    canvas.text_in(rect.cut_top(rect.height / 2), unit, style);
    canvas.text_in(rect, rule, canvas.small());
  }
};

void draw_figures(Canvas& canvas, Rect row, const Session& session) {
  const draw::TextStyle large{canvas.colours.text, draw::Face::kMonoBold, 24};
  const analysis::SharedCount& loop = session.summary.main_loop.by(session.rule);
  if (const auto ratio = session.summary.wavefronts_per_fma(session.rule); ratio && *ratio > 0) {
    const double conflicts =
        loop.wavefronts == 0 ? 0 : static_cast<double>(loop.excess()) / static_cast<double>(loop.wavefronts);
    // SMs of compute capability 8.6 and more, and of 9.0, retire four warp-FMAs a clock; those of 7.5 and 8.0 two.
    const Figure figure{words::decimals(*ratio, 3),
                        "shared wavefronts per warp-FMA, " + words::share(conflicts) + " of them excess",
                        "in the main loop; bound by them above 0.25 (A100: 0.5)", large};
    figure.draw(canvas, row.cut_left(std::min(row.width, figure.width(canvas)), 28));
  }
  if (session.summary.total.cycles_h200 == 0) return;  // of shared memory alone
  const Figure cycles{thousands(static_cast<std::uint64_t>(session.summary.total.cycles_h200 + 0.5)),
                      "cycles, modelled (H200)", "throughput, not run time", large};
  if (cycles.width(canvas) > row.width) return;
  cycles.draw(canvas, row);
  if (canvas.hit("cycles", row).hovered) canvas.tooltip(analysis::kCyclesSource);
}

}  // namespace

void draw_metrics(const Session& session, session::Actions& actions, Canvas& canvas) {
  const bool narrow = canvas.area().width < kAllColumns;
  const std::string rule =
      "rule: " + std::string(narrow ? analysis::name_of(session.rule) : analysis::rule_of(session.rule));
  Rect rest = draw::header(canvas, "Metrics", largest_in_words(session), scope_and_basis_in_words(session) + "; " + rule);
  Rect row = rest.cut_top(22, 5);
  draw_scope_choice(canvas, row, session, actions);
  const std::string change = change_in_words(session);
  if (!change.empty()) {
    canvas.paragraph(rest.cut_bottom(narrow ? 49 : 33, 2), change, canvas.small());
  }
  draw_figures(canvas, rest.cut_bottom(36, 3), session);
  draw_table(canvas, rest, session, actions);
}

}  // namespace gemmscope::views
