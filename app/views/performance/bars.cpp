// SPDX-License-Identifier: MIT
// The bars: as long as their share of the peak, or of the longest bar where that is more.
#include <algorithm>
#include <cmath>

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

constexpr float kSizeLabel = 46, kNumber = 112, kOfLibrary = 104, kOfPeak = 92;  // points across
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
void draw_pinned(Canvas& canvas, Rect bar, const PerformancePicture& picture, const results::KernelRate* pinned) {
  if (pinned == nullptr) return;
  const float x = bar.x + bar.width * static_cast<float>(std::min(1.0, pinned->rate.gflops / picture.full));
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

void draw_size_bars(Canvas& canvas, Rect rect, const PerformancePicture& picture) {
  Rect title = rect.cut_top(kTitle);
  canvas.text_in(title.cut_left(70), "M = N = K", canvas.small());
  draw_keys(canvas, title, picture);
  const auto sizes = fitting_sizes(picture, static_cast<std::size_t>(std::max(1.0f, rect.height / kLeastSize)));
  const float height =
      std::clamp(rect.height / static_cast<float>(std::max<std::size_t>(sizes.size(), 1)), kLeastSize, 60.0f);
  const float bar = std::min(23.0f, height / 2 - 1);
  Rect bars{rect.x + kSizeLabel, rect.y, rect.width - kSizeLabel - kNumber - kOfLibrary - kOfPeak - 20, 0};
  for (const SizeBars& each : sizes) {
    Rect row = rect.cut_top(height);
    TextStyle label = canvas.mono();
    label.size = 12.5f;
    canvas.text_in({row.x, row.y, kSizeLabel, 2 * bar}, std::to_string(each.size), label);
    row.cut_left(kSizeLabel);
    const results::Rate* own = each.kernel == nullptr ? nullptr : &each.kernel->rate;
    const results::Rate* library = each.library == nullptr ? nullptr : &each.library->rate;
    const auto whole = library == nullptr ? std::nullopt : std::optional(library->gflops);
    const bool tensor_cores = each.library != nullptr && each.library->on_tensor_cores();
    const auto peak = peak_of(picture);
    draw_bar(canvas, {row.x, row.y, row.width, bar}, picture.full, own,
             own == nullptr ? "" : share_in_words(own->gflops, whole, "cuBLAS"), peak, own_colour(canvas),
             picture.stands_in());
    draw_pinned(canvas, {bars.x, row.y + 1, bars.width, row.cut_top(bar).height - 2}, picture, each.pinned);
    draw_bar(canvas, row.cut_top(bar), picture.full, library, "cuBLAS", tensor_cores ? std::nullopt : peak,
             other_colour(canvas), false);
    bars.height = rect.y - bars.y - (height - 2 * bar);
  }
  draw_peak(canvas, bars, peak_of(picture), picture.full);
}

void draw_product_bars(Canvas& canvas, Rect rect, const ProductRates& all) {
  using Swatch = draw::Key::Swatch;
  std::vector<draw::Key> keys{{Swatch::kFill, own_colour(canvas), "this kernel"},
                              {Swatch::kFill, other_colour(canvas), "cuBLAS"}};
  if (all.peak()) keys.push_back({Swatch::kLine, canvas.colours.secondary, "peak " + gflops_in_words(*all.peak())});
  TextStyle label = canvas.small();
  label.keep_start = true;
  float width = canvas.text_width("M \u00d7 N \u00d7 K", label);
  for (const results::ProductRate* rate : all.rates)
    width = std::max(width, canvas.text_width(label_of(*rate, all), label));
  width = std::min(width + 10, rect.width - kNumber - kOfLibrary - kOfPeak - 20 - kLeastPlot);
  Rect title = rect.cut_top(kTitle);
  canvas.text_in(title.cut_left(width), "M \u00d7 N \u00d7 K", canvas.small());
  draw::legend(canvas, title, keys);
  const auto room = static_cast<std::size_t>(std::max(1.0f, rect.height / kLeastSize));
  const std::size_t fit = all.rates.size() <= room ? all.rates.size() : std::max<std::size_t>(room - 1, 1);
  const float height = std::clamp(rect.height / static_cast<float>(std::max<std::size_t>(fit, 1)), kLeastSize, 60.0f);
  const float bar = std::min(23.0f, height / 2 - 1);
  Rect bars{rect.x + width, rect.y, rect.width - width - kNumber - kOfLibrary - kOfPeak - 20, 0};
  for (std::size_t i = 0; i < fit; ++i) {
    const results::ProductRate& rate = *all.rates[i];
    Rect row = rect.cut_top(height);
    if (&rate == all.shown) canvas.fill({row.x - 4, row.y, row.width + 8, 2 * bar}, canvas.colours.row, 3);
    label.colour = &rate == all.shown ? canvas.colours.text : canvas.small().colour;
    canvas.text_in({row.x, row.y, width - 6, 2 * bar}, label_of(rate, all), label);
    row.cut_left(width);
    const results::Median* cublas = rate.cublas ? &*rate.cublas : nullptr;
    const auto whole = cublas == nullptr ? std::nullopt : std::optional(cublas->gflops);
    draw_bar(canvas, row.cut_top(bar), all.full, &rate.rate, share_in_words(rate.rate.gflops, whole, "cuBLAS"),
             all.peak(), own_colour(canvas), false);
    draw_bar(canvas, row.cut_top(bar), all.full, cublas, "cuBLAS", all.peak(), other_colour(canvas), false);
    bars.height = rect.y - bars.y - (height - 2 * bar);
  }
  draw_peak(canvas, bars, all.peak(), all.full);
  if (fit < all.rates.size() && rect.height > 12)
    canvas.text_in(rect, std::to_string(all.rates.size() - fit) + " more: make the panel taller", canvas.small());
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

namespace {

/// The samples as a line, the latest on the right; a height of 1 is `top` GFLOP/s.
void draw_samples(Canvas& canvas, Rect plot, const std::vector<double>& gflops, double top) {
  const float step = plot.width / static_cast<float>(cuda::LiveTrace::kMost - 1);
  draw::Point last;
  for (std::size_t i = 0; i < gflops.size(); ++i) {
    const float age = static_cast<float>(gflops.size() - 1 - i);
    const draw::Point at{plot.right() - age * step, plot.bottom() - plot.height * static_cast<float>(gflops[i] / top)};
    canvas.line(i == 0 ? draw::Point{at.x - 1, at.y} : last, at, own_colour(canvas), 1.5f);
    last = at;
  }
}

}  // namespace

void draw_live(Canvas& canvas, Rect rect, const cuda::LiveTrace& live) {
  const std::string text = live_in_words(live);
  if (live.gflops.empty()) return canvas.text_in(rect, text, canvas.small());
  TextStyle style = canvas.small();
  style.colour = canvas.colours.text;
  canvas.text_in(rect.cut_left(std::min(canvas.text_width(text, style) + 2, rect.width), 14), text, style);
  if (rect.width < kLeastPlot) return;
  canvas.outline(rect, canvas.colours.line);
  const Rect plot = rect.inset(3);
  const double top = std::max(live.peak_gflops.value_or(0), *std::ranges::max_element(live.gflops));
  draw_samples(canvas, plot, live.gflops, top);
}

void draw_live_product(Canvas& canvas, Rect rect, const cuda::LiveTrace& live, bool is_answer) {
  constexpr float kLine = 17, kLeastChart = 30, kLabel = 70;
  TextStyle style = canvas.small();
  if (!live.gflops.empty()) style.colour = canvas.colours.text;
  const std::string rate = live_rate_in_words(live), place = live_place_in_words(live);
  if (!is_answer) canvas.paragraph(rect.cut_top(canvas.paragraph_height(rect.width, rate, style), 2), rate, style);
  if (live.gflops.empty()) return;
  canvas.text_in(rect.cut_top(kLine, 2), place, canvas.small());
  if (rect.height < kLeastChart) return;
  const bool floats = live.element == "float";
  const double peak = floats ? live.peak_gflops.value_or(0) : 0;
  const double top = 1.05 * std::max({peak, live.cublas_gflops.value_or(0), *std::ranges::max_element(live.gflops)});
  canvas.outline(rect, canvas.colours.line);
  const Rect plot = rect.inset(3);
  const auto level = [&](double gflops, const char* name) {
    if (gflops <= 0) return;
    const float y = plot.bottom() - plot.height * static_cast<float>(gflops / top);
    canvas.dashed_line({plot.x, y}, {plot.right(), y}, canvas.colours.secondary);
    canvas.text_in({plot.x + 4, y + 1, kLabel, 14}, name, canvas.small());
  };
  level(peak, "peak");
  level(live.cublas_gflops.value_or(0), "cuBLAS");
  draw_samples(canvas, plot, live.gflops, top);
}

}  // namespace gemmscope::views
