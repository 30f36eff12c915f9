// SPDX-License-Identifier: MIT
/// Sites as rows: what they cost, what they would cost without any conflict, and what would change it.
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/views/metrics/report.h"
#include "app/views/metrics/table.h"
#include "app/views/parts/excess_words.h"
#include "app/views/parts/scope_choice.h"
#include "app/views/views.h"
#include "app/words/number.h"
#include "app/words/scope_words.h"
#include "tracing/analysis/modelled_cycles.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;
using words::thousands;

/// A large number with two lines of words beside it.
struct Figure {
  std::string number, unit, rule;
  draw::TextStyle large;

  float width(const Canvas& canvas) const {
    const float words = std::max(canvas.text_width(unit, canvas.small()), canvas.text_width(rule, canvas.small()));
    return canvas.text_width(number, large) + 10 + words + 3;
  }
  void draw(Canvas& canvas, Rect rect) const {
    canvas.text_in(rect.cut_left(canvas.text_width(number, large) + 1, 9), number, large);
    rect = rect.inset(1);
    draw::TextStyle style = canvas.small();
    style.colour = canvas.colours.text;
    canvas.text_in(rect.cut_top(rect.height / 2), unit, style);
    canvas.text_in(rect, rule, canvas.small());
  }
};

/// None where requests fault: the kernel would not run.
void draw_figures(Canvas& canvas, Rect row, const Look& look) {
  if (look.summary.total.misaligned + look.summary.total.faulted != 0) return;
  const draw::TextStyle large{canvas.colours.text, draw::Face::kMonoBold, 24};
  const analysis::SharedCount& loop = look.summary.main_loop.by(look.rule);
  if (const auto ratio = look.summary.wavefronts_per_fma(look.rule); ratio && *ratio > 0) {
    const double conflicts =
        loop.wavefronts == 0 ? 0 : static_cast<double>(loop.excess()) / static_cast<double>(loop.wavefronts);
    // SMs of compute capability 8.6 and more, and of 9.0, retire four warp-FMAs a clock; those of 7.5 and 8.0 two (CUDA
    // C++ Programming Guide, "Throughput of Native Arithmetic Instructions": 128 and 64 results a clock).
    const Figure figure{words::decimals(*ratio, 3),
                        "shared wavefronts per warp-FMA, " + words::share(conflicts) + " excess",
                        "in the main loop; a limit above 0.25 (A100: 0.5)", large};
    figure.draw(canvas, row.cut_left(std::min(row.width, figure.width(canvas)), 28));
  }
  if (look.summary.total.cycles_h200 == 0) return;  // of shared memory alone
  const Figure cycles{thousands(static_cast<std::uint64_t>(look.summary.total.cycles_h200 + 0.5)),
                      "cycles, modelled (H200)", "throughput, with the loads of PTX", large};
  if (cycles.width(canvas) > row.width) return;
  cycles.draw(canvas, row);
  if (canvas.hit("cycles", row).hovered)
    canvas.tooltip(std::string(analysis::kCyclesSource) +
                   "\nCounted per access in nvcc's PTX. ptxas may join neighbouring loads: Source shows the "
                   "machine code (I).");
}

/// What was counted by which rule, in as many words as there is room for.
void draw_basis(Canvas& canvas, Rect row, const Look& look) {
  const std::vector<std::string> basis = basis_texts(look.basis);
  const auto with_rule = [](const std::string& text, std::string_view rule) {
    return text + (text.empty() ? "rule: " : "; rule: ") + std::string(rule);
  };
  std::vector<std::string> texts;
  for (const std::string_view rule : {analysis::rule_of(look.rule), analysis::name_of(look.rule)})
    texts.push_back("requests of nvcc's PTX" + (basis.front().empty() ? "" : ", " + basis.front()) +
                    "; rule: " + std::string(rule));
  texts.push_back(with_rule(basis.front(), analysis::rule_of(look.rule)));
  for (const std::string& text : basis) texts.push_back(with_rule(text, analysis::name_of(look.rule)));
  texts.push_back(basis.back());
  draw::text_that_fits(canvas, row, texts, canvas.small());
}

void draw_metrics(const Look& look, session::Actions& actions, Canvas& canvas) {
  Rect rest = draw::header(canvas, "Metrics", largest_in_words(look), "");
  Rect row = rest.cut_top(22, 5);
  draw_scope_choice(canvas, row, look, actions);
  draw_basis(canvas, row, look);
  const std::string change = losses_in_words(look);
  if (!change.empty())
    canvas.paragraph(rest.cut_bottom(canvas.paragraph_height(rest.width, change, canvas.small()), 4), change,
                     canvas.small());
  draw_figures(canvas, rest.cut_bottom(32, 4), look);
  draw_metrics_table(canvas, rest, look, actions);
}

}  // namespace

View metrics_view() {
  return {
      .id = "metrics",
      .title = "Metrics",
      .question = "What does it cost, compared with the ideal?",
      .explanation =
          "A row is a site. Excess is what conflicts cost beyond the ideal; sectors are what global memory moves. Click a "
          "row to go to its request. The last lines say what another layout would change.",
      .place = Place::kBottomRight,
      .width = 720,
      .height = 316,
      .least_width = 520,
      .least_height = 276,
      .draw = draw_metrics,
      .draw_compared = draw_metrics_compared,
      .of_any_program = true,
      .texts = {{"metrics", metrics_text}}};
}

}  // namespace gemmscope::views
