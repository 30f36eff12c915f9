// SPDX-License-Identifier: MIT
/// What the check found, a row each, and the chosen finding in full.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/draw/table.h"
#include "app/session/findings.h"
#include "app/views/check/rows.h"
#include "app/views/views.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kFindingRow = 21, kChip = 20;
constexpr float kAllWords = 640;  // narrower panels say the same in fewer words

/// Words in frames, several of which can be on, in as many rows as they need. Returns the height used.
float draw_filter(Canvas& canvas, Rect space, const Look& look, session::Actions& actions) {
  const std::vector<FoundFault> found = found_faults(look.loaded->check);
  const std::uint32_t on = look.views.check.faults;
  const float top = space.y;
  Rect row = space.cut_top(kChip);
  float bottom = row.bottom();
  const auto chip = [&](const std::string& name, bool is_on, const std::string& explanation) {
    const float width = draw::framed_width(canvas, name);
    if (width > row.width) row = Rect{space.x, bottom + 4, space.width, kChip}, bottom = row.bottom();
    return draw::framed_word(canvas, row.cut_left(width, 4), name, name, is_on, draw::Align::kCentre, explanation);
  };
  if (chip("all", on == 0, "Show findings of every kind")) actions.add(session::show_all_faults);
  for (const FoundFault& each : found)
    if (chip(std::string(analysis::name_of(each.fault)) + " " + std::to_string(each.findings),
             (on & session::bit_of(each.fault)) != 0,
             "Show or hide findings of this kind: " + std::string(analysis::name_of(each.fault))))
      actions.add(session::toggle_fault, each.fault);
  return bottom - top;
}

/// The first row to show: where the wheel moved it, or so that the chosen finding is in sight.
int first_row(const Canvas& canvas, const Look& look, session::Actions& actions, const std::vector<std::size_t>& shown,
              int fitting) {
  const views::CheckState& state = look.views.check;
  const auto last = static_cast<float>(std::max(0, static_cast<int>(shown.size()) - fitting));
  float first = std::clamp(state.first, 0.0f, last);
  if (canvas.wheel() != 0) {
    first = std::clamp(first - 3 * canvas.wheel(), 0.0f, last);
  } else if (state.chosen && state.chosen != state.followed) {
    const auto found = std::ranges::find(shown, *state.chosen);
    const int at = static_cast<int>(found - shown.begin()), top = static_cast<int>(first);
    if (found != shown.end() && (at < top || at >= top + fitting))
      first = std::clamp(static_cast<float>(at - fitting / 2), 0.0f, last);
  }
  if (first != state.first || state.chosen != state.followed)
    actions.add(
        [first, chosen = state.chosen](Look& s) { s.views.check.first = first, s.views.check.followed = chosen; });
  return static_cast<int>(first);
}

void draw_rows(Canvas& canvas, Rect rect, const Look& look, session::Actions& actions) {
  const format::Recording& recording = *look.recording();
  const std::vector<std::size_t> shown = session::shown_findings(look);
  const auto column = [](const char* title, float width, bool words, draw::Align align = draw::Align::kLeft) {
    return draw::Column{.title = title, .width = width, .align = align, .words = words, .text_size = 12.5f};
  };
  const bool narrow = rect.width < kAllWords;
  std::vector<draw::Column> columns{column("finding", narrow ? 1.5f : 1.62f, true), column("where", 1.0f, false),
                                    column("lines", 0.84f, false)};
  columns.push_back(column("who", narrow ? 1.0f : 1.62f, true));
  columns.push_back(column("count", 1.3f, true, draw::Align::kRight));
  std::vector<draw::TableRow> rows;
  for (const std::size_t index : shown) {
    const analysis::Finding& finding = look.loaded->check.findings[index];
    draw::TableRow& row = rows.emplace_back();
    row.cells = finding_cells(recording, finding, narrow);
    row.colours = {canvas.colours.text, finding.divergence
                                            ? canvas.colours.secondary
                                            : theme::operand_colour(canvas.colours, recording.tensors[finding.tensor])};
    row.hint = "Go to the first step of this finding";
    if (look.views.check.chosen == index) row.emphasis = draw::Emphasis::kSelected;
  }
  draw::make_room(canvas, rect.width, columns, rows);
  const int fitting = draw::rows_that_fit(rect.height, kFindingRow, static_cast<int>(rows.size()));
  const int first = first_row(canvas, look, actions, shown, fitting);
  const draw::TableHit hit = draw::table(canvas, rect, "check", columns, rows, first, kFindingRow);
  if (hit.clicked_row >= 0) actions.add(session::open_finding, shown[static_cast<std::size_t>(hit.clicked_row)]);
}

/// The chosen finding in full, and the way to its other access. Cuts its room off the bottom of `rest`.
void draw_chosen(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions) {
  constexpr float kSides = 12, kAbove = 5, kLink = 18;
  const std::vector<std::size_t> shown = session::shown_findings(look);
  const bool is_shown = look.views.check.chosen && std::ranges::binary_search(shown, *look.views.check.chosen);
  const analysis::Finding* finding = is_shown ? session::chosen_finding(look) : nullptr;
  const std::string text =
      finding != nullptr
          ? words::sentence(*look.recording(), *finding) + missing_barrier(look)
          : "Click a finding, or press F: the replay goes to its step, and all views mark what is wrong.";
  const analysis::Access* elsewhere = finding != nullptr ? session::access_elsewhere(look) : nullptr;
  draw::TextStyle style = canvas.words();
  if (rest.width < kAllWords) style.size = theme::kSmallSize;
  constexpr float kRows = 2 * kFindingRow;  // titles and a finding stay in sight beside a long text
  const float around = 2 * kAbove + (elsewhere != nullptr ? kLink : 0) + 6;
  const float room = std::max(canvas.line_height(style), rest.height - kRows - around);
  const float height = std::min(canvas.paragraph_height(rest.width - 2 * kSides, text, style), room);
  const Rect box = rest.cut_bottom(height + around - 6, 6);
  canvas.fill(box, canvas.colours.ground, 6);
  canvas.outline(box, canvas.colours.line, 1, 6);
  Rect inside{box.x + kSides, box.y + kAbove, box.width - 2 * kSides, box.height - 2 * kAbove};
  canvas.paragraph(inside.cut_top(height), text, style);
  if (elsewhere == nullptr) return;
  const bool back = elsewhere == &*finding->at;
  const std::string link =
      std::string(back ? "O: go to the finding's access, warp " : "O: go to the other access, warp ") +
      std::to_string(elsewhere->warp) + ", " + words::request_number(elsewhere->request);
  if (draw::link(canvas, inside, "other access", link, draw::Align::kLeft, "Show the other access of the finding (O)"))
    actions.add(session::go_to_other_access);
}

/// What the program does wrong outside of its kernels, as far as there is room beside this kernel's findings.
void draw_program(Canvas& canvas, Rect& rest, const Look& look) {
  constexpr float kShare = 0.5f;
  const auto all = words::of_program(*look.recording());
  if (all.empty()) return;
  const bool alone = look.loaded->check.findings.empty();
  float room = rest.height * (alone ? 1.0f : kShare);
  draw::TextStyle style = canvas.words();
  if (rest.width < kAllWords) style.size = theme::kSmallSize;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string text =
        words::capital(std::string(words::name_of(all[i].kind))) + ": " + words::sentence(all[i]) + ".";
    const float height = canvas.paragraph_height(rest.width, text, style);
    if (height > room && i > 0) {
      const std::string more = "and " + words::count_of(all.size() - i, "more finding") + " of the program";
      rest.cut_top(canvas.paragraph(rest, more, style), 6);
      return;
    }
    rest.cut_top(canvas.paragraph(rest, text, style), 6);
    room -= height + 6;
  }
}

/// Nothing was found: what that says, and what it does not.
void draw_scope(Canvas& canvas, Rect rest, const Look& look) {
  for (const std::string& line : scope_lines(*look.recording(), look.loaded->check))
    rest.cut_top(canvas.paragraph(rest, line, canvas.words()), 6);
}

void draw_check(const Look& look, const Look* baseline, session::Actions& actions, Canvas& canvas) {
  Rect rest =
      draw::header(canvas, "Check", check_answer(look), baseline == nullptr ? "" : check_change(look, *baseline));
  if (const std::string detail = check_detail(look); !detail.empty()) rest = draw::second_detail(canvas, rest, detail);
  draw_program(canvas, rest, look);
  if (look.loaded->check.findings.empty()) return draw_scope(canvas, rest, look);
  rest.cut_top(draw_filter(canvas, rest, look, actions), 4);
  draw_chosen(canvas, rest, look, actions);
  draw_rows(canvas, rest, look, actions);
}

}  // namespace

View check_view() {
  return {
      .id = "check",
      .title = "Check",
      .question = "Is this kernel correct? If not, what is wrong, where, and why?",
      .explanation =
          "Each row is a finding: what, where, on which lines, and how often. Click one, or press F: the replay goes to "
          "its first step, and the other views mark both accesses. O switches between the two. The words above the rows "
          "choose kinds of findings. If nothing was found, the view says how much could be checked.",
      .place = Place::kBottomBeside,
      .width = 720,
      .height = 336,
      .least_width = 520,
      .least_height = 230,
      .draw = alone<draw_check>,
      .draw_compared = compared<draw_check>,
      .of_any_program = true,
      .of_no_request = true,
      .texts = {{"check", [](const session::Look& look) -> Result<std::string> {
                   return check_text(*look.recording(), look.loaded->check);
                 }}}};
}

}  // namespace gemmscope::views
