// SPDX-License-Identifier: MIT
/// What limits the kernel: what each part of a GPU needs for it at least, and all kernels under one roofline.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/session/study.h"
#include "app/views/limits/draw.h"
#include "app/views/parts/following.h"
#include "app/views/parts/rate_words.h"
#include "app/views/views.h"
#include "app/words/limits_words.h"
#include "app/words/number.h"
#include "app/words/reuse_words.h"
#include "app/words/scope_words.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;
using session::MeasuredLimits;

enum Tab { kKernel, kRoofline };

void draw_choices(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions) {
  static const std::string kTabs[] = {"this kernel", "roofline"};
  static const std::string kHints[] = {"What each part of the GPU needs for it at least",
                                       "All kernels, FLOP per second against FLOP per byte"};
  static const std::string kRoofs[] = {"shared memory and L1", "L2", "DRAM"};
  static const std::string kRoofHints[] = {"Bytes that wavefronts move, 128 for each",
                                           "Bytes that sectors move, 32 for each",
                                           "Bytes of A, B and C, each element once"};
  Rect row = rest.cut_top(22, 6);
  if (const auto tab = draw::choice(canvas, row, kTabs, look.views.limits.tab, kHints))
    actions.add([tab = *tab](Look& s) { s.views.limits.tab = tab; });
  if (look.views.limits.tab != kRoofline) return;
  if (row.width < draw::choice_width(canvas, kRoofs)) row = rest.cut_top(22, 6);
  if (const auto roof = draw::choice(canvas, row, kRoofs, look.views.limits.roof, kRoofHints))
    actions.add([roof = *roof](Look& s) { s.views.limits.roof = roof; });
}

std::string answer_in_words(const Look& look, const MeasuredLimits& both) {
  if (both.limits.missing != analysis::Missing::kNothing)
    return "Limits are missing: " + words::missing_in_words(both.limits.missing);
  if (look.views.limits.tab == kKernel) return words::bound_in_words(*look.recording(), both.limits, both.machine);
  const auto point = both.point(*look.recording());
  const auto& x = point.flop_per_byte[static_cast<std::size_t>(std::clamp(look.views.limits.roof, 0, 2))];
  return (x ? words::decimals(*x, 2) + " FLOP per byte" : "No such bytes") + ", at most " +
         gflops_in_words(point.attainable) + (point.measured ? "; measured: " + gflops_in_words(*point.measured) : "");
}

void draw_limits(const Look& look, session::Actions& actions, Canvas& canvas) {
  actions.add(session::want, session::StudyKind::kLimits);
  if (look.views.limits.tab == kRoofline) actions.add(session::want, session::StudyKind::kLadder);
  const MeasuredLimits* both = session::limits_of(look);
  if (both == nullptr) {
    draw::header(canvas, "Limits", studying_text(look, session::StudyKind::kLimits), "");
    return;
  }
  Rect rest = draw::header(canvas, "Limits", answer_in_words(look, *both), "");
  rest = draw::second_detail(canvas, rest, measured_in_words(*look.recording(), *both));
  if (both->limits.missing != analysis::Missing::kNothing) return;
  draw_choices(canvas, rest, look, actions);
  if (look.views.limits.tab == kKernel) return draw_limit_bars(canvas, rest, look, *both);
  const session::Ladder* ladder = session::ladder_of(look);
  if (ladder == nullptr)
    canvas.text_in(rest.cut_top(24), studying_text(look, session::StudyKind::kLadder), canvas.words());
  else
    draw_roofline(canvas, rest, look, *both, *ladder, actions);
}

}  // namespace

View limits_view() {
  return {
      .id = "limits",
      .title = "Limits",
      .question = "What limits this kernel?",
      .explanation =
          "How long a launch takes at least, by what each part of the GPU must do for it: multiply-adds and "
          "wavefronts of the busiest SM, bytes of L2 and DRAM. The longest is the bound. Hatched: up to that much "
          "where no cache helps. The line is what a GPU needed. In the roofline a hollow mark is modelled, a filled "
          "one measured; above the roof are kernels whose narrow loads nvcc has joined. Click a mark to show its "
          "kernel.",
      .place = Place::kBottomLeft,
      .width = 860,
      .height = 460,
      .least_width = 480,
      .least_height = 268,
      .draw = draw_limits,
      .half_width = kNeverHalved};
}

}  // namespace gemmscope::views
