// SPDX-License-Identifier: MIT
#include "app/session/baseline.h"

#include <utility>

#include "app/session/correspond.h"
#include "app/session/own_numbers.h"
#include "app/session/refresh.h"
#include "app/session/sweeping.h"

namespace gemmscope::session {
namespace {

InStep step_of(const Look& look) {
  InStep step{look.loaded, look.cursor, look.selected, look.followed, look.rule, look.scope, {}};
  share_choices(look.views, step.choices);
  return step;
}

void follow(const Look& leader, Look& other) {
  if (!leader.current || other.recording()->blocks.empty()) return;
  other.rule = leader.rule, other.scope = leader.scope;
  other.cursor = correspond(leader, *other.loaded);
  other.selected = correspond(leader.selected, *leader.recording(), *other.recording());
  other.followed = correspond(leader.followed, *leader.recording(), *other.recording());
  share_choices(leader.views, other.views);
  other.motion = 1;
  refresh(other);
}

}  // namespace

void pin(Session& session, const Recorded& recorded) {
  if (session.baseline && session.baseline->look.loaded == recorded.loaded) return keep_in_step(session);
  Look look = session.look;
  look.play = {};
  look.rejected.reset();
  if (recorded.loaded != look.loaded) {
    look.loaded = recorded.loaded;
    look.cursor = {}, look.selected = {}, look.hover = {}, look.followed.reset();
    look.views.check = {};  // other findings
    look.before.reset(), look.summary = {}, look.motion = 1;
    refresh(look);
    follow(session.look, look);
  }
  session.baseline = Baseline{std::move(look), recorded.chosen, recorded.request, {}, {}};
  session.baseline->shown = step_of(session.look), session.baseline->pinned = step_of(session.baseline->look);
}

namespace {

/// Where the own program made what is shown, its numbers and launches are those of that run again.
void take_back_run(Session& session) {
  OwnProgram& own = session.own;
  const Look& look = session.look;
  if (look.run.empty() || own.launches.empty() || own.made(look.loaded)) return;
  if (own.launches.front()->recording.source.path != look.recording()->source.path) return;  // of another program
  own.launches = look.run;
  own.numbers = numbers_in(session.bench.recorded.overrides);
}

}  // namespace

void toggle_baseline(Session& session) {
  if (session.bench.to_pin) return;
  if (session.baseline) return session.baseline.reset();
  if (session.look.loaded) pin(session, {session.look.loaded, session.bench.chosen_recorded, session.bench.recorded});
}

void exchange_with_baseline(Session& session) {
  if (!session.baseline || session.bench.recording_now || session.bench.record_due) return;
  Baseline& baseline = *session.baseline;
  const Play play = std::exchange(session.look.play, {});
  std::swap(session.look, baseline.look);
  session.look.play = play;
  std::swap(session.look.rejected, baseline.look.rejected);
  std::swap(session.look.swept, baseline.look.swept);
  std::swap(session.look.views.sweep, baseline.look.views.sweep);
  keep_sweep(session.look);
  std::swap(session.bench.recorded, baseline.recorded);
  std::swap(session.bench.chosen_recorded, baseline.chosen);
  session.bench.wanted = session.bench.recorded, session.bench.chosen = session.bench.chosen_recorded;
  session.desk.notice.clear();  // of what was shown
  take_back_run(session);
  std::swap(baseline.shown, baseline.pinned);
}

void keep_in_step(Session& session) {
  if (!session.baseline || !session.look.loaded) return;
  Baseline& baseline = *session.baseline;
  Look &shown = session.look, &pinned = baseline.look;
  const bool shown_moved = step_of(shown) != baseline.shown, pinned_moved = step_of(pinned) != baseline.pinned;
  if (shown_moved)
    follow(shown, pinned);
  else if (pinned_moved)
    follow(pinned, shown);
  if (shown_moved || pinned_moved) baseline.shown = step_of(shown), baseline.pinned = step_of(pinned);

  const bool pinned_is_pointed_at = shown.hover == Selected{} && pinned.hover != Selected{};
  const Look& pointed_at = pinned_is_pointed_at ? pinned : shown;
  Look& other = pinned_is_pointed_at ? shown : pinned;
  other.hover = correspond(pointed_at.hover, *pointed_at.recording(), *other.recording());
}

Look& look_of(Session& session, Which which) {
  return which == Which::kBaseline && session.baseline ? session.baseline->look : session.look;
}

}  // namespace gemmscope::session
