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

Recorded recorded_of(const Look& look) { return {look.loaded, {look.recording()->kernel, look.given}}; }

std::optional<Recorded> pinned_now(const Session& session) {
  return session.baseline ? std::optional(recorded_of(session.baseline->look)) : std::nullopt;
}

void pin(Session& session, const Recorded& recorded) {
  if (session.baseline && session.baseline->look.loaded == recorded.loaded) return keep_in_step(session);
  Look look = session.look;
  look.play = {};
  look.rejected.reset();
  if (recorded.loaded != look.loaded) {
    take_launch(session.own, recorded, look);
    look.cursor = {}, look.selected = {}, look.hover = {}, look.followed.reset();
    look.views.check = {};  // other findings
    look.before.reset(), look.summary = {}, look.motion = 1;
    refresh(look);
    follow(session.look, look);
  }
  session.baseline = Baseline{std::move(look), {}, {}};
  session.baseline->shown = step_of(session.look), session.baseline->pinned = step_of(session.baseline->look);
}

void compare_with(Session& session, const std::optional<Recorded>& recorded) {
  recorded ? pin(session, *recorded) : session.baseline.reset();
}

namespace {

/// Where another run of the own program is shown, its numbers and launches are those of that run again.
void take_back_run(Session& session) {
  OwnProgram& own = session.own;
  const Look& look = session.look;
  if (look.run.empty() || own.made(look.loaded) || !is_run_of(own, *look.loaded)) return;
  own.launches = look.run;
  own.numbers = look.given;
}

}  // namespace

void toggle_baseline(Session& session) {
  if (session.baseline) return session.baseline.reset();
  if (session.look.loaded) pin(session, recorded_of(session.look));
}

void exchange_with_baseline(Session& session) {
  if (!session.baseline) return;
  Baseline& baseline = *session.baseline;
  const Play play = std::exchange(session.look.play, {});
  std::swap(session.look, baseline.look);
  session.look.play = play;
  std::swap(session.look.rejected, baseline.look.rejected);
  std::swap(session.look.swept, baseline.look.swept);
  std::swap(session.look.views.sweep, baseline.look.views.sweep);
  keep_sweep(session.look);
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
