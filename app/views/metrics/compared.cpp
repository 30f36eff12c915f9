// SPDX-License-Identifier: MIT
/// Metrics beside a baseline: a row for each site of either, and beside each number the baseline's, where there is
/// room, and how much more or less it is.
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
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

/// What a site or all sites count: requests, wavefronts and sectors.
constexpr std::size_t kNumbers = 3;
using CountNumbers = std::array<std::uint64_t, kNumbers>;
constexpr std::array<const char*, kNumbers> kNumberTitles{"requests", "wavefronts", "sectors"};

/// Which of the numbers have the baseline's beside them.
using Was = std::array<bool, kNumbers>;
constexpr Was kAllNumbers{true, true, true}, kNoNumber{};

CountNumbers numbers_of(const Count& count, analysis::ConflictModel rule) {
  return {count.requests, count.by(rule).wavefronts, count.sectors};
}

struct SiteRow {
  draw::TableRow drawn;  ///< its name alone
  CountNumbers now{}, before{};

  /// Each number, the baseline's if it `was` asked for, and how much more it is; blank where neither has any.
  draw::TableRow with(const Was& was) const {
    draw::TableRow row = drawn;
    for (std::size_t i = 0; i < kNumbers; ++i) {
      const bool blank = now[i] == 0 && before[i] == 0;
      const auto add = [&](const std::string& text) { row.cells.push_back(blank ? " " : text); };
      add(words::thousands(now[i]));
      if (was[i]) add(words::thousands(before[i]));
      add(words::with_sign(static_cast<std::int64_t>(now[i]) - static_cast<std::int64_t>(before[i])));
    }
    return row;
  }
};

std::vector<SiteRow> rows_of(const Canvas& canvas, const Look& look, const Look& baseline,
                             const std::vector<SitePair>& pairs) {
  std::vector<SiteRow> rows;
  for (const auto& [pinned, shown] : pairs) {
    const SiteSummary& site = shown != nullptr ? *shown : *pinned;
    const format::Recording& recording = shown != nullptr ? *look.recording() : *baseline.recording();
    SiteRow& row = rows.emplace_back();
    row.drawn.cells = {site_in_words(recording, site.tensor, site.op)};
    if (shown != nullptr) row.now = numbers_of(shown->count, look.rule), row.drawn.emphasis = emphasis_of(look, *shown);
    if (pinned != nullptr) row.before = numbers_of(pinned->count, look.rule);
    row.drawn.colours = {theme::operand_colour(canvas.colours, recording.tensors[site.tensor])};
    row.drawn.hint = shown != nullptr ? kGoToSite : "Only the baseline has this site";
  }
  SiteRow& all = rows.emplace_back();
  all.drawn.cells = {"all"};
  all.now = numbers_of(look.summary.total, look.rule), all.before = numbers_of(baseline.summary.total, look.rule);
  return rows;
}

/// Those that are another in some row.
Was that_change(const std::vector<SiteRow>& rows) {
  Was was = kNoNumber;
  for (const SiteRow& row : rows)
    for (std::size_t i = 0; i < kNumbers; ++i) was[i] = was[i] || row.now[i] != row.before[i];
  return was;
}

struct Table {
  std::vector<draw::Column> columns;
  std::vector<draw::TableRow> rows;
  float spare = 0;  ///< points; negative: it lacks them

  Table(const Canvas& canvas, const std::vector<SiteRow>& all, const Was& was, float height, float width) {
    for (const SiteRow& row : all) rows.push_back(row.with(was));
    add("site", height);
    for (std::size_t i = 0; i < kNumbers; ++i) {
      add(kNumberTitles[i], height);
      if (was[i]) add("was", height);
      add("change", height);
    }
    const std::vector<float> needed = draw::needed_widths(canvas, columns, rows);
    spare = std::accumulate(needed.begin(), needed.end(), width - draw::kTablePad, std::minus());
    for (std::size_t c = 0; c < columns.size(); ++c)
      columns[c].width = needed[c] + std::max(0.0f, spare / static_cast<float>(columns.size()));
  }

 private:
  void add(const char* title, float height) {
    draw::Column& column = columns.emplace_back();
    column.title = title;
    column.words = columns.size() == 1;
    column.align = column.words ? draw::Align::kLeft : draw::Align::kRight;
    column.text_size = std::min(theme::kMonoSize, height * 0.9f);
  }
};

/// With as many of the baseline's numbers as there is room for: those that change first.
Table table_in(const Canvas& canvas, const std::vector<SiteRow>& rows, float height, float width) {
  for (const Was& was : {kAllNumbers, that_change(rows)})
    if (Table table(canvas, rows, was, height, width); table.spare >= 0) return table;
  return {canvas, rows, kNoNumber, height, width};
}

}  // namespace

void draw_metrics_compared(const Look& look, const Look& baseline, session::Actions& actions, Canvas& canvas) {
  Rect rest = draw::header(canvas, "Metrics", change_from(look, baseline), "");
  Rect row = rest.cut_top(22, 5);
  draw_scope_choice(canvas, row, look, actions);
  draw::text_that_fits(canvas, row, std::array{compared_in_words(look, baseline)}, canvas.small());
  const std::vector<SitePair> pairs = paired_sites(look, baseline);
  const std::vector<SiteRow> rows = rows_of(canvas, look, baseline, pairs);
  const float height =
      std::clamp((rest.height - draw::kTableTitles) / static_cast<float>(rows.size()), kLeastSiteRow, kMostSiteRow);
  const Table table = table_in(canvas, rows, height, rest.width);
  const draw::TableHit hit = draw::table(canvas, rest, "sites", table.columns, table.rows, 0, height);
  const auto site_of = [&](int index) -> const SiteSummary* {
    return index >= 0 && index < static_cast<int>(pairs.size()) ? pairs[static_cast<std::size_t>(index)].second
                                                                : nullptr;
  };
  if (const SiteSummary* site = site_of(hit.hovered_row)) actions.add(session::hover_site, site->sites.front());
  if (const SiteSummary* site = site_of(hit.clicked_row)) actions.add(session::select_site, site->sites.front());
}

}  // namespace gemmscope::views
