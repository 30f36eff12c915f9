// SPDX-License-Identifier: MIT
// What the GPU here does with what is shown: samples as a line, the latest on the right.
#include <algorithm>

#include "app/views/performance/draw.h"
#include "app/views/performance/words.h"

namespace gemmscope::views {

using draw::Canvas;
using draw::Rect;
using draw::TextStyle;

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

void draw_live(Canvas& canvas, Rect rect, const cuda::LiveTrace& live, bool is_answer) {
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
