// SPDX-License-Identifier: MIT
// What each part of the GPU needs at least, as bars on one axis of time.
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/views/limits/draw.h"
#include "app/views/limits/picture.h"
#include "app/views/parts/baseline_words.h"
#include "app/views/parts/rate_words.h"
#include "app/words/limits_words.h"
#include "app/words/number.h"
#include "app/words/remark_words.h"

namespace gemmscope::views {
namespace {

using analysis::Limit;
using analysis::Machine;
using draw::Canvas;
using draw::Point;
using draw::Rect;

constexpr float kName = 104, kTime = 152, kChange = 84;  // points across
constexpr float kPinned = 4;                             // points down: the baseline's bar
constexpr float kBar = 16, kFormula = 16, kRowGap = 8;   // points down
constexpr float kFigureLine = 18;

/// "2.12 ms", "22.5 \u00b5s to 0.49 ms".
std::string times_of(const Limit& limit, const Machine& machine) {
  if (!limit.known()) return "not known";
  const std::string least = words::time_in_words(limit.cycles(), machine);
  return limit.most_work > limit.work ? least + " to " + words::time_in_words(limit.most_cycles(), machine) : least;
}

/// "At least" as a full bar, "at most" as a lighter one behind it; two slanted gaps where it goes on.
void draw_bar(Canvas& canvas, Rect track, const LimitBar& bar, bool cut_off) {
  const draw::Colour colour = bar.bound ? canvas.colours.button : canvas.colours.conflict[0];
  const auto part = [&](float share) { return Rect{track.x, track.y, track.width * share, track.height}; };
  canvas.fill(track, canvas.colours.ground, 2);
  if (bar.most > bar.least) canvas.hatch(part(bar.most), colour, 5);
  canvas.fill(part(bar.least), colour, 2);
  if (!cut_off) return;
  for (const float from_end : {14.0f, 8.0f})
    canvas.line({track.right() - from_end - 2, track.bottom() + 1}, {track.right() - from_end + 2, track.y - 1},
                canvas.colours.panel, 2);
}

/// What there is to draw: of what is shown, and of its baseline on the same axis.
struct Pictures {
  const LimitsOf& shown;
  const LimitsOf* pinned;  ///< null: there is none
  LimitsPicture picture, of_pinned;

  Pictures(const LimitsOf& now, const LimitsOf* before) : shown(now), pinned(before) {
    const double least = before == nullptr ? 0 : limits_picture(before->both, 0, before->measured).full;
    picture = limits_picture(now.both, least, now.measured);
    if (before != nullptr) of_pinned = limits_picture(before->both, picture.full, before->measured);
  }
};

/// "12 % less" than the baseline; empty where either is not known.
std::string change_of(const Pictures& all, analysis::LimitBy by) {
  if (all.pinned == nullptr) return "";
  const Limit &now = all.shown.both.limits.by(by), &before = all.pinned->both.limits.by(by);
  return now.cycles() > 0 && before.cycles() > 0 ? change_in_percent(now.cycles(), before.cycles()) : "";
}

/// Full up to "at least", a line from there up to "at most".
void draw_pinned_bar(Canvas& canvas, Rect track, const LimitBar& bar) {
  const draw::Colour colour = canvas.colours.secondary;
  canvas.fill({track.x, track.y, track.width * bar.least, track.height}, colour, 1);
  const float middle = track.centre().y;
  if (bar.most > bar.least)
    canvas.line({track.x + track.width * bar.least, middle}, {track.x + track.width * bar.most, middle}, colour);
}

void draw_limit(Canvas& canvas, Rect row, const Pictures& all, analysis::LimitBy by) {
  const session::MeasuredLimits& both = all.shown.both;
  const auto index = static_cast<std::size_t>(by);
  const LimitBar& bar = all.picture.bars[index];
  const Limit& limit = both.limits.by(by);
  const draw::Hit hit = canvas.hit("limit " + std::string(name_of(bar.by)), row);
  Rect line = row.cut_top(kBar, 1);
  draw::TextStyle name = bar.bound ? canvas.bold() : canvas.words(), time = canvas.mono();
  name.size = 14, time.size = 12.5f, time.align = draw::Align::kRight;
  canvas.text_in(line.cut_left(kName, 4), name_of(bar.by), name);
  if (all.pinned != nullptr) canvas.text_in(line.cut_right(kChange, 4), change_of(all, by), time);
  canvas.text_in(line.cut_right(kTime, 8), times_of(limit, both.machine), time);
  if (all.pinned != nullptr) draw_pinned_bar(canvas, line.cut_bottom(kPinned, 1), all.of_pinned.bars[index]);
  draw_bar(canvas, line, bar, limit.most_cycles() > all.picture.full * 1.001);
  const std::string formula = words::limit_formula(both.limits, bar.by, both.machine);
  row.cut_left(kName + 4);
  if (row.height >= kFormula && canvas.text_width(formula, canvas.small()) <= row.width)
    canvas.text_in(row.cut_top(kFormula), formula, canvas.small());
  if (hit.hovered)
    canvas.tooltip(
        words::capital(std::string(name_of(bar.by))) + ": " + formula + " = " +
        (limit.known()
             ? words::cycles_in_words(limit.cycles()) + " cycles of the SMs' clock" + (bar.bound ? ", the bound" : "")
             : "not known") +
        (all.pinned == nullptr ? ""
                               : "\nBaseline: " + times_of(all.pinned->both.limits.by(by), all.pinned->both.machine)));
}

/// A line through all bars where the time that a GPU needed is, and that time above them.
void draw_measured(Canvas& canvas, Rect above, Rect bars, const LimitsPicture& picture,
                   const session::MeasuredLimits& both) {
  draw::TextStyle style = canvas.small();
  style.colour = canvas.colours.text;
  if (!picture.measured) return;  // the detail above says why
  const std::string text = "measured " + words::time_in_words(*picture.measured_cycles, both.machine);
  const float x = bars.x + bars.width * *picture.measured, width = canvas.text_width(text, style) + 2;
  canvas.line({x, above.bottom() - 2}, {x, bars.bottom()}, canvas.colours.text, 2);
  canvas.text_in(
      {std::clamp(x - width / 2, bars.x, std::max(bars.x, bars.right() - width)), above.y, width, above.height - 3},
      text, style);
}

/// Each with its formula, or where there is no room the numbers with their names, and the formulas on hover.
void draw_flop_per_byte(Canvas& canvas, Rect& rest, const analysis::Work& work) {
  std::vector<std::string> lines;
  std::string numbers, all;
  for (const words::FlopPerByteOf& each : words::flop_per_byte_in_words(work)) {
    lines.push_back(each.text());
    numbers += (numbers.empty() ? "" : ", ") + each.where + " " + each.value;
    all += (all.empty() ? "" : "\n") + lines.back();
  }
  if (lines.empty()) return;
  draw::TextStyle style = canvas.small();
  style.colour = canvas.colours.text;
  const float height = kFigureLine * static_cast<float>(lines.size()), width = rest.width - kName - 4;
  const bool wide =
      std::ranges::all_of(lines, [&](const std::string& each) { return canvas.text_width(each, style) <= width; });
  if (wide && height + kFigureLine <= rest.height) {
    Rect rows = rest.cut_top(height, 4), title = rows.cut_left(kName, 4);
    canvas.text_in(title.cut_top(kFigureLine), "FLOP per byte", style);
    for (const std::string& each : lines) canvas.text_in(rows.cut_top(kFigureLine), each, style);
    return;
  }
  const Rect row = rest.cut_top(kFigureLine);
  if (row.bottom() > canvas.area().bottom()) return;
  const std::string texts[] = {"FLOP per byte: " + numbers + "; point here for formulas", "FLOP per byte: " + numbers,
                               "FLOP per byte: point here"};
  draw::text_that_fits(canvas, row, texts, style);
  if (canvas.hit("FLOP per byte", row).hovered) canvas.tooltip(all);
}

/// As a paragraph if there is room, else on hover.
void draw_left_out(Canvas& canvas, Rect rest, const format::Recording& recording, const analysis::Limits& limits) {
  std::string lines, paragraph = "What the model leaves out.";
  for (const std::string& each : words::left_out_of_limits(recording, limits))
    lines += (lines.empty() ? "" : "\n") + each, paragraph += " " + each;
  if (canvas.paragraph_height(rest.width, paragraph, canvas.small()) <= rest.height) {
    canvas.paragraph(rest, paragraph, canvas.small());
    return;
  }
  const Rect line = rest.cut_top(kFigureLine);
  if (line.bottom() > canvas.area().bottom()) return;
  canvas.text_in(line, "What the model leaves out: point here", canvas.small());
  if (canvas.hit("left out", line).hovered) canvas.tooltip(lines);
}

}  // namespace

void draw_limit_bars(Canvas& canvas, Rect rect, const LimitsOf& shown, const LimitsOf* pinned) {
  const format::Recording& recording = *shown.look.recording();
  const session::MeasuredLimits& both = shown.both;
  const Pictures all(shown, pinned);
  const Rect above = rect.cut_top(kFigureLine);
  const bool formulas = rect.height >= 4 * (kBar + 1 + kFormula + kRowGap) + 2 * kFigureLine;
  const float height = kBar + 1 + (formulas ? kFormula : 0), gap = formulas ? kRowGap : 5;
  const float numbers = kTime + 8 + (pinned == nullptr ? 0 : kChange + 4);
  const Rect bars{rect.x + kName + 4, rect.y, rect.width - kName - 4 - numbers, 4 * (height + gap) - gap};
  for (const LimitBar& bar : all.picture.bars) draw_limit(canvas, rect.cut_top(height, gap), all, bar.by);
  draw_measured(canvas, above, bars, all.picture, both);
  draw::TextStyle style = canvas.small();
  style.colour = canvas.colours.text;
  for (const std::string& text : {words::counted_product(recording, shown.look.loaded->check.remarks),
                                  words::resident_in_words(both.limits, recording.warps())}) {
    if (text.empty()) continue;
    const float used = canvas.paragraph_height(rect.width, text, style);
    canvas.paragraph(rect.cut_top(used, 4), text, style);
  }
  draw_flop_per_byte(canvas, rect, both.limits.work);
  draw_left_out(canvas, rect, recording, both.limits);
}

}  // namespace gemmscope::views
