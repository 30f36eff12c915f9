// SPDX-License-Identifier: MIT
#include "app/views/metrics/table.h"

#include <algorithm>
#include <array>

#include "app/draw/table.h"
#include "app/session/selecting.h"
#include "app/views/parts/site_words.h"
#include "app/words/number.h"
#include "tracing/analysis/metrics.h"

namespace gemmscope::views {
namespace {

using analysis::Count;
using analysis::metric;
using analysis::SiteSummary;
using draw::Canvas;
using draw::Rect;
using session::Look;

enum Column { kSite, kBytes, kRequests, kCost, kIdeal, kBars, kSectors, kUsed };

constexpr float kAllColumns = 640;              // points: narrower panels leave out what the sectors say too
constexpr float kNumber = 58, kLeastBar = 100;  // of the excess behind its bar; of bar and number
/// From these numbers on, they are written compactly: at first, and where the bars would have no room.
constexpr std::uint64_t kMostWhole = 1'000'000, kMostWholeNarrow = 10'000;

/// What a site costs: wavefronts, or sectors in a kernel without shared memory.
struct Cost {
  std::uint64_t all = 0, ideal = 0;
  int factor = 1;  ///< the colour of what is more than ideal

  Cost(const Count& count, const Look& look) {
    const analysis::SharedCount& shared = count.by(look.rule);
    if (look.recording()->shared_bytes == 0)
      all = count.sectors, ideal = count.ideal_sectors, factor = 2;  // as dashed sectors elsewhere
    else
      all = shared.wavefronts, ideal = shared.ideal_wavefronts, factor = shared.max_nway;
  }
  std::uint64_t excess() const { return all - ideal; }
};

/// The columns that are shown, in their order.
std::vector<Column> columns_shown(const Look& look, float width) {
  if (look.recording()->shared_bytes == 0) return {kSite, kBytes, kRequests, kCost, kIdeal, kBars, kUsed};
  if (width < kAllColumns) return {kSite, kRequests, kCost, kIdeal, kBars, kSectors};
  return {kSite, kBytes, kRequests, kCost, kIdeal, kBars, kSectors, kUsed};
}

std::vector<const SiteSummary*> used_sites(const Look& look) {
  std::vector<const SiteSummary*> sites;
  for (const SiteSummary& site : look.summary.sites)
    if (site.count.requests != 0) sites.push_back(&site);
  return sites;
}

/// Rows and columns, the columns as wide as what they hold; the bars have the rest.
class SiteTable {
 public:
  SiteTable(const Canvas& canvas, const Look& look, Rect rect)
      : look_(look), sites_(used_sites(look)), shown_(columns_shown(look, rect.width)) {
    height_ = std::clamp((rect.height - draw::kTableTitles) / static_cast<float>(sites_.size() + 1), kLeastSiteRow,
                         kMostSiteRow);
    for (const std::uint64_t most_whole : {kMostWhole, kMostWholeNarrow}) {
      most_whole_ = most_whole;
      fill(canvas);
      if (measure(canvas, rect.width)) break;
    }
    for (const SiteSummary* site : sites_) most_ = std::max(most_, Cost(site->count, look).all);
  }

  void draw(Canvas& canvas, Rect rect, session::Actions& actions) const {
    const draw::TableHit hit =
        draw::table(canvas, rect, "sites", columns_, rows_, 0, height_, [&](int row, int column, Rect cell) {
          if (shown_[static_cast<std::size_t>(column)] == kBars)
            draw_bar(canvas, cell, Cost(sites_[static_cast<std::size_t>(row)]->count, look_));
        });
    const float line = rect.y + draw::kTableTitles + height_ * static_cast<float>(sites_.size());
    canvas.line({rect.x, line}, {rect.right(), line}, canvas.colours.line);
    const auto site_of = [&](int row) { return sites_[static_cast<std::size_t>(row)]->sites.front(); };
    const int last = static_cast<int>(sites_.size());
    if (hit.hovered_row >= 0 && hit.hovered_row < last) actions.add(session::hover_site, site_of(hit.hovered_row));
    if (hit.clicked_row >= 0 && hit.clicked_row < last) actions.add(session::select_site, site_of(hit.clicked_row));
  }

 private:
  std::string number(std::uint64_t n) const { return n < most_whole_ ? words::thousands(n) : words::compact(n); }

  std::vector<std::string> cells(const Count& count, const std::string& name, const std::string& bytes) const {
    const Cost cost(count, look_);
    const bool costs = cost.all != 0, global = count.sectors != 0;
    const std::string none = " ";
    const std::string all[] = {name,
                               bytes,
                               number(count.requests),
                               costs ? number(cost.all) : none,
                               costs ? number(cost.ideal) : none,
                               costs ? "" : none,
                               global ? number(count.sectors) + " / " + number(count.ideal_sectors) : none,
                               global ? words::share(count.bytes_used()) : none};
    std::vector<std::string> cells;
    for (const Column column : shown_) cells.push_back(all[column]);
    return cells;
  }

  /// A row for each site, and one for all.
  void fill(const Canvas& canvas) {
    const format::Recording& recording = *look_.recording();
    rows_.clear();
    for (const SiteSummary* site : sites_) {
      draw::TableRow& row = rows_.emplace_back();
      row.cells = cells(site->count, site_in_words(recording, site->tensor, site->op), std::to_string(site->width));
      row.colours = {theme::operand_colour(canvas.colours, recording.tensors[site->tensor])};
      row.hint = kGoToSite;
      row.emphasis = emphasis_of(look_, *site);
    }
    draw::TableRow& total = rows_.emplace_back();
    total.cells = cells(look_.summary.total, "all", " ");
    for (std::string& cell : total.cells)
      if (cell.empty()) cell = "+" + number(Cost(look_.summary.total, look_).excess());
  }

  /// Returns whether there is room for the bars.
  bool measure(const Canvas& canvas, float width) {
    static constexpr std::string_view kTitles[] = {"site",
                                                   "bytes",
                                                   metric("requests").title,
                                                   metric("wavefronts").title,
                                                   metric("ideal_wavefronts").title,
                                                   "ideal + excess",
                                                   "sectors / ideal",
                                                   "bytes used"};
    const float size = std::min(theme::kMonoSize, height_ * 0.9f);
    columns_.clear();
    for (const Column shown : shown_) {
      const bool left = shown == kSite || shown == kBars, sectors = look_.recording()->shared_bytes == 0;
      draw::Column& column = columns_.emplace_back();
      column.title = sectors && shown == kCost ? "sectors" : kTitles[shown];
      column.align = left ? draw::Align::kLeft : draw::Align::kRight;
      column.words = shown == kSite;
      column.text_size = size;
    }
    const std::vector<float> needed = draw::needed_widths(canvas, columns_, rows_);
    const auto bars = static_cast<std::size_t>(std::ranges::find(shown_, kBars) - shown_.begin());
    float rest = width - draw::kTablePad;
    for (std::size_t c = 0; c < columns_.size(); ++c)
      if (c != bars) rest -= columns_[c].width = needed[c];
    columns_[bars].width = std::max(rest, kLeastBar);
    return rest >= kLeastBar;
  }

  /// The ideal in a quiet colour, what is more in its own, and behind it the number.
  void draw_bar(Canvas& canvas, Rect cell, const Cost& cost) const {
    const Rect bar{cell.x, cell.y + 3, std::max(10.0f, cell.width - kNumber), cell.height - 6};
    const auto width = [&](std::uint64_t n) { return bar.width * static_cast<float>(n) / static_cast<float>(most_); };
    canvas.fill({bar.x, bar.y, std::max(1.0f, width(cost.ideal)), bar.height}, canvas.colours.conflict[0], 1);
    if (cost.excess() == 0) return;
    const Rect extra{bar.x + width(cost.ideal), bar.y, std::max(3.0f, width(cost.excess())), bar.height};
    canvas.fill(extra, theme::conflict_colour(canvas.colours, cost.factor), 1);
    draw::TextStyle style = canvas.mono();
    style.size = std::min(12.5f, cell.height * 0.9f);
    canvas.text_in({extra.right() + 5, cell.y, cell.right() - extra.right() - 5, cell.height},
                   "+" + (cost.excess() < 100'000 ? number(cost.excess()) : words::compact(cost.excess())), style);
  }

  const Look& look_;
  std::vector<const SiteSummary*> sites_;
  std::vector<Column> shown_;
  std::vector<draw::TableRow> rows_;
  std::vector<draw::Column> columns_;
  float height_ = kMostSiteRow;
  std::uint64_t most_whole_ = kMostWhole, most_ = 1;
};

}  // namespace

draw::Emphasis emphasis_of(const Look& look, const SiteSummary& site) {
  const auto is = [&](const std::optional<std::uint16_t>& one) {
    return one && std::ranges::find(site.sites, *one) != site.sites.end();
  };
  if (is(look.selected.site)) return draw::Emphasis::kSelected;
  return is(look.hover.site) ? draw::Emphasis::kHovered : draw::Emphasis::kNone;
}

void draw_metrics_table(Canvas& canvas, Rect rect, const Look& look, session::Actions& actions) {
  SiteTable(canvas, look, rect).draw(canvas, rect, actions);
}

}  // namespace gemmscope::views
