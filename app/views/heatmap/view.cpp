// SPDX-License-Identifier: MIT
/// Where the work falls: on which bank, on which shared cell, on which line; of a k-tile, a block or the whole kernel.
#include <algorithm>
#include <cstdlib>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/views/heatmap/cells.h"
#include "app/views/heatmap/tabs.h"
#include "app/views/parts/baseline_words.h"
#include "app/views/parts/excess_words.h"
#include "app/views/parts/scope_choice.h"
#include "app/views/parts/site_words.h"
#include "app/views/views.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

using enum HeatmapState::Tab;

/// What to show, of which part, and how it is counted; two rows where one is too short.
void draw_heatmap_choices(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions) {
  static const std::string kTabs[] = {"site \u00d7 bank", "shared cells", "source lines"};
  static const std::string kModes[] = {"excess", "wavefronts"};
  static const std::string kTabHints[] = {"By site and bank", "By cell of shared memory", "By source line"};
  static const std::string kModeHints[] = {"Only what conflicts add", "All wavefronts"};
  const views::HeatmapState& state = look.views.heatmap;
  Rect row = rest.cut_top(22, 6);
  if (const auto tab = draw::choice(canvas, row, kTabs, state.tab, kTabHints))
    actions.add([tab = *tab](Look& s) { s.views.heatmap.tab = tab; });
  if (row.width < scope_choice_width(canvas, look) + draw::choice_width(canvas, kModes)) row = rest.cut_top(22, 6);
  draw_scope_choice(canvas, row, look, actions);
  if (state.tab == kLines) return;
  if (const auto mode = draw::choice(canvas, row, kModes, state.excess ? 0 : 1, kModeHints))
    actions.add([excess = *mode == 0](Look& s) { s.views.heatmap.excess = excess; });
}

/// The largest number of the picture and where it stands.
std::string bank_answer(const Look& look, const std::vector<HeatRow>& rows) {
  const bool excess = look.views.heatmap.excess;
  const std::uint64_t most = most_of(rows);
  if (look.summary.total.misaligned != 0) return largest_in_words(look);
  if (look.summary.total.by(look.rule).wavefronts == 0) return "No request to shared memory here";
  if (most == 0) return "No excess in any bank: no conflict";
  for (const HeatRow& row : rows) {
    const auto hot = std::find(row.values.begin(), row.values.end(), most);
    if (hot == row.values.end()) continue;
    const auto equal = std::count(row.values.begin(), row.values.end(), most);
    const std::string banks =
        equal > 1 ? "each of " + std::to_string(equal) + " banks" : "bank " + std::to_string(hot - row.values.begin());
    if (excess)  // of the site and of the bank: a wavefront uses several banks
      return "Largest excess: " + row.label + ", " + words::count_of(row.excess, "wavefront") + "; " + banks +
             " works in " + words::thousands(most);
    return "Most wavefronts: " + row.label + ", " + words::count_of(most, "wavefront") + " in " + banks;
  }
  return {};
}

/// The line with most wavefronts; for a kernel without shared memory, the one that moves the most sectors.
std::string line_answer(const std::vector<HeatRow>& rows) {
  constexpr std::size_t kWavefronts = 1, kSectors = 3;
  for (const std::size_t column : {kWavefronts, kSectors}) {
    const auto hot = std::ranges::max_element(rows, {}, [&](const HeatRow& row) { return row.values[column]; });
    if (hot == rows.end() || hot->values[column] == 0) continue;
    return "Line " + std::to_string(hot->line) + " (" + hot->label + ") " +
           (column == kWavefronts ? "takes the most wavefronts: " : "moves the most sectors: ") +
           words::thousands(hot->values[column]);
  }
  return "No line accesses memory here";
}

/// "Largest change: As store, 64 fewer in each of 16 banks", of rows beside a baseline's. `columns`: what stands in a
/// row besides banks.
std::string change_answer(const std::vector<HeatRow>& rows, int column, const char* unit) {
  const auto change = [&](const HeatRow& row, std::size_t i) {
    return static_cast<std::int64_t>(row.values[i]) - static_cast<std::int64_t>(row.before[i]);
  };
  const HeatRow* largest = nullptr;
  std::size_t at = 0, equal = 0;
  for (const HeatRow& row : rows)
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      if (column >= 0 && i != static_cast<std::size_t>(column)) continue;
      if (change(row, i) == 0) continue;
      if (largest == nullptr || std::abs(change(row, i)) > std::abs(change(*largest, at))) largest = &row, at = i;
    }
  if (largest == nullptr) return std::string("As many ") + unit + " everywhere as in the baseline";
  for (std::size_t i = 0; i < largest->values.size(); ++i) equal += change(*largest, i) == change(*largest, at);
  const std::string text = "Largest change: " + largest->label + ", " +
                           change_in_words(largest->values[at], largest->before[at]) + " " + unit;
  if (column >= 0) return text + " at line " + std::to_string(largest->line);
  return text + (equal > 1 ? " in each of " + std::to_string(equal) + " banks" : " in bank " + std::to_string(at));
}

/// How many cells change, and where most.
std::string change_answer(const Look& look, const std::vector<HeatTile>& tiles) {
  std::size_t changed = 0, at = 0;
  const HeatTile* largest = nullptr;
  const auto size = [](std::int64_t change) { return std::abs(change); };
  std::int64_t most = 0;
  for (const HeatTile& tile : tiles) {
    const std::vector<std::int64_t> all = drawn_values(tile);
    for (std::size_t i = 0; i < all.size(); ++i) {
      changed += all[i] != 0;
      if (size(all[i]) > size(most)) largest = &tile, at = i, most = all[i];
    }
  }
  if (largest == nullptr) return "No cell's number changes";
  const auto columns = static_cast<std::size_t>(largest->columns);
  return words::count_of(changed, "cell") + (changed == 1 ? " changes" : " change") +
         "; most: " + look.recording()->tensors[largest->tensor].name + "[" + std::to_string(at / columns) + "][" +
         std::to_string(at % columns) + "], " + change_in_words(largest->values[at], largest->before[at]) + " moves";
}

std::string cell_answer(const Look& look) {
  std::uint64_t contended = 0, all = 0;
  for (const auto& tile : look.by_rule.heat.words)
    for (const analysis::WordCount& word : tile) contended += word.contended, all += word.reads + word.writes;
  if (all == 0) return "No cell of shared memory is touched here";
  return words::percent(static_cast<double>(contended) / static_cast<double>(all)) +
         " of cell moves have a bank conflict; " + hottest_in_words(look, tiles_of(look));
}

std::vector<HeatRow> rows_of(const Look& look, int tab) {
  return tab == kBanks ? bank_rows(look) : tab == kLines ? line_rows(look) : std::vector<HeatRow>{};
}

/// The numbers of the tab, beside those of a baseline unless it is null.
struct Numbers {
  std::vector<HeatRow> rows;
  std::vector<HeatTile> tiles;
  std::string answer;
  std::size_t gone = 0;  ///< rows that only the baseline has: they have no place

  Numbers(const Look& look, const Look* baseline, int tab)
      : rows(rows_of(look, tab)), tiles(tab == kCells ? tiles_of(look) : std::vector<HeatTile>{}) {
    if (baseline == nullptr) {
      answer = tab == kBanks ? bank_answer(look, rows) : tab == kCells ? cell_answer(look) : line_answer(rows);
      return;
    }
    gone = set_before(rows, rows_of(*baseline, tab));
    set_before(tiles, look, *baseline);
    constexpr int kWavefronts = 1, kSectors = 3;
    const bool shared = look.recording()->shared_bytes != 0 || baseline->recording()->shared_bytes != 0;
    if (look.summary.total.misaligned + baseline->summary.total.misaligned != 0)
      answer = change_from(look, *baseline);
    else if (tab == kCells)
      answer = change_answer(look, tiles);
    else if (tab == kLines)
      answer = change_answer(rows, shared ? kWavefronts : kSectors, shared ? "wavefronts" : "sectors");
    else
      answer = change_answer(rows, -1, look.views.heatmap.excess ? "excess wavefronts" : "wavefronts");
  }
};

void draw_heatmap(const Look& look, const Look* baseline, session::Actions& actions, Canvas& canvas) {
  const int tab = std::clamp(look.views.heatmap.tab, 0, 2);
  const Numbers numbers(look, baseline, tab);
  const std::string gone =
      numbers.gone == 0 ? "" : "; not drawn: " + words::count_of(numbers.gone, "row") + " of the baseline alone";
  Rect rest = draw::header(canvas, "Heatmap", numbers.answer,
                           baseline == nullptr ? "" : compared_in_words(look, *baseline) + gone);
  draw_heatmap_choices(canvas, rest, look, actions);
  if (look.recording()->shared_bytes == 0 && tab != kLines) {
    canvas.text_in(rest.cut_top(24), "This kernel uses no shared memory: see its source lines.", canvas.words());
    return;
  }
  if (tab == kBanks)
    draw_bank_heat(canvas, rest, numbers.rows, look, actions);
  else if (tab == kCells)
    draw_cell_heat(canvas, rest, numbers.tiles, look, actions);
  else
    draw_line_heat(canvas, rest, numbers.rows, look, actions);
}

}  // namespace

View heatmap_view() {
  return {
      .id = "heatmap",
      .title = "Heatmap",
      .question = "Which line, bank or cell is the hottest?",
      .explanation =
          "The same wavefronts sorted in three ways: by site and bank, by shared cell, by source line. \"Excess\" shows "
          "only what conflicts add. Click a site's name to go to it, a bank or a cell to select it.",
      .place = Place::kBottomLeft,
      .width = 860,
      .height = 316,
      .least_width = 480,
      .least_height = 230,
      .draw = alone<draw_heatmap>,
      .draw_compared = compared<draw_heatmap>};
}

}  // namespace gemmscope::views
