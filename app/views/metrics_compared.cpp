// SPDX-License-Identifier: MIT
/// Metrics beside a baseline: a row for each site of either, and behind each number how much more or less it is.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "app/draw/table.h"
#include "app/draw/widgets.h"
#include "app/session/selecting.h"
#include "app/views/baseline_words.h"
#include "app/views/scope_choice.h"
#include "app/views/site_words.h"
#include "app/views/views.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using analysis::Count;
using analysis::SiteSummary;
using draw::Canvas;
using draw::Rect;
using session::Look;

/// A site of what is shown, of the baseline, or of both.
struct Pair {
  const SiteSummary *shown = nullptr, *pinned = nullptr;
  const SiteSummary& any() const { return shown != nullptr ? *shown : *pinned; }
};

/// Sites are the same if they have a name in common; those that make no request in either are left out.
std::vector<Pair> pairs_of(const Look& look, const Look& baseline) {
  std::vector<Pair> pairs;
  for (const SiteSummary& site : look.summary.sites) pairs.push_back({&site, baseline.summary.site(site.name)});
  for (const SiteSummary& site : baseline.summary.sites)
    if (look.summary.site(site.name) == nullptr) pairs.push_back({nullptr, &site});
  std::erase_if(pairs, [](const Pair& pair) {
    return (pair.shown == nullptr || pair.shown->count.requests == 0) &&
           (pair.pinned == nullptr || pair.pinned->count.requests == 0);
  });
  return pairs;
}

/// A number, and how much more it is than the baseline's; both blank where neither has any.
void add_number(std::vector<std::string>& cells, std::uint64_t now, std::uint64_t before) {
  const bool blank = now == 0 && before == 0;
  cells.push_back(blank ? " " : words::thousands(now));
  cells.push_back(blank ? " " : words::with_sign(static_cast<std::int64_t>(now) - static_cast<std::int64_t>(before)));
}

std::vector<std::string> cells_of(const Count& now, const Count& before, const std::string& name,
                                  analysis::ConflictModel rule) {
  std::vector<std::string> cells{name};
  add_number(cells, now.requests, before.requests);
  add_number(cells, now.by(rule).wavefronts, before.by(rule).wavefronts);
  add_number(cells, now.sectors, before.sectors);
  return cells;
}

std::vector<draw::TableRow> rows_of(const Canvas& canvas, const Look& look, const Look& baseline,
                                    const std::vector<Pair>& pairs) {
  std::vector<draw::TableRow> rows;
  for (const Pair& pair : pairs) {
    const SiteSummary& site = pair.any();
    const format::Recording& recording = pair.shown != nullptr ? *look.recording() : *baseline.recording();
    draw::TableRow& row = rows.emplace_back();
    row.cells = cells_of(pair.shown != nullptr ? pair.shown->count : Count{},
                         pair.pinned != nullptr ? pair.pinned->count : Count{},
                         site_in_words(recording, site.tensor, site.op, site.name), look.rule);
    row.colours = {theme::operand_colour(canvas.colours, recording.tensors[site.tensor])};
    row.hint = pair.shown != nullptr ? "Go to the next request of this site" : "Only the baseline has this site";
    const auto is = [&](const std::optional<std::uint16_t>& one) {
      return one && pair.shown != nullptr && std::ranges::find(pair.shown->sites, *one) != pair.shown->sites.end();
    };
    if (is(look.hover.site)) row.emphasis = draw::Emphasis::kHovered;
    if (is(look.selected.site)) row.emphasis = draw::Emphasis::kSelected;
  }
  rows.emplace_back().cells = cells_of(look.summary.total, baseline.summary.total, "all", look.rule);
  return rows;
}

std::vector<draw::Column> columns_for(const Canvas& canvas, const std::vector<draw::TableRow>& rows, float height,
                                      float width) {
  std::vector<draw::Column> columns;
  for (const char* title : {"site", "requests", "change", "wavefronts", "change", "sectors", "change"}) {
    draw::Column& column = columns.emplace_back();
    column.title = title;
    column.words = columns.size() == 1;
    column.align = column.words ? draw::Align::kLeft : draw::Align::kRight;
    column.text_size = std::min(theme::kMonoSize, height * 0.9f);
  }
  const std::vector<float> needed = draw::needed_widths(canvas, columns, rows);
  float rest = width - draw::kTablePad;
  for (const float one : needed) rest -= one;
  for (std::size_t c = 0; c < columns.size(); ++c)
    columns[c].width = needed[c] + std::max(0.0f, rest / static_cast<float>(columns.size()));
  return columns;
}

}  // namespace

void draw_metrics_compared(const Look& look, const Look& baseline, session::Actions& actions, Canvas& canvas) {
  Rect rest = draw::header(canvas, "Metrics", change_from(look, baseline), "");
  Rect row = rest.cut_top(22, 5);
  draw_scope_choice(canvas, row, look, actions);
  const Apart names = told_apart(*baseline.recording(), *look.recording());
  canvas.text_in(row, names.second + ", and its change from " + names.first, canvas.small());
  const std::vector<Pair> pairs = pairs_of(look, baseline);
  const std::vector<draw::TableRow> rows = rows_of(canvas, look, baseline, pairs);
  const float height = std::clamp((rest.height - draw::kTableTitles) / static_cast<float>(rows.size()), 12.5f, 23.0f);
  const std::vector<draw::Column> columns = columns_for(canvas, rows, height, rest.width);
  const draw::TableHit hit = draw::table(canvas, rest, "sites", columns, rows, 0, height, [](int, int, Rect) {});
  const auto site_of = [&](int index) -> const SiteSummary* {
    return index >= 0 && index < static_cast<int>(pairs.size()) ? pairs[static_cast<std::size_t>(index)].shown
                                                                : nullptr;
  };
  if (const SiteSummary* site = site_of(hit.hovered_row)) actions.add(session::hover_site, site->sites.front());
  if (const SiteSummary* site = site_of(hit.clicked_row)) actions.add(session::select_site, site->sites.front());
}

}  // namespace gemmscope::views
