// SPDX-License-Identifier: MIT
/// The lanes of the current request as text: address, bank, word, cell, element, and the wavefront each is served in.
#include <algorithm>

#include "app/draw/table.h"
#include "app/session/selecting.h"
#include "app/session/touched.h"
#include "app/views/lanes/rows.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/lane_capsule.h"
#include "app/views/parts/path.h"
#include "app/views/parts/request_line.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_words.h"
#include "app/views/views.h"
#include "tracing/format/place_name.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kLaneRow = 19, kLeastLaneRow = 13.5f, kLargeText = 560;

std::string answer(const Look& look) {
  const session::Current& now = *look.current;
  const int lane = look.lane();
  const std::string name = place_word(look) == "lane" ? "Lane " : "Piece ";
  if (lane < 0 || !now.active(lane)) return name + std::to_string(lane) + " takes no part in this request";
  const std::vector<std::string> cells = lane_row(look, lane, kAllRanges).cells;
  const std::string verb = " " + std::string(format::verb_of(now.site.op)) + " ",
                    who = name + std::to_string(lane) + verb;
  const bool is_scalar = format::is_scalar(*look.recording(), now.site.tensor) && cells[4] == "[0]";
  const std::string place = (now.tensor.parts.empty() ? now.tensor.name : "") + (is_scalar ? "" : cells[4]);
  const std::vector<session::Touched> touches = session::touched(look, lane);
  const bool outside = std::ranges::none_of(touches, [](const session::Touched& t) { return t.cell || t.element; });
  if (outside) return name + std::to_string(lane) + outside_in_words(now, now.address(lane));
  if (now.faulted) return who + place + "; another lane faults";
  if (const std::uint32_t wrong = now.cost.misaligned | now.global.misaligned; wrong != 0)
    return who + place + ((wrong >> lane & 1u) != 0 ? ": misaligned, it faults" : "; others fault");
  const std::string where =
      now.shared() ? (now.site.width > 4 ? " in banks " : " in bank ") + cells[2] : " in sector " + cells[2];
  return who + place + where;
}

/// The first row to show: where the wheel moved it, or so that the selected lane is in sight.
int first_row(const Canvas& canvas, const Look& look, session::Actions& actions, const LaneTable& table, int fitting) {
  const views::LanesState& state = look.views.lanes;
  const auto last = static_cast<float>(std::max(0, format::kLanes - fitting));
  float first = std::clamp(state.first, 0.0f, last);
  const int lane = look.selected.lane.value_or(-1);
  if (canvas.wheel() != 0) {
    first = std::clamp(first - 3 * canvas.wheel(), 0.0f, last);
  } else if (lane >= 0 && lane != state.followed) {
    const auto row =
        std::find_if(table.rows.begin(), table.rows.end(), [&](const LaneRow& r) { return r.lane == lane; });
    const int at = static_cast<int>(row - table.rows.begin()), top = static_cast<int>(first);
    if (at < top || at >= top + fitting) first = std::clamp(static_cast<float>(at - fitting / 2), 0.0f, last);
  }
  if (first != state.first || lane != state.followed)
    actions.add([first, lane](Look& s) { s.views.lanes.first = first, s.views.lanes.followed = lane; });
  return static_cast<int>(first);
}

void sort_by(Look& look, int column) {
  views::LanesState& state = look.views.lanes;
  state.descending = state.sort_by == column && !state.descending;
  state.sort_by = column;
}

std::vector<draw::TableRow> rows_of(const Canvas& canvas, const Look& look, const LaneTable& table) {
  std::vector<draw::TableRow> rows;
  const draw::Colour plain = canvas.colours.text, quiet = canvas.colours.secondary;
  for (const LaneRow& lane : table.rows) {
    draw::TableRow row{.cells = lane.cells,
                       .colours = std::vector<draw::Colour>(lane.cells.size(), lane.active ? plain : quiet),
                       .emphasis = emphasis_of(look, lane.lane),
                       .hint = "Select lane " + std::to_string(lane.lane)};
    rows.push_back(std::move(row));
  }
  return rows;
}

void draw_copy(Canvas& canvas, Rect rect, const LaneTable& table, session::Actions& actions) {
  draw::TextStyle style = canvas.small();
  style.align = draw::Align::kRight;
  const draw::Hit hit = canvas.hit("copy", rect);
  if (hit.hovered) style.colour = canvas.colours.text, canvas.hand(), canvas.tooltip("Copy the table to the clipboard");
  canvas.text_in(rect, "copy as text", style);
  if (hit.clicked) actions.add([text = text_of(table)](session::Session& s) { s.desk.panels.to_copy = text; });
}

/// The lanes in the order that was chosen.
struct Shown {
  LaneTable table;
  std::vector<draw::Column> columns;
  std::vector<draw::TableRow> rows;

  Shown(const Canvas& canvas, const Look& look, float size, int ranges) : table(lane_table(look, ranges)) {
    const views::LanesState& state = look.views.lanes;
    const auto by = static_cast<std::size_t>(std::clamp(state.sort_by, 0, static_cast<int>(table.titles.size()) - 1));
    sort_lanes(table, state.sort_by, state.descending);
    for (std::size_t c = 0; c < table.titles.size(); ++c)
      columns.push_back({.title = table.titles[c],
                         .width = table.widths[c],
                         .sorted = c == by,
                         .text_size = size,
                         .hint = "Sort by this column; click again to reverse"});
    rows = rows_of(canvas, look, table);
  }
};

/// As many ranges as there is room for, in small letters rather than without; `row`: height of a row.
Shown shown_in(const Canvas& canvas, const Look& look, float row, float width) {
  constexpr float kSmall = 11;
  const float size = std::min(canvas.area().width >= kLargeText ? 14.0f : 12.0f, row * 0.82f);
  for (int ranges = kAllRanges; ranges > 0; --ranges)
    for (const float letters : {size, std::min(size, kSmall)})
      if (Shown shown(canvas, look, letters, ranges); draw::needed_width(canvas, shown.columns, shown.rows) <= width)
        return shown;
  return {canvas, look, size, 0};
}

void draw_lanes(const Look& look, session::Actions& actions, Canvas& canvas) {
  Rect rest = draw::header(canvas, "Lanes", answer(look), "");
  Rect detail = rest.cut_top(18, 2);
  const Rect copy = detail.cut_right(84, 8);
  const RequestLine request(canvas, look, detail.width);
  canvas.text_in(detail, request.text, canvas.small());
  request.draw_below(canvas, rest);
  if (const std::string begin = begin_in_words(look.current->tensor); !begin.empty() && !look.current->shared())
    canvas.text_in(rest.cut_top(16, 2), begin, canvas.small());

  // All 32 lanes wherever their rows can be read.
  const float row = std::clamp((rest.height - draw::kTableTitles) / format::kLanes, kLeastLaneRow, kLaneRow);
  Shown shown = shown_in(canvas, look, row, rest.width);
  const LaneTable& table = shown.table;
  draw_copy(canvas, copy, table, actions);
  draw::make_room(canvas, rest.width, shown.columns, shown.rows);
  const int fitting = draw::rows_that_fit(rest.height, row, format::kLanes);
  const int first = first_row(canvas, look, actions, table, fitting);
  const draw::TableHit hit = draw::table(canvas, rest, "lanes", shown.columns, shown.rows, first, row);
  const int shown_rows = std::min(fitting, format::kLanes), begin = std::clamp(first, 0, format::kLanes - shown_rows);
  for (int i = begin; i < begin + shown_rows; ++i)
    if (uses_now(look, table.rows[static_cast<std::size_t>(i)].lane))
      mark_followed(canvas, {rest.x + 3, rest.y + draw::kTableTitles + static_cast<float>(i - begin) * row, 0, row});
  const auto lane_of = [&](int at) { return table.rows[static_cast<std::size_t>(at)].lane; };
  if (hit.hovered_row >= 0) actions.add(session::hover_lane, lane_of(hit.hovered_row));
  if (hit.clicked_row >= 0) actions.add(session::select_lane, lane_of(hit.clicked_row));
  if (hit.clicked_column >= 0) actions.add(sort_by, hit.clicked_column);
}

}  // namespace

View lanes_view() {
  return {
      .id = "lanes",
      .title = "Lanes",
      .question = "What does each lane access?",
      .explanation =
          "What each of the 32 lanes accesses. Click a title to sort, or a row to select that lane in every view. The "
          "last column of a shared request is the wavefront that serves the lane.",
      .place = Place::kRightBottom,
      .width = 424,
      .height = 560,
      .least_width = 320,
      .least_height = 180,
      .draw = draw_lanes,
      .of_any_program = true,
      .texts = {{"lanes", lanes_text}}};
}

}  // namespace gemmscope::views
