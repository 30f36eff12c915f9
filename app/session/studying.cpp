// SPDX-License-Identifier: MIT
#include "app/session/studying.h"

#include <algorithm>

namespace gemmscope::session {
namespace {

bool fits(const Look& look) {
  const Studied& of = look.studied;
  return of.loaded == look.loaded && of.rule == look.rule && of.report == report_shown(look);
}

/// Emptied where it is of something else.
Studied& studied_now(Look& look) {
  if (!fits(look))
    look.studied = {.loaded = look.loaded,
                    .rule = look.rule,
                    .reports = look.reports,
                    .report = report_shown(look),
                    .reuse = {},
                    .limits = {}};
  return look.studied;
}

}  // namespace

const results::BenchReport* report_shown(const Look& look) {
  if (!look.reports || look.reports->empty()) return nullptr;
  const int last = static_cast<int>(look.reports->size()) - 1;
  return &(*look.reports)[static_cast<std::size_t>(std::clamp(look.views.performance.report, 0, last))];
}

const analysis::Reuse* reuse_of(const Look& look) { return fits(look) ? look.studied.reuse.get() : nullptr; }

const MeasuredLimits* limits_of(const Look& look) { return fits(look) ? look.studied.limits.get() : nullptr; }

void want_reuse(Look& look) {
  if (!look.loaded) return;
  Studied& now = studied_now(look);
  if (!now.reuse)
    now.reuse =
        std::make_shared<const analysis::Reuse>(analysis::reuse(look.loaded->recording, look.loaded->costs, look.rule));
}

void want_limits(Look& look) {
  if (!look.loaded) return;
  Studied& now = studied_now(look);
  if (!now.limits)
    now.limits = std::make_shared<const MeasuredLimits>(
        measured_limits(look.loaded->recording, look.loaded->costs, look.rule, now.report));
}

}  // namespace gemmscope::session
