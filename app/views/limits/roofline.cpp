// SPDX-License-Identifier: MIT
// The kernel under the roofline, on logarithmic axes.
#include <algorithm>
#include <cmath>

#include "app/draw/widgets.h"
#include "app/views/limits/draw.h"
#include "app/views/limits/picture.h"
#include "app/views/parts/baseline_words.h"
#include "app/views/parts/rate_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using analysis::Machine;
using analysis::Roof;
using analysis::RooflinePoint;
using draw::Canvas;
using draw::Colour;
using draw::Point;
using draw::Rect;

constexpr float kLeft = 62, kBottom = 34, kLegend = 20;  // points around the plot
constexpr float kAxisTitle = 24;                         // behind "GFLOP/s", above the plot
constexpr float kRadius = 4, kTextLine = 16, kAbove = 6;

/// The plot's rectangle and what its axes mean.
struct Plot {
  Rect rect;
  Roof roof;
  const Machine& machine;
  LogAxis x, y;

  Plot(Rect place, Roof of, const Machine& on, const RooflineSpans& spans)
      : rect(place),
        roof(of),
        machine(on),
        x{spans.flop_per_byte.least, spans.flop_per_byte.most, place.x, place.right()},
        y{spans.gflops.least, spans.gflops.most, place.bottom(), place.y} {}

  Point at(double flop_per_byte, double gflops) const { return {x.at(flop_per_byte), y.at(gflops)}; }
};

std::string tick(double value) {
  if (value >= 1) return words::thousands(static_cast<std::uint64_t>(std::llround(value)));
  return words::decimals(value, static_cast<int>(std::lround(-std::log10(value))));
}

void draw_axes(Canvas& canvas, const Plot& plot) {
  canvas.fill(plot.rect, canvas.colours.ground);
  draw::TextStyle centre = canvas.small(), right = canvas.small();
  centre.align = draw::Align::kCentre, right.align = draw::Align::kRight;
  for (const double value : plot.x.decades()) {
    const float x = plot.x.at(value);
    canvas.line({x, plot.rect.y}, {x, plot.rect.bottom()}, canvas.colours.line);
    canvas.text_in({x - 30, plot.rect.bottom() + 1, 60, kTextLine}, tick(value), centre);
  }
  float above = plot.rect.bottom() + kTextLine;  // of the last label that was written
  for (const double value : plot.y.decades()) {
    const float y = plot.y.at(value);
    canvas.line({plot.rect.x, y}, {plot.rect.right(), y}, canvas.colours.line);
    if (above - y < kTextLine) continue;
    canvas.text_in({plot.rect.x - kLeft, y - kTextLine / 2, kLeft - 6, kTextLine}, tick(value), right);
    above = y;
  }
  canvas.outline(plot.rect, canvas.colours.line);
  static constexpr const char* kOf[] = {"FLOP per byte that wavefronts move, 128 for each",
                                        "FLOP per byte that sectors move; not a roof if L1 helps",
                                        "FLOP per byte of A, B and C, each element once"};
  canvas.text_in({plot.rect.x, plot.rect.bottom() + kTextLine, plot.rect.width, kTextLine},
                 kOf[static_cast<std::size_t>(plot.roof)], centre);
  canvas.text_in({plot.rect.x - kLeft, plot.rect.y - kTextLine - kAbove, kLeft + 40, kTextLine}, "GFLOP/s",
                 canvas.small());
}

bool apart(Rect a, Rect b) { return a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y; }

/// Beside the slope from `from` to `to`, below it or else above, as near its middle as `names`, which are written
/// elsewhere, leave room.
Rect beside_slope(const Plot& plot, Point from, Point to, float width, const std::vector<Rect>& names) {
  const auto at = [&](float part, bool below) {
    const Point on{from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
    return below ? Rect{std::min(on.x + 10, plot.rect.right() - width - 4), on.y + 6, width, kTextLine}
                 : Rect{std::max(on.x - 10 - width, plot.rect.x + 4), on.y - 6 - kTextLine, width, kTextLine};
  };
  const auto are_apart = [&](Rect place) {
    return std::ranges::all_of(names, [&](Rect name) { return apart(name, place); });
  };
  for (const bool below : {true, false})
    for (const float part : {0.5f, 0.4f, 0.6f, 0.3f, 0.7f, 0.2f, 0.8f, 0.1f, 0.9f}) {
      const Rect place = at(part, below);
      const bool inside = place.bottom() <= plot.rect.bottom() && place.y >= plot.rect.y;
      if (inside && are_apart(place)) return place;
    }
  // The slope is short and the names are all along it: in a corner, or not at all.
  for (const float x : {plot.rect.x + 4, plot.rect.right() - width - 4})
    for (const float y : {plot.rect.bottom() - kTextLine - 2, plot.rect.y + 2})
      if (const Rect place{x, y, width, kTextLine}; are_apart(place)) return place;
  return {};
}

/// The slope of a bandwidth up to the peak, and the peak from there on. `names`: where kernels' names are written.
void draw_roof(Canvas& canvas, const Plot& plot, const std::vector<Rect>& names) {
  const double peak = plot.machine.peak_gflops(), bandwidth = analysis::bandwidth_of(plot.roof, plot.machine);
  const Colour colour = canvas.colours.text;
  draw::TextStyle style = canvas.small();
  style.colour = colour, style.align = draw::Align::kRight;
  const double meets = bandwidth > 0 ? peak / bandwidth : plot.x.least;
  canvas.line(plot.at(meets, peak), plot.at(plot.x.most, peak), colour, 2);
  canvas.text_in({plot.rect.x, plot.y.at(peak) - kTextLine - 2, plot.rect.width - 6, kTextLine},
                 "peak " + gflops_in_words(peak), style);
  if (bandwidth <= 0) return;
  const double first = std::max(plot.x.least, plot.y.least / bandwidth);
  const Point from = plot.at(first, first * bandwidth), to = plot.at(meets, peak);
  canvas.line(from, to, colour, 2);
  const std::string text = std::string(name_of(plot.roof)) + " " +
                           words::thousands(static_cast<std::uint64_t>(std::llround(bandwidth))) + " GB/s";
  const float width = canvas.text_width(text, style) + 2;
  if (const Rect place = beside_slope(plot, from, to, width, names); !place.empty()) canvas.text_in(place, text, style);
}

void draw_mark(Canvas& canvas, Point at, bool filled, Colour colour, float radius = kRadius) {
  const Rect place{at.x - radius, at.y - radius, 2 * radius, 2 * radius};
  if (filled) return canvas.fill(place, colour, radius);
  canvas.fill(place, canvas.colours.ground, radius);
  canvas.outline(place, colour, 1.5f, radius);
}

std::string point_in_words(const Plot& plot, const RooflinePoint& point) {
  const auto x = point.flop_per_byte[static_cast<std::size_t>(plot.roof)];
  std::string text = point.kernel + "\n" + words::decimals(x.value_or(0), 2) + " FLOP per byte\nmodelled: at most " +
                     gflops_in_words(point.attainable) + ", limited by " + std::string(name_of(point.bound)) +
                     (point.measured ? "\nmeasured: " + gflops_in_words(*point.measured) : "\nnot measured");
  if (point.narrow_loads) text += "\nnvcc joins narrow loads where it can: fewer wavefronts than modelled";
  return text;
}

/// Modelled hollow, measured filled, a line between them. Returns what the pointer does to either. `kind` tells points
/// of one kernel apart.
draw::Hit draw_point(Canvas& canvas, const Plot& plot, const RooflinePoint& point, const char* kind, Colour colour,
                     float radius) {
  const auto x = point.flop_per_byte[static_cast<std::size_t>(plot.roof)];
  if (!x || *x <= 0 || point.attainable <= 0) return {};
  const Point modelled = plot.at(*x, point.attainable);
  const auto sensitive = [&](const char* rate, Point at) {
    const float reach = radius + 2;
    return canvas.hit(kind + point.kernel + rate, {at.x - reach, at.y - reach, 2 * reach, 2 * reach});
  };
  draw::Hit hit = sensitive(", modelled", modelled);
  if (point.measured && *point.measured > 0) {
    const Point measured = plot.at(*x, *point.measured);
    canvas.line(modelled, measured, theme::faded(colour, 0.6f));
    draw_mark(canvas, measured, true, colour, radius);
    const draw::Hit on = sensitive(", measured", measured);
    hit.hovered |= on.hovered, hit.clicked |= on.clicked;
  }
  draw_mark(canvas, modelled, false, colour, radius);
  return hit;
}

/// Why marks are above the roof, where one is; shorter where there is less room.
std::vector<std::string> why_above(const Plot& plot, const std::vector<RooflinePoint>& points) {
  const auto is_above = [&](const RooflinePoint& point) {
    const auto x = point.flop_per_byte[static_cast<std::size_t>(plot.roof)];
    const double roof = x ? *x * analysis::bandwidth_of(plot.roof, plot.machine) : 0;
    constexpr double kNear = 1.02;  // on it
    return roof > 0 && std::max(point.attainable, point.measured.value_or(0)) > kNear * roof;
  };
  if (std::ranges::none_of(points, is_above)) return {};
  if (plot.roof == Roof::kSectors)
    return {"above the roof: sectors that L1 has are counted, too, though L2 does not move them",
            "above the roof: sectors found in L1 are counted, too", "above the roof: L1 helps"};
  if (plot.roof == Roof::kWavefronts)
    return {"above the roof: narrow loads are joined in the machine code, which needs fewer wavefronts",
            "above the roof: the machine code joins narrow loads", "above the roof: joined loads"};
  return {};
}

/// A kernel's name beside its point.
struct Name {
  std::string text;
  Rect place;
};

/// On the side where there is room, below the peak's line. `line`: of `lines` names below each other. Without a place
/// where the point has none.
Name name_of(const Canvas& canvas, const Plot& plot, const RooflinePoint& point, std::string text, int line = 0,
             int lines = 1) {
  const auto x = point.flop_per_byte[static_cast<std::size_t>(plot.roof)];
  if (!x || *x <= 0) return {};
  const float width = canvas.text_width(text, canvas.bold()) + 2, at = plot.x.at(*x);
  const float y =
      std::max(plot.y.at(point.measured.value_or(point.attainable)), plot.y.at(plot.machine.peak_gflops()) + 12);
  constexpr float kHeight = 18;
  const float lowest = plot.rect.bottom() - 10 - static_cast<float>(lines - 1) * kHeight;
  const bool right = at + 12 + width <= plot.rect.right();
  return {std::move(text),
          {right ? at + 10 : at - 10 - width, std::min(y, lowest) - 9 + static_cast<float>(line) * kHeight, width,
           kHeight}};
}

void draw_name(Canvas& canvas, const Name& name) {
  if (name.place.empty()) return;
  canvas.fill(name.place, theme::faded(canvas.colours.ground, 0.8f), 3);
  canvas.text_in(name.place, name.text, canvas.bold());
}

/// Names what is shown; with a baseline both, by what tells them apart.
std::vector<Name> names_of(const Canvas& canvas, const Plot& plot, const LimitsOf& shown, const LimitsOf* pinned) {
  const RooflinePoint now = shown.point();
  if (pinned == nullptr) return {name_of(canvas, plot, now, now.kernel)};
  const Apart names = told_apart(*pinned->look.recording(), *shown.look.recording());
  return {name_of(canvas, plot, now, names.second, 0, 2),
          name_of(canvas, plot, pinned->point(), "baseline: " + names.first, 1, 2)};
}

/// The baseline's point, and a line from it to what is shown.
void draw_change(Canvas& canvas, const Plot& plot, const LimitsOf& shown, const LimitsOf& pinned) {
  const RooflinePoint now = shown.point(), before = pinned.point();
  const auto roof = static_cast<std::size_t>(plot.roof);
  const auto from = before.flop_per_byte[roof], to = now.flop_per_byte[roof];
  const auto is_there = [](std::optional<double> x, const RooflinePoint& point) {
    return x && *x > 0 && point.attainable > 0;
  };
  if (is_there(from, before) && is_there(to, now))
    canvas.line(plot.at(*from, before.attainable), plot.at(*to, now.attainable), canvas.colours.text, 1.5f);
  if (draw_point(canvas, plot, before, "baseline: ", canvas.colours.text, kRadius).hovered)
    canvas.tooltip("Baseline: " + point_in_words(plot, before));
}

void draw_legend(Canvas& canvas, Rect row, bool measured) {
  const auto entry = [&](bool filled, const std::string& text) {
    const float width = canvas.text_width(text, canvas.small()) + 2;
    if (16 + width > row.width) return;
    draw_mark(canvas, {row.x + 6, row.centre().y}, filled, canvas.colours.button);
    row.cut_left(16);
    canvas.text_in(row.cut_left(width, 18), text, canvas.small());
  };
  entry(false, "modelled");
  if (measured) entry(true, "measured");
}

}  // namespace

void draw_roofline(Canvas& canvas, Rect rect, const LimitsOf& shown, const LimitsOf* pinned) {
  const Roof roof = static_cast<Roof>(std::clamp(shown.look.views.limits.roof, 0, analysis::kRoofs - 1));
  draw_legend(canvas, rect.cut_bottom(kLegend), shown.measured.has_value());
  rect.cut_left(kLeft), rect.cut_bottom(kBottom, 2), rect.cut_top(kTextLine + kAbove), rect.cut_right(8);
  std::vector<RooflinePoint> all{shown.point()};
  if (pinned != nullptr) all.push_back(pinned->point());
  const analysis::Machine& machine = shown.both.machine;
  const Plot plot(rect, roof, machine, roofline_spans(all, roof, machine));
  draw_axes(canvas, plot);
  if (const std::vector<std::string> why = why_above(plot, all); !why.empty())
    draw::text_that_fits(canvas, {rect.x + kAxisTitle, rect.y - kTextLine - kAbove, rect.width - kAxisTitle, kTextLine},
                         why, canvas.small());
  const std::vector<Name> names = names_of(canvas, plot, shown, pinned);
  std::vector<Rect> places;
  for (const Name& name : names) places.push_back(name.place);
  draw_roof(canvas, plot, places);
  if (draw_point(canvas, plot, all.front(), "shown: ", canvas.colours.button, kRadius + 1.5f).hovered)
    canvas.tooltip(point_in_words(plot, all.front()));
  if (pinned != nullptr) draw_change(canvas, plot, shown, *pinned);
  for (const Name& name : names) draw_name(canvas, name);
}

}  // namespace gemmscope::views
