// SPDX-License-Identifier: MIT
/// Where the work falls: on which bank, on which shared cell, on which line; of the k-tile, the block or everything.
#include <algorithm>

#include "app/draw/number.h"
#include "app/draw/widgets.h"
#include "app/views/heatmap_cells.h"
#include "app/views/heatmap_tabs.h"
#include "app/views/site_words.h"
#include "app/views/views.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Session;

enum Tab { kBanks, kCells, kLines };

/// A word that can be clicked, filled if it is the chosen one. Cuts its room off the left of `row`.
bool choice(Canvas& canvas, Rect& row, const std::string& text, bool chosen) {
  draw::TextStyle style = canvas.small();
  style.align = draw::Align::kCentre;
  const Rect rect = row.cut_left(canvas.text_width(text, style) + 16, 2);
  if (rect.right() > row.right()) return false;
  const draw::Hit hit = canvas.hit(text, rect);
  if (hit.hovered) canvas.hand();
  if (chosen) canvas.fill(rect, canvas.colours.row, 4);
  if (chosen || hit.hovered) style.colour = canvas.colours.text;
  canvas.text_in(rect, text, style);
  return hit.clicked;
}

void draw_choices(Canvas& canvas, Rect row, const Session& session, session::Actions& actions) {
  const session::HeatmapState& state = session.views.heatmap;
  int tab = 0;
  for (const char* name : {"site x bank", "shared cells", "source lines"}) {
    if (choice(canvas, row, name, state.tab == tab)) actions.add([tab](Session& s) { s.views.heatmap.tab = tab; });
    ++tab;
  }
  row.cut_left(18);
  for (const auto& [extent, name] : {std::pair{session::Extent::kKTile, "k-tile"}, {session::Extent::kBlock, "block"}, {session::Extent::kRecording, "everything"}})
    if (choice(canvas, row, name, session.extent == extent)) actions.add(session::set_extent, extent);
  if (state.tab == kLines) return;
  row.cut_left(18);
  if (choice(canvas, row, "all wavefronts", !state.excess)) actions.add([](Session& s) { s.views.heatmap.excess = false; });
  if (choice(canvas, row, "only queued", state.excess)) actions.add([](Session& s) { s.views.heatmap.excess = true; });
}

std::string bank_answer(const Session& session, const analysis::SharedHeat& heat) {
  const std::vector<HeatRow> rows = bank_rows(*session.recording(), heat, session.summary, true);
  const std::uint64_t most = most_of(rows);
  if (most == 0) return "No word had to wait for its bank";
  for (const HeatRow& row : rows) {
    const auto hot = std::find(row.values.begin(), row.values.end(), most);
    if (hot == row.values.end()) continue;
    const auto equal = std::count(row.values.begin(), row.values.end(), most);
    const std::string where = equal > 1 ? "at each of " + std::to_string(equal) + " banks" : "at bank " + std::to_string(hot - row.values.begin());
    return "Hottest: " + row.label + ", " + draw::count_of(most, "word") + " had to wait " + where;
  }
  return {};
}

std::string line_answer(const Session& session) {
  const std::vector<HeatRow> rows = line_rows(session);
  const auto hot = std::max_element(rows.begin(), rows.end(), [](const HeatRow& a, const HeatRow& b) { return a.values[1] < b.values[1]; });
  if (hot == rows.end() || hot->values[1] == 0) return "No line asks shared memory here";
  return "Line " + std::to_string(hot->line) + " (" + hot->label + ") takes the most wavefronts: " + draw::thousands(hot->values[1]);
}

std::string cell_answer(const Session& session, const analysis::SharedHeat& heat) {
  std::uint64_t contended = 0, all = 0;
  for (const analysis::WordCount& word : heat.words) contended += word.contended, all += word.reads + word.writes;
  const bool excess = session.views.heatmap.excess;
  if (all == 0) return "No cell of shared memory is touched here";
  return draw::percent(static_cast<double>(contended) / static_cast<double>(all)) + (excess ? " of all accesses to cells" : " of the accesses to cells") +
         " had another word wanted from the same bank";
}

}  // namespace

void draw_heatmap(const Session& session, session::Actions& actions, Canvas& canvas) {
  const int tab = std::clamp(session.views.heatmap.tab, 0, 2);
  const analysis::SharedHeat heat =
      tab == kLines ? analysis::SharedHeat{} : analysis::shared_heat(*session.recording(), session.loaded->costs, session.summary_scope, session.rule);
  const std::string answer = tab == kBanks ? bank_answer(session, heat) : tab == kCells ? cell_answer(session, heat) : line_answer(session);
  Rect rest = draw::header(canvas, "Heatmap", answer, "of " + extent_in_words(session));
  draw_choices(canvas, rest.cut_top(22, 6), session, actions);
  if (session.recording()->shared_bytes == 0 && tab != kLines) {
    canvas.text_in(rest.cut_top(24), "This kernel uses no shared memory: see its source lines.", canvas.words());
    return;
  }
  if (tab == kBanks) draw_bank_heat(canvas, rest, heat, session, actions);
  else if (tab == kCells) draw_cell_heat(canvas, rest, heat, session, actions);
  else draw_line_heat(canvas, rest, session, actions);
}

}  // namespace gemmscope::views
