// SPDX-License-Identifier: MIT
#include "app/session/playing.h"

#include <algorithm>

#include "app/session/following.h"
#include "app/session/stepping.h"
#include "app/session/study.h"

namespace gemmscope::session {
namespace {

constexpr float kCellSeconds = 0.15f;  // until cells are at their new places
constexpr float kMarkSeconds = 0.5f;   // until the mark of what is followed is at its next place, at most

/// A mark is there before it goes on.
float seconds_of_motion(const Look& look) {
  if (!look.use_before) return kCellSeconds;
  return look.play.on ? std::min(kMarkSeconds, 0.7f / look.play.steps_per_second) : kMarkSeconds;
}

/// From use to use, or from request to request where there are none. Pauses at the last one.
bool play(Look& look, float seconds) {
  const analysis::Life* life = life_of(look);
  if (look.followed && life == nullptr) return false;  // soon
  const bool uses = life != nullptr && !life->uses.empty();
  look.play.due += seconds * look.play.steps_per_second;
  const int steps = static_cast<int>(look.play.due);
  look.play.due -= static_cast<float>(steps);
  if (uses)
    for (int i = 0; i < steps; ++i) step_use(look, +1);
  else if (steps > 0)
    step_request(look, steps);
  if (uses ? !next_use(look, +1) : look.cursor.request + 1 >= look.current->warp_requests)
    look.play = {.steps_per_second = look.play.steps_per_second};
  return steps > 0;
}

}  // namespace

void set_motion(Session& session, bool allowed) {
  session.desk.motion_allowed = allowed;
  session.look.motion = 1;
}

void toggle_play(Look& look) { look.play.on = !look.play.on; }
void set_speed(Look& look, float steps_per_second) {
  look.play.steps_per_second = std::clamp(steps_per_second, 0.5f, 1000.0f);
}

bool advance(Session& session, float seconds) {
  Look& look = session.look;
  bool changed = false;
  if (look.motion < 1) {
    look.motion = session.desk.motion_allowed ? std::min(1.0f, look.motion + seconds / seconds_of_motion(look)) : 1.0f;
    changed = true;
  }
  if (look.play.on && look.current) changed = play(look, seconds) || changed;
  if (!session.desk.motion_allowed) look.motion = 1;
  return changed;
}

bool wants_time(const Look& look) { return look.motion < 1 || (look.play.on && look.current); }

}  // namespace gemmscope::session
