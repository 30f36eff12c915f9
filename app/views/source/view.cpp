// SPDX-License-Identifier: MIT
/// The kernel's own text with the cost of each line beside it. Clicking a line goes to its next request.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/session/selecting.h"
#include "app/views/parts/baseline_words.h"
#include "app/views/parts/scope_choice.h"
#include "app/views/parts/site_words.h"
#include "app/views/source/beneath.h"
#include "app/views/source/cost.h"
#include "app/views/source/file.h"
#include "app/views/source/rejected.h"
#include "app/views/source/row.h"
#include "app/views/views.h"
#include "app/words/finding_words.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;
using session::SourceLine;

constexpr float kLeastLine = 15, kMostLine = 26;
constexpr float kMostBeneath = 0.7f;  ///< of the panel, for the PTX and machine code of one line

/// Without any request nothing tells which lines matter.
bool shows_whole(const Look& look) { return look.views.source.whole || look.recording()->sites.empty(); }

/// What ended the launch, where no request is shown that leads up to it. Returns what is left below.
Rect draw_fault(Canvas& canvas, Rect panel, const Look& look) {
  if (look.current || !look.recording()->fault) return panel;
  const std::string text = words::fault_sentence(*look.recording());
  canvas.paragraph(panel.cut_top(canvas.paragraph_height(panel.width, text, canvas.small()), 8), text, canvas.small());
  return panel;
}

/// Words at the bottom that can be clicked: what the numbers add up, and how much of the text is shown, in a row above
/// where one has no room for both. Returns what is left above.
Rect draw_switches(Canvas& canvas, Rect panel, const Look& look, session::Actions& actions) {
  if (look.recording()->sites.empty()) return panel;  // nothing is counted, and all of the text is there
  const bool whole = look.views.source.whole;
  const std::string lines = whole ? "show memory lines" : "show whole file";
  const float width = canvas.text_width(lines, canvas.small()) + 8;
  Rect row = panel.cut_bottom(22, 4);
  const bool beside = width + 8 + scope_choice_width(canvas, look) <= row.width;
  Rect above = beside ? row : panel.cut_bottom(18);
  const Rect right = above.cut_right(width, 8);
  if (beside) row = above;
  if (draw::link(canvas, right, "whole file", lines, draw::Align::kRight,
                 whole ? "Only lines that access memory, and the loops around them" : "All lines of the file"))
    actions.add([](Look& s) { s.views.source.whole = !s.views.source.whole, s.views.source.left_at = 0; });
  draw_scope_choice(canvas, row, look, actions);
  return panel;
}

using Lines = std::vector<SourceLine>;

Lines::const_iterator current_row(const Look& look, const Lines& lines) {
  return std::ranges::find(lines, current_line(look), &SourceLine::number);
}

/// The first row to show: the wheel moves the text, and else the current line is kept in sight. That is asked anew in
/// every frame, because a panel that has just appeared, or is drawn to another size, has room for other rows.
int first_row(const Canvas& canvas, const Look& look, session::Actions& actions, const Lines& lines, int fitting) {
  const views::SourceState& state = look.views.source;
  const int last_first = std::max(0, static_cast<int>(lines.size()) - fitting);
  const std::uint32_t line = current_line(look);
  const auto current = current_row(look, lines);
  const int at = static_cast<int>(current - lines.begin());
  float scroll = std::clamp(state.scroll, 0.0f, static_cast<float>(last_first));
  std::uint32_t left_at = state.left_at == line ? line : 0;
  if (canvas.wheel() != 0)
    scroll = std::clamp(scroll - 3 * canvas.wheel(), 0.0f, static_cast<float>(last_first)), left_at = line;
  else if (left_at == 0 && current != lines.end() &&
           (at < static_cast<int>(scroll) || at >= static_cast<int>(scroll) + fitting))
    scroll = static_cast<float>(std::clamp(at - fitting / 3, 0, last_first));
  if (scroll != state.scroll || left_at != state.left_at)
    actions.add([scroll, left_at](Look& s) { s.views.source.scroll = scroll, s.views.source.left_at = left_at; });
  return static_cast<int>(scroll);
}

/// Indices of lines: those that access memory by what they cost beyond the ideal and by how often, then the others.
std::vector<std::size_t> costliest_first(const Look& look, const Lines& lines) {
  const auto key = [&](std::size_t i) {
    const analysis::Count* count = count_of_line(look, {shown_file(look), lines[i].number});
    return count == nullptr ? std::tuple(false, std::uint64_t{0}, std::uint64_t{0})
                            : std::tuple(true, excess_of(look, *count), count->requests);
  };
  std::vector<std::size_t> order(lines.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, key);
  return order;
}

/// Rows that each line takes up: all of its code where there is room for that. What costs most comes first.
struct SourceRows {
  std::vector<int> of;  ///< each line
  int all = 0;
  bool fit = true;  ///< all lines

  SourceRows(const Canvas& canvas, const Look& look, const Look* baseline, const Lines& lines, Rect space)
      : of(lines.size(), 1) {
    all = static_cast<int>(lines.size());
    const int most = static_cast<int>(space.height / kLeastLine);
    std::vector<int> whole;
    for (const SourceLine& line : lines) whole.push_back(source_row_lines(canvas, line, space.width, look, baseline));
    const std::vector<std::size_t> order = costliest_first(look, lines);
    const auto accesses = [&](std::size_t i) {
      return count_of_line(look, {shown_file(look), lines[i].number}) != nullptr;
    };
    int accessing = 0, longest = 0;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (accesses(i)) accessing += whole[i] - 1, longest = std::max(longest, whole[i] - 1);
    const auto current = static_cast<std::size_t>(current_row(look, lines) - lines.begin());
    const bool all_accesses = all + accessing <= most;
    const int room = all_accesses ? most : most - longest;  // any of them may be the current one
    fit = all + (all_accesses ? 0 : longest) <= most;
    for (const std::size_t i : order)
      if (all + whole[i] - 1 <= room) of[i] = whole[i], all += whole[i] - 1;
    if (!all_accesses) all += longest;
    if (current < lines.size()) of[current] = whole[current];
  }
};

void draw_source(const Look& look, const Look* baseline, session::Actions& actions, Canvas& canvas) {
  if (look.rejected) return draw_rejected(canvas, look, actions);
  Rect rest = baseline == nullptr
                  ? draw::header(canvas, "Source", line_answer(look), "")
                  : draw::header(canvas, "Source", line_answer(look, *baseline), compared_in_words(look, *baseline));
  rest = draw_fault(canvas, rest, look);
  rest = draw_switches(canvas, rest, look, actions);
  rest = draw_machine_bottom(canvas, rest, look, actions);
  rest = draw_files(canvas, rest, look, actions);
  draw_source_titles(canvas, rest.cut_top(kSourceTitles, 2), look, baseline);

  const session::SourceFile& file = look.loaded->files[shown_file(look)];
  const Lines& lines = shows_whole(look) ? file.whole : file.memory;
  const auto current = current_row(look, lines);
  const float beneath = shows_beneath(look) && current != lines.end()
                            ? beneath_height(canvas, rest.width, kMostBeneath * rest.height, look)
                            : 0;
  Rect room = rest;  // of the lines themselves
  room.height -= beneath;
  const SourceRows rows(canvas, look, baseline, lines, room);
  const auto count = static_cast<int>(lines.size());
  const float height = std::clamp(room.height / static_cast<float>(std::max(1, rows.all)), kLeastLine, kMostLine);
  const int more = current == lines.end() ? 0 : rows.of[static_cast<std::size_t>(current - lines.begin())] - 1;
  const int fitting = rows.fit ? count : std::max(1, static_cast<int>(room.height / height) - more);
  const int first = first_row(canvas, look, actions, lines, fitting);
  const int last = std::min(count, first + fitting);
  for (int i = first; i < last; ++i) {
    const auto at = static_cast<std::size_t>(i);
    draw_source_row(canvas, rest.cut_top(static_cast<float>(rows.of[at]) * height), lines[at], rows.of[at] > 1, look,
                    baseline, actions);
    if (beneath != 0 && lines.begin() + i == current) draw_beneath(canvas, rest.cut_top(beneath), look);
  }
}

}  // namespace

View source_view() {
  return {
      .id = "source",
      .title = "Source",
      .question = "Which line makes this request, and what does each line cost?",
      .explanation =
          "Next to each line that accesses memory is its cost: wavefronts and the worst n-way or, for global memory, sectors "
          "and how many times the ideal they are. The line of the current request is marked, or the line that ended the "
          "launch. Click a line to go to its next request; the Up and Down keys step from line to line.",
      .place = Place::kLeft,
      .width = 480,
      .height = 600,
      .least_width = 300,
      .least_height = 240,
      .draw = alone<draw_source>,
      .draw_compared = compared<draw_source>,
      .of_any_program = true,
      .of_no_request = true,
      .shows_rejected = true};
}

}  // namespace gemmscope::views
