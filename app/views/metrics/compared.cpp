// SPDX-License-Identifier: MIT
/// Metrics beside a baseline: a row for each site of either, and behind each number how much more or less it is.
#include <algorithm>
#include <vector>

#include "app/draw/table.h"
#include "app/draw/widgets.h"
#include "app/session/selecting.h"
#include "app/views/metrics/table.h"
#include "app/views/parts/baseline_words.h"
#include "app/views/parts/scope_choice.h"
#include "app/views/parts/site_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using analysis::Count;
using analysis::SitePair;
using analysis::SiteSummary;
using draw::Canvas;
using draw::Rect;
using session::Look;

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
                                    const std::vector<SitePair>& pairs) {
  const Count none{};
  std::vector<draw::TableRow> rows;
  for (const auto& [pinned, shown] : pairs) {
    const SiteSummary& site = shown != nullptr ? *shown : *pinned;
    const format::Recording& recording = shown != nullptr ? *look.recording() : *baseline.recording();
    draw::TableRow& row = rows.emplace_back();
    row.cells = cells_of(shown != nullptr ? shown->count : none, pinned != nullptr ? pinned->count : none,
                         site_in_words(recording, site.tensor, site.op, site.name), look.rule);
    row.colours = {theme::operand_colour(canvas.colours, recording.tensors[site.tensor])};
    row.hint = shown != nullptr ? kGoToSite : "Only the baseline has this site";
    if (shown != nullptr) row.emphasis = emphasis_of(look, *shown);
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

/// What is compared, and what the figures of either were computed from and leave out; the fullest text first.
std::vector<std::string> about(const Look& look, const Look& baseline) {
  const Apart names = told_apart(*baseline.recording(), *look.recording());
  const std::string both = compared_in_words(look, baseline);
  const std::vector<std::string> shown = basis_texts(look.basis), pinned = basis_texts(baseline.basis);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool differ = shown[i] != pinned[i];
    std::string basis = differ && !shown[i].empty() ? names.second + ": " + shown[i] : shown[i];
    if (differ && !pinned[i].empty()) basis += (basis.empty() ? "" : "; ") + names.first + ": " + pinned[i];
    if (basis.empty()) return {both};
    texts.push_back(both + "; " + basis);
    if (i + 1 == shown.size()) texts.push_back(basis);
  }
  return texts;
}

}  // namespace

void draw_metrics_compared(const Look& look, const Look& baseline, session::Actions& actions, Canvas& canvas) {
  Rect rest = draw::header(canvas, "Metrics", change_from(look, baseline), "");
  Rect row = rest.cut_top(22, 5);
  draw_scope_choice(canvas, row, look, actions);
  draw::text_that_fits(canvas, row, about(look, baseline), canvas.small());
  const std::vector<SitePair> pairs = paired_sites(look, baseline);
  const std::vector<draw::TableRow> rows = rows_of(canvas, look, baseline, pairs);
  const float height =
      std::clamp((rest.height - draw::kTableTitles) / static_cast<float>(rows.size()), kLeastSiteRow, kMostSiteRow);
  const std::vector<draw::Column> columns = columns_for(canvas, rows, height, rest.width);
  const draw::TableHit hit = draw::table(canvas, rest, "sites", columns, rows, 0, height);
  const auto site_of = [&](int index) -> const SiteSummary* {
    return index >= 0 && index < static_cast<int>(pairs.size()) ? pairs[static_cast<std::size_t>(index)].second
                                                                : nullptr;
  };
  if (const SiteSummary* site = site_of(hit.hovered_row)) actions.add(session::hover_site, site->sites.front());
  if (const SiteSummary* site = site_of(hit.clicked_row)) actions.add(session::select_site, site->sites.front());
}

}  // namespace gemmscope::views
