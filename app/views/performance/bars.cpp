// SPDX-License-Identifier: MIT
// The bars: as long as their share of the peak, or of the longest bar where that is more.
#include <algorithm>
#include <cmath>
#include <span>

#include "app/draw/widgets.h"
#include "app/views/performance/draw.h"
#include "app/views/performance/words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using draw::TextStyle;

constexpr float kNumber = 112, kOfLibrary = 114, kOfPeak = 92;  // points across
constexpr float kLeastPlot = 60;
constexpr float kTitle = 20, kLeastSize = 26;

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

/// One bar with its number and shares behind it; `rate` null says that it was not measured. `full`: GFLOP/s of the
/// whole width.
void draw_bar(Canvas& canvas, Rect row, double full, const results::Median* rate, const std::string& middle,
              std::optional<double> peak, draw::Colour colour) {
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

/// A kernel's rate with cuBLAS's below it.
struct RatePair {
  std::string label;
  const results::Median* own = nullptr;      ///< null: not measured
  const results::Median* library = nullptr;  ///< null: not measured
  const results::Median* pinned = nullptr;   ///< the baseline's; null: none
  bool shown = false;                        ///< it is that of the recording, beside others
};

/// The room for names, of that width, and bars that are as long as their share of `full` GFLOP/s.
struct Chart {
  float label_width = 0;
  TextStyle label;
  double full = 1;
  std::optional<double> peak;
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
             own_colour(canvas));
    draw_pinned(canvas, {bars.x, row.y + 1, bars.width, row.cut_top(bar).height - 2}, chart.full, each.pinned);
    draw_bar(canvas, row.cut_top(bar), chart.full, each.library, "cuBLAS", chart.peak, other_colour(canvas));
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

void draw_product_bars(Canvas& canvas, Rect rect, const ProductRates& all) {
  using Swatch = draw::Key::Swatch;
  constexpr const char* kSizes = "M \u00d7 N \u00d7 K";
  std::vector<draw::Key> keys{{Swatch::kFill, own_colour(canvas), "this kernel"},
                              {Swatch::kFill, other_colour(canvas), "cuBLAS"}};
  if (all.pinned != nullptr && all.shown != nullptr) keys.push_back({Swatch::kLine, canvas.colours.text, "baseline"});
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
                     .pinned = all.pinned != nullptr && rate == all.shown ? &all.pinned->rate : nullptr,
                     .shown = rate == all.shown});
  draw_pairs(canvas, rect, chart, pairs);
  if (has_note)
    canvas.text_in(note, std::to_string(all.rates.size() - rates.size()) + " more: make the panel taller",
                   canvas.small());
}

}  // namespace gemmscope::views
