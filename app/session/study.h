// SPDX-License-Identifier: MIT
/// @file study.h
/// What of a Look is worked out beside the thread that draws, and what came of it; studying.h does it.
#pragma once

#include "app/session/look.h"

namespace gemmscope::session {

/// The report whose rates are shown: Look::views.performance.report; null without any.
[[nodiscard]] const results::BenchReport* report_shown(const Look& look);

// Of what the look shows now. Null until it is worked out, and again after what it depends on has changed.
[[nodiscard]] const analysis::Life* life_of(const Look& look);
[[nodiscard]] const analysis::Reuse* reuse_of(const Look& look);
[[nodiscard]] const MeasuredLimits* limits_of(const Look& look);
[[nodiscard]] const CompiledPtx* machine_code_of(const Look& look);

/// How much of it is done, 0 to 1; 0 where that is not known.
[[nodiscard]] float share_done(const Look& look, StudyKind kind);

/// Asked for in each frame that draws it. What is followed needs no asking.
void want(Look& look, StudyKind kind);
/// Lets go of what the look no longer shows.
void drop_stale(Look& look);

/// What it is of that `look` shows now.
[[nodiscard]] Study study_of(const Look& look, StudyKind kind);
/// That, if it is wanted and not there yet.
[[nodiscard]] std::optional<Study> due(const Look& look, StudyKind kind);
/// Puts what came of `study` where it belongs, if `look` still shows that.
void put(Look& look, const Study& study, const Outcome& outcome, float share);

}  // namespace gemmscope::session
