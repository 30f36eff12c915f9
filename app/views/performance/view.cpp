// SPDX-License-Identifier: MIT
/// How fast the plain build is, as measured on a GPU: against cuBLAS, against what the GPU could do, and against the
/// same kernel with other layouts.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/session/live.h"
#include "app/views/performance/draw.h"
#include "app/views/performance/words.h"
#include "app/views/views.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kBothWidth = 760;                        ///< less has room for one of the two charts
constexpr float kLayoutsWidth = 300, kSizesWidth = 440;  ///< the least
constexpr float kLiveHeight = 34, kLiveProductHeight = 76;

/// Which device's report, where there are several; which chart, where there is no room for both.
void draw_choices(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions, bool tabs) {
  static const std::string kTabs[] = {"by size", "by layout"};
  static const std::string kTabHints[] = {"Next to cuBLAS, for each size", "The same kernel with other layouts"};
  const auto& reports = *look.reports;
  if (reports.size() < 2 && !tabs) return;
  Rect row = rest.cut_top(22, 6);
  if (tabs)
    if (const auto tab = draw::choice(canvas, row, kTabs, look.views.performance.tab, kTabHints))
      actions.add([tab = *tab](Look& s) { s.views.performance.tab = tab; });
  if (reports.size() < 2) return;
  std::vector<std::string> devices, origins;
  for (const results::BenchReport& report : reports) {
    devices.push_back(report.device + ", " + results::day_of(report));
    origins.push_back(origin_in_words(report));
  }
  if (row.width < draw::choice_width(canvas, devices)) row = rest.cut_top(22, 6);
  const int on = std::clamp(look.views.performance.report, 0, static_cast<int>(devices.size()) - 1);
  if (const auto report = draw::choice(canvas, row, devices, on, origins))
    actions.add([report = *report](Look& s) { s.views.performance.report = report; });
}

void draw_cautions(Canvas& canvas, Rect& rest, const PerformancePicture& picture, const cuda::LiveTrace& live) {
  std::string text = busy_in_words(picture, live);
  for (const std::string& caution : cautions_in_words(picture)) text += (text.empty() ? "" : " ") + caution;
  if (text.empty()) return;
  const float height = canvas.paragraph_height(rest.width, text, canvas.small());
  canvas.paragraph(rest.cut_bottom(height, 4), text, canvas.small());
}

}  // namespace

draw::Colour own_colour(const Canvas& canvas) { return canvas.colours.button; }
draw::Colour other_colour(const Canvas& canvas) { return canvas.colours.conflict[0]; }

namespace {

/// A program's products, which were measured at the sizes that the program gave them.
void draw_products(const Look& look, Canvas& canvas) {
  const ProductRates all = product_rates(look);
  const cuda::LiveTrace& live = look.live;
  const bool is_answer = all.report == nullptr && !live.gflops.empty();
  Rect rest = draw::header(canvas, "Performance", is_answer ? live_rate_in_words(live) : answer_in_words(all), "");
  if (all.report == nullptr) {
    const std::string how = how_to_measure_in_words(all);
    canvas.paragraph(rest.cut_top(canvas.paragraph_height(rest.width, how, canvas.small()), 8), how, canvas.small());
    if (!live_in_words(live).empty()) draw_live_product(canvas, rest, live, is_answer);
    return;
  }
  if (!live_in_words(live).empty())
    draw_live_product(canvas, rest.cut_bottom(live.gflops.empty() ? 18 : kLiveProductHeight, 4), live, false);
  const bool wide = rest.width >= kBothWidth;
  rest = draw::second_detail(canvas, rest, wide ? origin_in_words(*all.report) : short_origin_in_words(*all.report));
  draw_product_bars(canvas, rest, all);
}

void draw_performance(const Look& look, const Look* baseline, session::Actions& actions, Canvas& canvas) {
  actions.add(session::want_live);
  if (!look.recording()->of_ladder()) return draw_products(look, canvas);
  const PerformancePicture picture = performance_picture(look, baseline);
  Rect rest = draw::header(canvas, "Performance", answer_in_words(picture), "");
  if (const std::string live = live_in_words(look.live); !live.empty())
    draw_live(canvas, rest.cut_bottom(look.live.gflops.empty() ? 18 : kLiveHeight, 4), look.live);
  if (picture.report == nullptr) {
    canvas.paragraph(rest,
                     "To measure on a machine with an NVIDIA GPU: gemmscope bench --json > mine.json. To see it here: "
                     "gemmscope open FILE --results mine.json.",
                     canvas.small());
    return;
  }
  const results::BenchReport& report = *picture.report;
  const bool wide = rest.width >= kBothWidth;
  rest = draw::second_detail(
      canvas, rest, wide ? origin_in_words(report) + ". " + peak_in_words(report) : short_origin_in_words(report));
  const bool several = picture.layouts.size() > 1;  // one bar beside no other says nothing
  draw_choices(canvas, rest, look, actions, several && !wide);
  draw_cautions(canvas, rest, picture, look.live);
  if (wide && several) {
    const float most = std::max(kLayoutsWidth, rest.width - kSizesWidth - 24);
    const float width = std::clamp(layouts_width(canvas, picture), kLayoutsWidth, most);
    draw_layout_bars(canvas, rest.cut_right(width, 24), picture, actions);
  }
  if (wide || !several || look.views.performance.tab == 0)
    draw_size_bars(canvas, rest, picture);
  else
    draw_layout_bars(canvas, rest, picture, actions);
}

}  // namespace

View performance_view() {
  return {
      .id = "performance",
      .title = "Performance",
      .question = "Does it matter on a real GPU?",
      .explanation =
          "Rates measured on a GPU, never on the emulator: for each size, a bar for the kernel, one for cuBLAS below "
          "it, and a dashed line at the GPU's single-precision peak. Next to the ladder's kernels are their other layouts; click one to record "
          "it. If there is a GPU, the line at the bottom is being measured.",
      .place = Place::kBottomLeft,
      .width = 860,
      .height = 316,
      .least_width = 520,
      .least_height = 230,
      .draw = alone<draw_performance>,
      .draw_compared = compared<draw_performance>,
      .texts = {{"performance", performance_text}}};
}

}  // namespace gemmscope::views
