// SPDX-License-Identifier: MIT
// The bars: as long as their share of the peak, or of the longest bar where that is more.
#include <algorithm>
#include <cmath>
#include <span>

#include "app/draw/widgets.h"
#include "app/session/request_edits.h"
#include "app/views/performance/draw.h"
#include "app/views/performance/words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using draw::TextStyle;

constexpr float kSizeLabel = 46, kNumber = 112, kOfLibrary = 114, kOfPeak = 92;  // points across
constexpr float kBareNumber = 52, kChange = 44;
constexpr float kLeastPlot = 60;
constexpr float kBesideName = 8 + 4 + kBareNumber + 8 + kChange + 4;  // in a layout's row, with the gaps
constexpr float kTitle = 20, kLeastRow = 14, kLeastSize = 26;

TextStyle number_style(const Canvas& canvas) {
  TextStyle style = canvas.mono();
  style.size = 12.5f;
  style.align = draw::Align::kRight;
  return style;
}

TextStyle share_style(const Canvas& canvas) {
  TextStyle style = canvas.small();
  style.align = draw::Align::kRight;
  return style;
}

std::optional<double> peak_of(const PerformancePicture& picture) {
  return picture.report->peak ? std::optional(picture.report->peak->gflops) : std::nullopt;
}

/// "+1 %", "-10 %" with a true minus sign.
std::string signed_percent(double change) {
  const std::string number = words::percent(std::abs(change));
  if (number == words::percent(0)) return number;
  return (change < 0 ? "\u2212" : "+") + number;
}

/// Two slanted gaps: the bar goes on.
void cut_off(Canvas& canvas, Rect bar) {
  for (const float from_end : {14.0f, 8.0f})
    canvas.line({bar.right() - from_end - 2, bar.bottom() + 1}, {bar.right() - from_end + 2, bar.y - 1},
                canvas.colours.panel, 2);
}

/// One bar with its number and shares behind it; `rate` null says that it was not measured. `full`: GFLOP/s of the
/// whole width.
void draw_bar(Canvas& canvas, Rect row, double full, const results::Median* rate, const std::string& middle,
              std::optional<double> peak, draw::Colour colour, bool hatched) {
  const Rect of_peak = row.cut_right(kOfPeak, 6), of_library = row.cut_right(kOfLibrary, 6);
  const Rect number = row.cut_right(kNumber, 8);
  const Rect track{row.x, row.y + 1, row.width, row.height - 2};
  canvas.text_in(of_library, rate == nullptr ? "" : middle, share_style(canvas));
  if (rate == nullptr) {
    canvas.text_in({number.x - 40, number.y, kNumber + 40, number.height}, middle + " not measured",
                   share_style(canvas));
    return;
  }
  draw::bar(canvas, track, rate->gflops, full, colour);
  if (hatched)
    canvas.hatch({track.x, track.y, track.width * static_cast<float>(rate->gflops / full), track.height},
                 canvas.colours.panel, 5);
  if (rate->gflops > full) cut_off(canvas, track);
  canvas.text_in(number, gflops_in_words(rate->gflops), number_style(canvas));
  canvas.text_in(of_peak, share_in_words(rate->gflops, peak, "peak"), share_style(canvas));
}

/// Where the baseline's rate ends, over the bar of what is shown.
void draw_pinned(Canvas& canvas, Rect bar, double full, const results::Median* pinned) {
  if (pinned == nullptr) return;
  const float x = bar.x + bar.width * static_cast<float>(std::min(1.0, pinned->gflops / full));
  canvas.line({x, bar.y - 1}, {x, bar.bottom() + 1}, canvas.colours.text, 2);
}

void draw_peak(Canvas& canvas, Rect bars, std::optional<double> peak, double full) {
  if (!peak) return;
  const float x = bars.x + bars.width * static_cast<float>(*peak / full);
  canvas.dashed_line({x, bars.y}, {x, bars.bottom()}, canvas.colours.secondary);
}

/// What the bars of a chart and its dashed line are.
void draw_keys(Canvas& canvas, Rect row, const PerformancePicture& picture) {
  using Swatch = draw::Key::Swatch;
  std::vector<draw::Key> keys;
  if (picture.measured)
    keys.push_back({picture.stands_in() ? Swatch::kHatch : Swatch::kFill, own_colour(canvas),
                    layout_in_words(picture.kernel, picture.shown_layout)});
  if (std::ranges::any_of(picture.sizes, [](const SizeBars& each) { return each.pinned != nullptr; }))
    keys.push_back({Swatch::kLine, canvas.colours.text, "baseline: " + picture.pinned});
  const results::LibraryRate* library = picture.sizes.empty() ? nullptr : picture.sizes.back().library;
  keys.push_back({Swatch::kFill, other_colour(canvas), library == nullptr ? "cuBLAS" : cublas_of(*library)});
  if (const auto peak = peak_of(picture))
    keys.push_back({Swatch::kLine, canvas.colours.secondary, "peak " + gflops_in_words(*peak)});
  draw::legend(canvas, row, keys);
}

/// The room that the longest name of a layout takes.
float name_width(const Canvas& canvas, const PerformancePicture& picture) {
  float width = 60;
  for (const LayoutBar& each : picture.layouts)
    width = std::max(width, canvas.text_width(layout_in_words(picture.kernel, each.rate->layout), canvas.small()) + 8);
  return width;
}

/// How the rows of the layouts are divided: names have the room they need while bars can be compared. Bars are as long
/// as their share of the fastest layout.
struct Column {
  float name;
  double fastest = 1;

  Column(const Canvas& canvas, const PerformancePicture& picture, float width)
      : name(std::min(name_width(canvas, picture), width - kBesideName - kLeastPlot)) {
    for (const LayoutBar& each : picture.layouts) fastest = std::max(fastest, each.rate->rate.gflops);
  }

  void draw(Canvas& canvas, Rect row, const PerformancePicture& picture, const LayoutBar& bar) const {
    const double gflops = bar.rate->rate.gflops;
    const results::KernelRate* usual = picture.default_rate();
    TextStyle style = canvas.small();
    style.keep_start = true;
    if (bar.shown) style.colour = canvas.colours.text;
    row.cut_left(4), row.cut_right(4);
    canvas.text_in(row.cut_left(name, 4), layout_in_words(picture.kernel, bar.rate->layout), style);
    const Rect change = row.cut_right(kChange, 4), number = row.cut_right(kBareNumber, 8);
    if (usual != nullptr && usual != bar.rate)
      canvas.text_in(change, signed_percent(gflops / usual->rate.gflops - 1), share_style(canvas));
    canvas.text_in(number, words::thousands(static_cast<std::uint64_t>(std::llround(gflops))), number_style(canvas));
    draw::bar(canvas, {row.x, row.y + 2, row.width, row.height - 4}, gflops, fastest,
              bar.shown ? own_colour(canvas) : other_colour(canvas));
  }
};

}  // namespace

namespace {

/// A kernel's rate with cuBLAS's below it.
struct RatePair {
  std::string label;
  const results::Median* own = nullptr;      ///< null: not measured
  const results::Median* library = nullptr;  ///< null: not measured
  const results::Median* pinned = nullptr;   ///< the baseline's; null: none
  std::optional<double> library_peak;        ///< nullopt: the peak is not that of what cuBLAS computes with
  bool shown = false;                        ///< it is that of the recording, beside others
};

/// The room for names, of that width, and bars that are as long as their share of `full` GFLOP/s.
struct Chart {
  float label_width = 0;
  TextStyle label;
  double full = 1;
  std::optional<double> peak;
  bool hatched = false;  ///< the kernel's bars stand for those of another layout
};

/// The pairs, each of which takes up to 60 points.
void draw_pairs(Canvas& canvas, Rect rect, const Chart& chart, std::span<const RatePair> pairs) {
  const auto count = static_cast<float>(std::max<std::size_t>(pairs.size(), 1));
  const float height = std::clamp(rect.height / count, kLeastSize, 60.0f), bar = std::min(23.0f, height / 2 - 1);
  Rect bars{rect.x + chart.label_width, rect.y, rect.width - chart.label_width - kNumber - kOfLibrary - kOfPeak - 20,
            0};
  for (const RatePair& each : pairs) {
    Rect row = rect.cut_top(height);
    TextStyle label = chart.label;
    if (each.shown) {
      canvas.fill({row.x - 4, row.y, row.width + 8, 2 * bar}, canvas.colours.row, 3);
      label.colour = canvas.colours.text;
    }
    canvas.text_in({row.x, row.y, chart.label_width - 6, 2 * bar}, each.label, label);
    row.cut_left(chart.label_width);
    const auto whole = each.library == nullptr ? std::nullopt : std::optional(each.library->gflops);
    draw_bar(canvas, {row.x, row.y, row.width, bar}, chart.full, each.own,
             each.own == nullptr ? "" : share_in_words(each.own->gflops, whole, "cuBLAS"), chart.peak,
             own_colour(canvas), chart.hatched);
    draw_pinned(canvas, {bars.x, row.y + 1, bars.width, row.cut_top(bar).height - 2}, chart.full, each.pinned);
    draw_bar(canvas, row.cut_top(bar), chart.full, each.library, "cuBLAS", each.library_peak, other_colour(canvas),
             false);
    bars.height = rect.y - bars.y - (height - 2 * bar);
  }
  draw_peak(canvas, bars, chart.peak, chart.full);
}

/// At most `room` of them, one at least; that of the recording is among them.
std::vector<const results::ProductRate*> fitting_rates(const ProductRates& all, std::size_t room) {
  std::vector<const results::ProductRate*> rates = all.rates;
  if (rates.size() <= room) return rates;
  rates.resize(std::max<std::size_t>(room, 1));
  if (all.shown != nullptr && std::ranges::count(rates, all.shown) == 0) rates.back() = all.shown;
  return rates;
}

}  // namespace

void draw_size_bars(Canvas& canvas, Rect rect, const PerformancePicture& picture) {
  Rect title = rect.cut_top(kTitle);
  canvas.text_in(title.cut_left(70), "M = N = K", canvas.small());
  draw_keys(canvas, title, picture);
  Chart chart{.label_width = kSizeLabel,
              .label = canvas.mono(),
              .full = picture.full,
              .peak = peak_of(picture),
              .hatched = picture.stands_in()};
  chart.label.size = 12.5f;
  std::vector<RatePair> pairs;
  for (const SizeBars& each :
       fitting_sizes(picture, static_cast<std::size_t>(std::max(1.0f, rect.height / kLeastSize)))) {
    RatePair& pair = pairs.emplace_back();
    pair.label = std::to_string(each.size);
    if (each.kernel != nullptr) pair.own = &each.kernel->rate;
    if (each.pinned != nullptr) pair.pinned = &each.pinned->rate;
    if (each.library == nullptr) continue;
    pair.library = &each.library->rate;
    if (!each.library->on_tensor_cores()) pair.library_peak = chart.peak;
  }
  draw_pairs(canvas, rect, chart, pairs);
}

void draw_product_bars(Canvas& canvas, Rect rect, const ProductRates& all) {
  using Swatch = draw::Key::Swatch;
  constexpr const char* kSizes = "M \u00d7 N \u00d7 K";
  std::vector<draw::Key> keys{{Swatch::kFill, own_colour(canvas), "this kernel"},
                              {Swatch::kFill, other_colour(canvas), "cuBLAS"}};
  if (all.peak()) keys.push_back({Swatch::kLine, canvas.colours.secondary, "peak " + gflops_in_words(*all.peak())});
  Chart chart{.label = canvas.small(), .full = all.full, .peak = all.peak()};
  chart.label.keep_start = true;
  chart.label_width = canvas.text_width(kSizes, chart.label);
  for (const results::ProductRate* rate : all.rates)
    chart.label_width = std::max(chart.label_width, canvas.text_width(label_of(*rate, all), chart.label));
  const float most = rect.width - kNumber - kOfLibrary - kOfPeak - 20 - kLeastPlot;
  chart.label_width = std::min(chart.label_width + 10, most);
  Rect title = rect.cut_top(kTitle);
  canvas.text_in(title.cut_left(chart.label_width), kSizes, canvas.small());
  draw::legend(canvas, title, keys);
  const auto room = [&] { return static_cast<std::size_t>(std::max(0.0f, rect.height / kLeastSize)); };
  const bool has_note = room() < all.rates.size() && rect.height >= kLeastSize + 18;
  const Rect note = has_note ? rect.cut_bottom(16, 2) : Rect{};
  const auto rates = fitting_rates(all, room());
  std::vector<RatePair> pairs;
  for (const results::ProductRate* rate : rates)
    pairs.push_back({.label = label_of(*rate, all),
                     .own = &rate->rate,
                     .library = rate->cublas ? &*rate->cublas : nullptr,
                     .library_peak = chart.peak,
                     .shown = rate == all.shown});
  draw_pairs(canvas, rect, chart, pairs);
  if (has_note)
    canvas.text_in(note, std::to_string(all.rates.size() - rates.size()) + " more: make the panel taller",
                   canvas.small());
}

float layouts_width(const Canvas& canvas, const PerformancePicture& picture) {
  return name_width(canvas, picture) + kBesideName + kLeastPlot;
}

void draw_layout_bars(Canvas& canvas, Rect rect, const PerformancePicture& picture, session::Actions& actions) {
  const std::string size = std::to_string(picture.layouts_size);
  const bool pinned = std::ranges::any_of(picture.layouts, &LayoutBar::pinned);
  canvas.text_in(rect.cut_top(kTitle),
                 "GFLOP/s of layouts at " + size + (pinned ? "; dashed: baseline" : "; click to record one"),
                 canvas.small());
  const Column column(canvas, picture, rect.width);
  const float height = std::clamp(rect.height / static_cast<float>(picture.layouts.size()), kLeastRow, 19.0f);
  const auto room = static_cast<std::size_t>(std::max(1.0f, (rect.height + 0.5f) / height));
  const std::vector<LayoutBar> fitting = fitting_layouts(picture, room);
  for (const LayoutBar& each : fitting) {
    const Rect row = rect.cut_top(height);
    const draw::Hit hit = canvas.hit("layout " + each.rate->layout, row);
    if (each.shown || hit.hovered) canvas.fill(row, canvas.colours.row, 3);
    if (each.pinned) draw::mark(canvas, row, draw::Emphasis::kHovered);
    if (hit.hovered) canvas.hand();
    if (hit.clicked) actions.add([layout = each.rate->layout](session::Session& s) { session::set_layout(s, layout); });
    column.draw(canvas, row, picture, each);
    if (hit.hovered)
      canvas.tooltip("Record " + layout_in_words(picture.kernel, each.rate->layout) + "\n" +
                     occupancy_in_words(*each.rate) + (each.pinned ? "\nThis is the baseline" : ""));
  }
  if (fitting.size() < picture.layouts.size() && rect.height + 0.5f >= height)
    canvas.text_in(rect.cut_top(height),
                   std::to_string(picture.layouts.size() - fitting.size()) + " more: make the panel taller",
                   canvas.small());
}

}  // namespace gemmscope::views
