// SPDX-License-Identifier: MIT
/// What limits the kernel: what each part of a GPU needs for it at least, and all kernels under one roofline.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/session/study.h"
#include "app/views/limits/draw.h"
#include "app/views/limits/picture.h"
#include "app/views/parts/baseline_words.h"
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

enum LimitsTab { kKernel, kRoofline };

void draw_limits_choices(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions) {
  static const std::string kTabs[] = {"this kernel", "roofline"};
  static const std::string kHints[] = {"The least time that each part of the GPU needs",
                                       "FLOP per second against FLOP per byte"};
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

std::string answer_in_words(const LimitsOf& shown) {
  const session::MeasuredLimits& both = shown.both;
  if (both.limits.missing != analysis::Missing::kNothing)
    return "Limits are missing: " + words::missing_in_words(both.limits.missing);
  if (shown.look.views.limits.tab == kKernel)
    return words::bound_in_words(*shown.look.recording(), both.limits, both.machine);
  const auto point = shown.point();
  const auto& x = point.flop_per_byte[static_cast<std::size_t>(std::clamp(shown.look.views.limits.roof, 0, 2))];
  return (x ? words::decimals(*x, 2) + " FLOP per byte" : "No bytes here") + ", at most " +
         gflops_in_words(point.attainable) + (point.measured ? "; measured: " + gflops_in_words(*point.measured) : "");
}

/// "At least 3.4 \u00b5s, 7.1 % less than the baseline, limited by wavefronts, no longer multiply-adds".
std::string change_of_bound(const MeasuredLimits& now, const MeasuredLimits& before) {
  const analysis::Limit &bound = now.limits.bound(), &was = before.limits.bound();
  const std::string text = "At least " + words::time_in_words(bound.cycles(), now.machine) + ", " +
                           as_baseline(change_in_percent(bound.cycles(), was.cycles())) + ", limited by " +
                           std::string(name_of(bound.by));
  return bound.by == was.by ? text : text + ", no longer " + std::string(name_of(was.by));
}

/// "2.46 FLOP per byte, 8.3 % more than the baseline, at most 2 028 GFLOP/s".
std::string change_of_point(const LimitsOf& shown, const LimitsOf& pinned) {
  const auto roof = static_cast<std::size_t>(std::clamp(shown.look.views.limits.roof, 0, 2));
  const auto point = shown.point();
  const auto now = point.flop_per_byte[roof], was = pinned.point().flop_per_byte[roof];
  if (!now || !was || *was <= 0) return answer_in_words(shown);
  return words::decimals(*now, 2) + " FLOP per byte, " + as_baseline(change_in_percent(*now, *was)) + ", at most " +
         gflops_in_words(point.attainable);
}

std::string compared_answer(const LimitsOf& shown, const LimitsOf& pinned) {
  const MeasuredLimits &now = shown.both, &before = pinned.both;
  const bool both = now.limits.missing == analysis::Missing::kNothing &&
                    before.limits.missing == analysis::Missing::kNothing && before.limits.bound().cycles() > 0;
  if (!both) return answer_in_words(shown);
  return shown.look.views.limits.tab == kKernel ? change_of_bound(now, before) : change_of_point(shown, pinned);
}

/// What the thin bars are, and what a GPU needed for either.
std::string compared_detail(const LimitsOf& shown, const LimitsOf& pinned) {
  const Apart names = told_apart(*pinned.look.recording(), *shown.look.recording());
  std::string text = (shown.look.views.limits.tab == kKernel ? "Thin bars: " : "Baseline: ") + names.first;
  if (pinned.both.limits.missing != analysis::Missing::kNothing)
    text += ", missing: " + words::missing_in_words(pinned.both.limits.missing);
  text += pinned.measured ? ", measured: " + gflops_in_words(*pinned.measured) : ", not measured";
  return text + ". " + names.second + ": " + measured_in_words(shown.look, shown.both);
}

void want(const Look* baseline, session::Actions& actions) {
  actions.add(session::want, session::StudyKind::kLimits);
  if (baseline == nullptr) return;
  actions.about(session::Which::kBaseline);
  actions.add(session::want, session::StudyKind::kLimits);
  actions.about(session::Which::kShown);
}

void draw_limits(const Look& look, const Look* baseline, session::Actions& actions, Canvas& canvas) {
  want(baseline, actions);
  const MeasuredLimits *both = session::limits_of(look),
                       *before = baseline == nullptr ? nullptr : session::limits_of(*baseline);
  if (both == nullptr || (baseline != nullptr && before == nullptr)) {
    draw::header(canvas, "Limits", studying_text(both == nullptr ? look : *baseline, session::StudyKind::kLimits), "");
    return;
  }
  const LimitsOf shown{look, *both, measured_gflops(product_rates(look), both->machine)};
  std::optional<LimitsOf> pinned;
  if (before != nullptr)
    pinned.emplace(LimitsOf{*baseline, *before, measured_gflops(product_rates(*baseline), before->machine)});
  Rect rest = draw::header(canvas, "Limits", pinned ? compared_answer(shown, *pinned) : answer_in_words(shown), "");
  rest = draw::second_detail(canvas, rest, pinned ? compared_detail(shown, *pinned) : measured_in_words(look, *both));
  draw_limits_choices(canvas, rest, look, actions);
  if (both->limits.missing != analysis::Missing::kNothing && look.views.limits.tab == kKernel) return;
  if (pinned && before->limits.missing != analysis::Missing::kNothing) pinned.reset();
  const LimitsOf* other = pinned ? &*pinned : nullptr;
  if (look.views.limits.tab == kKernel) return draw_limit_bars(canvas, rest, shown, other);
  draw_roofline(canvas, rest, shown, other);
}

}  // namespace

View limits_view() {
  return {
      .id = "limits",
      .title = "Limits",
      .question = "What limits this kernel?",
      .explanation =
          "The least time a launch can take, from what each part of the GPU must do for it: multiply-adds and "
          "wavefronts of the busiest SM, bytes of L2 and DRAM. The longest is the bound. Hatched: the time if no cache "
          "helped. The line is the measured time. In the roofline, a hollow mark is modelled and a filled one "
          "measured; a mark above the roof is a kernel whose narrow loads ptxas joined.",
      .place = Place::kBottomOrTop,
      .width = 860,
      .height = 460,
      .least_width = 480,
      .least_height = 268,
      .draw = alone<draw_limits>,
      .draw_compared = compared<draw_limits>,
      .texts = {{"limits", limits_text}, {"roofline", roofline_text}}};
}

}  // namespace gemmscope::views
