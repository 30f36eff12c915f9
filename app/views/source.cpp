// SPDX-License-Identifier: MIT
/// The kernel's own text with the cost of each line beside it. Clicking a line goes to its next request.
#include <algorithm>

#include "app/draw/number.h"
#include "app/draw/widgets.h"
#include "app/session/selecting.h"
#include "app/views/source_lines.h"
#include "app/views/views.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using draw::thousands;
using session::Session;

constexpr float kLineWidth = 26, kRequestsWidth = 46, kNwayWidth = 32, kGap = 5;
constexpr float kLeastRow = 18, kMostRow = 26;

/// The columns of one row.
struct Columns {
  Rect line, requests, nway, code;

  explicit Columns(Rect row) {
    row.cut_left(4);
    line = row.cut_left(kLineWidth, kGap);
    requests = row.cut_left(kRequestsWidth, kGap + 2);
    nway = row.cut_left(kNwayWidth, 2 * kGap);
    code = row;
  }
};

const analysis::Count* count_of_line(const Session& session, std::uint32_t line) {
  for (const analysis::LineCount& each : session.summary.lines)
    if (each.line == line) return &each.count;
  return nullptr;
}

const format::Site* site_of_line(const format::Recording& recording, std::uint32_t line) {
  for (const format::Site& site : recording.sites)
    if (site.line == line) return &site;
  return nullptr;
}

std::string extent_in_words(const Session& session) {
  switch (session.extent) {
    case session::Extent::kKTile: {
      const std::uint32_t k_tile = session.summary_scope.k_tiles.begin;
      return "k-tile " + thousands(k_tile) + " and write-back";
    }
    case session::Extent::kBlock: return "all of this block";
    case session::Extent::kRecording: return "the whole recording";
  }
  return {};
}

std::string answer(const Session& session) {
  const session::Current& now = *session.current;
  const analysis::Count* count = count_of_line(session, now.site.line);
  if (count == nullptr || count->requests == 0) return "Line " + std::to_string(now.site.line) + " makes no request here";
  const std::string line = "Line " + std::to_string(now.site.line) + ": " + draw::count_of(count->requests, "request") + ", ";
  if (!now.shared())
    return line + draw::count_of(count->sectors, "sector") + ", " + draw::percent(count->efficiency()) + " used";
  const analysis::SharedCount& shared = count->by(session.rule);
  if (shared.excess() == 0) return line + draw::count_of(shared.wavefronts, "wavefront") + ", no conflict";
  return line + draw::count_of(shared.wavefronts, "wavefront") + " where " + thousands(shared.ideal_wavefronts) + " would do";
}

void draw_titles(Canvas& canvas, Rect row) {
  const Columns columns(row);
  draw::TextStyle style = canvas.small();
  style.size = 11.5f;
  canvas.text_in(columns.code, "kernel", style);
  style.align = draw::Align::kRight;
  canvas.text_in(columns.line, "line", style);
  canvas.text_in({columns.requests.x - 4, columns.requests.y, columns.requests.width + 4, columns.requests.height}, "requests", style);
  style.align = draw::Align::kCentre;
  canvas.text_in({columns.nway.x - 3, columns.nway.y, columns.nway.width + 6, columns.nway.height}, "n-way", style);
}

void draw_cost(Canvas& canvas, const Columns& columns, const analysis::Count& count, const Session& session, bool shared) {
  draw::TextStyle number = canvas.mono();
  number.size = 12.5f, number.colour = canvas.colours.secondary, number.align = draw::Align::kRight;
  canvas.text_in(columns.requests, thousands(count.requests), number);
  if (!shared) {
    number.align = draw::Align::kCentre;
    if (count.efficiency() < 1) canvas.text_in(columns.nway, draw::percent(count.efficiency()), number);
    return;
  }
  const analysis::SharedCount& cost = count.by(session.rule);
  const float height = std::min(17.0f, columns.nway.height - 3);
  const Rect chip{columns.nway.x, columns.nway.centre().y - height / 2, columns.nway.width, height};
  draw::nway_chip(canvas, chip, cost.max_nway);
}

/// Behind the code, as wide as the line's share of all wavefronts that conflicts cost.
void draw_heat(Canvas& canvas, const Columns& columns, const analysis::Count& count, const Session& session) {
  const analysis::SharedCount& cost = count.by(session.rule);
  const Rect strip{columns.code.x, columns.code.y + 1, columns.code.width, columns.code.height - 2};
  draw::bar(canvas, strip, static_cast<double>(cost.excess()), static_cast<double>(session.summary.total.by(session.rule).excess()),
            theme::faded(theme::conflict_colour(canvas.colours, cost.max_nway), 0.28f));
}

std::string cost_in_words(const analysis::Count& count, const Session& session, bool shared) {
  const std::string requests = draw::count_of(count.requests, "request") + ", ";
  if (!shared) return requests + draw::count_of(count.sectors, "sector") + " of 32 bytes, " + thousands(count.ideal_sectors) + " needed";
  const analysis::SharedCount& cost = count.by(session.rule);
  return requests + draw::count_of(cost.wavefronts, "wavefront") + ", " + thousands(cost.ideal_wavefronts) + " needed, " +
         thousands(cost.excess()) + " lost to conflicts";
}

void draw_code(Canvas& canvas, Rect rect, const std::string& text, draw::Colour colour) {
  draw::TextStyle style{colour, draw::Face::kMono, 11.5f};
  style.keep_start = true;
  const std::size_t comment = text.find("//");
  if (comment == std::string::npos || comment == 0) {
    if (comment == 0) style.colour = canvas.colours.secondary;
    canvas.text_in(rect, text, style);
    return;
  }
  const std::string code = text.substr(0, comment);
  const float width = canvas.text_width(code, style);
  canvas.text_in(rect, code, style);
  style.colour = canvas.colours.secondary;
  if (width + 40 < rect.width) canvas.text_in({rect.x + width, rect.y, rect.width - width, rect.height}, text.substr(comment), style);
}

void draw_row(Canvas& canvas, Rect row, const SourceLine& line, const Session& session, session::Actions& actions) {
  const format::Recording& recording = *session.recording();
  const format::Site* site = site_of_line(recording, line.number);
  const Columns columns(row);
  const bool current = session.selected.line == line.number;
  const draw::Colour colour =
      site == nullptr ? canvas.colours.text : theme::operand_colour(canvas.colours, recording.tensors[site->tensor]);
  if (current) {
    canvas.fill(row, canvas.colours.row, 3);
    canvas.fill({row.x, row.y, 3, row.height}, colour, 1);
  }
  draw::TextStyle number{canvas.colours.secondary, draw::Face::kMono, 12.5f, draw::Align::kRight};
  if (current) number.colour = canvas.colours.text;
  canvas.text_in(columns.line, std::to_string(line.number), number);
  const analysis::Count* count = site == nullptr ? nullptr : count_of_line(session, line.number);
  const bool shared = site != nullptr && recording.tensors[site->tensor].space == format::Space::kShared;
  if (count != nullptr && count->requests != 0) {
    draw_cost(canvas, columns, *count, session, shared);
    draw_heat(canvas, columns, *count, session);
  }
  draw_code(canvas, columns.code, line.text, colour);

  if (site == nullptr) return;
  const draw::Hit hit = canvas.hit("line " + std::to_string(line.number), row);
  if (hit.hovered) {
    canvas.hand();
    actions.add(session::hover_line, line.number);
    if (count != nullptr) canvas.tooltip(line.text.substr(line.text.find_first_not_of(' ')) + "\n" + cost_in_words(*count, session, shared));
  }
  if (hit.clicked) actions.add(session::select_line, line.number);
  if (session.hover.line == line.number) draw::mark(canvas, row, draw::Emphasis::kHovered);
}

/// Words at the bottom that can be clicked: what the numbers add up, and how much of the text is shown.
void draw_switches(Canvas& canvas, Rect row, const Session& session, session::Actions& actions) {
  const draw::TextStyle style = canvas.small();
  const auto link = [&](Rect rect, const char* id, const std::string& text, draw::Align align) {
    draw::TextStyle aligned = style;
    aligned.align = align;
    const draw::Hit hit = canvas.hit(id, rect);
    if (hit.hovered) aligned.colour = canvas.colours.text, canvas.hand();
    canvas.text_in(rect, text, aligned);
    return hit.clicked;
  };
  const bool whole = session.views.source.whole;
  const std::string lines = whole ? "show memory lines" : "show whole file";
  const Rect right = row.cut_right(canvas.text_width(lines, style) + 8, 8);
  if (link(right, "whole file", lines, draw::Align::kRight))
    actions.add([](Session& s) { s.views.source.whole = !s.views.source.whole; });
  if (link(row, "extent", "numbers: " + extent_in_words(session), draw::Align::kLeft))
    actions.add([](Session& s) { set_extent(s, static_cast<session::Extent>((static_cast<int>(s.extent) + 1) % 3)); });
}

/// The first row to show, so that the wheel moves the text and a step keeps the current line in sight.
int first_row(const Canvas& canvas, const Session& session, session::Actions& actions, const std::vector<SourceLine>& lines, int fitting) {
  const int last_first = std::max(0, static_cast<int>(lines.size()) - fitting);
  const auto current = std::find_if(lines.begin(), lines.end(), [&](const SourceLine& l) { return session.selected.line == l.number; });
  float first = std::clamp(session.views.source.scroll, 0.0f, static_cast<float>(last_first));
  if (canvas.wheel() != 0) {
    first = std::clamp(first - 3 * canvas.wheel(), 0.0f, static_cast<float>(last_first));
    actions.add([first](Session& s) { s.views.source.scroll = first, s.views.source.followed = s.selected.line.value_or(0); });
  } else if (current != lines.end() && session.views.source.followed != current->number) {
    const int at = static_cast<int>(current - lines.begin());
    if (at < static_cast<int>(first) || at >= static_cast<int>(first) + fitting) first = static_cast<float>(std::clamp(at - fitting / 3, 0, last_first));
    actions.add([first, line = current->number](Session& s) { s.views.source.scroll = first, s.views.source.followed = line; });
  }
  return static_cast<int>(first);
}

}  // namespace

void draw_source(const Session& session, session::Actions& actions, Canvas& canvas) {
  const format::Recording& recording = *session.recording();
  Rect rest = draw::header(canvas, "Source", answer(session), recording.source.path);
  draw_switches(canvas, rest.cut_bottom(18, 4), session, actions);
  draw_titles(canvas, rest.cut_top(18, 2));

  const std::vector<SourceLine> lines = session.views.source.whole ? whole_source(recording) : memory_lines(recording);
  if (lines.empty()) return;
  const float height = std::clamp(rest.height / static_cast<float>(lines.size()), kLeastRow, kMostRow);
  const int fitting = std::max(1, static_cast<int>(rest.height / height));
  const int first = first_row(canvas, session, actions, lines, fitting);
  const int last = std::min(static_cast<int>(lines.size()), first + fitting);
  for (int i = first; i < last; ++i) draw_row(canvas, rest.cut_top(height), lines[static_cast<std::size_t>(i)], session, actions);
}

}  // namespace gemmscope::views
