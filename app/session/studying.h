// SPDX-License-Identifier: MIT
/// @file studying.h
/// Asking for what is worked out only once it is looked at. Views read it, and in each frame ask for it as for a hover;
/// what is there already is not worked out again.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// The report whose rates are shown: Look::views.performance.report; null without any.
[[nodiscard]] const results::BenchReport* report_shown(const Look& look);

// Of what is loaded, by the look's rule, beside report_shown(). Null until it was asked for, and again after any of
// these has changed.
[[nodiscard]] const analysis::Reuse* reuse_of(const Look& look);
[[nodiscard]] const MeasuredLimits* limits_of(const Look& look);

/// Cost     the first time that of reuse(), of limits(): some milliseconds, up to 60 for 4096^3.
void want_reuse(Look& look);
void want_limits(Look& look);

}  // namespace gemmscope::session
