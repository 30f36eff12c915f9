// SPDX-License-Identifier: MIT
/// How fast the kernel is, as measured on a GPU: against cuBLAS, against what the GPU could do, and against the same
/// kernel with other numbers and at other sizes.
#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/session/live.h"
#include "app/session/study.h"
#include "app/views/performance/draw.h"
#include "app/views/performance/words.h"
#include "app/views/views.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kWideOrigin = 760;  ///< has room for all that is known of a report
constexpr float kLiveHeight = 76;

/// Which device's report, where several have rates of the kernel.
void draw_choices(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions) {
  const std::vector<int> with_rates = reports_with_rates(look);
  if (with_rates.size() < 2) return;
  std::vector<std::string> devices, origins;
  int on = 0;
  for (const int index : with_rates) {
    const results::BenchReport& report = (*look.reports)[static_cast<std::size_t>(index)];
    if (&report == session::report_shown(look)) on = static_cast<int>(devices.size());
    devices.push_back(report.device + ", " + results::day_of(report));
    origins.push_back(origin_in_words(report));
  }
  Rect row = rest.cut_top(22, 6);
  if (const auto chosen = draw::choice(canvas, row, devices, on, origins))
    actions.add(
        [report = with_rates[static_cast<std::size_t>(*chosen)]](Look& s) { s.views.performance.report = report; });
}

void draw_caution(Canvas& canvas, Rect& rest, const std::string& text) {
  if (text.empty()) return;
  const float height = canvas.paragraph_height(rest.width, text, canvas.small());
  canvas.paragraph(rest.cut_bottom(height, 4), text, canvas.small());
}

}  // namespace

draw::Colour own_colour(const Canvas& canvas) { return canvas.colours.button; }
draw::Colour other_colour(const Canvas& canvas) { return canvas.colours.conflict[0]; }

namespace {

void draw_performance(const Look& look, const Look* baseline, session::Actions& actions, Canvas& canvas) {
  actions.add(session::want_live);
  const ProductRates all = product_rates(look, baseline);
  const cuda::LiveTrace& live = look.live;
  const bool is_answer = all.report == nullptr && !live.gflops.empty();
  Rect rest = draw::header(canvas, "Performance", is_answer ? live_rate_in_words(live) : answer_in_words(all), "");
  if (all.report == nullptr) {
    const std::string how = how_to_measure_in_words(all);
    canvas.paragraph(rest.cut_top(canvas.paragraph_height(rest.width, how, canvas.small()), 8), how, canvas.small());
    if (!live_in_words(live).empty()) draw_live(canvas, rest, live, is_answer);
    return;
  }
  if (!live_in_words(live).empty())
    draw_live(canvas, rest.cut_bottom(live.gflops.empty() ? 18 : kLiveHeight, 4), live, false);
  rest = draw::second_detail(
      canvas, rest, rest.width >= kWideOrigin ? origin_in_words(*all.report) : short_origin_in_words(*all.report));
  draw_choices(canvas, rest, look, actions);
  draw_caution(canvas, rest, busy_in_words(all, live));
  draw_product_bars(canvas, rest, all);
}

}  // namespace

View performance_view() {
  return {
      .id = "performance",
      .title = "Performance",
      .question = "Does it matter on a real GPU?",
      .explanation =
          "Rates measured on a GPU, never on the emulator: for each size and each setting of the program's numbers, a bar "
          "for the kernel, one for cuBLAS below it, and a dashed line at the GPU's single-precision peak. If there is a "
          "GPU, the line at the bottom is being measured.",
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
