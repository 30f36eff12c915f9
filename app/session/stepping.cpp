// SPDX-License-Identifier: MIT
#include "app/session/stepping.h"

#include <algorithm>
#include <cmath>

#include "app/session/refresh.h"
#include "app/session/warp_walk.h"

namespace gemmscope::session {
namespace {

constexpr float kMotionSeconds = 0.15f;

std::uint32_t clamped(std::int64_t value, std::uint32_t count) {
  return count == 0 ? 0 : static_cast<std::uint32_t>(std::clamp<std::int64_t>(value, 0, std::int64_t{count} - 1));
}

WarpWalk walk_of(const Session& session) {
  return {session.loaded->recording, session.cursor.block, session.cursor.warp};
}

/// Steps by groups of requests with the same key.
template <class Key>
void step_group(Session& session, int direction, Key key) {
  if (!session.current) return;
  const WarpWalk walk = walk_of(session);
  Stop here = walk.at(session.cursor.request);
  const auto group = key(here);
  if (direction > 0) {
    std::optional<Stop> next = walk.next(here, +1);
    while (next && key(*next) == group) next = walk.next(*next, +1);
    if (next) go_to_request(session, next->request);
    return;
  }
  const auto first_of = [&](Stop stop) {
    std::optional<Stop> previous = walk.next(stop, -1);
    while (previous && key(*previous) == key(stop)) stop = *previous, previous = walk.next(stop, -1);
    return stop;
  };
  const Stop first = first_of(here);
  const std::optional<Stop> before = walk.next(first, -1);
  go_to_request(session, first.request != here.request || !before ? first.request : first_of(*before).request);
}

}  // namespace

void go_to(Session& session, Cursor cursor) {
  if (!session.loaded) return;
  const format::Recording& recording = session.loaded->recording;
  cursor.block = clamped(cursor.block, static_cast<std::uint32_t>(recording.blocks.size()));
  cursor.warp = requesting_warp(recording, cursor.block, clamped(cursor.warp, recording.warps()));
  cursor.request = clamped(cursor.request, warp_requests(recording, cursor.block, cursor.warp));
  session.cursor = cursor;
  session.motion = 1;
  refresh(session);
}

void go_to_request(Session& session, std::uint32_t request) {
  go_to(session, {session.cursor.block, session.cursor.warp, request});
}
void go_to_warp(Session& session, std::uint32_t warp) {
  go_to(session, {session.cursor.block, warp, session.cursor.request});
}
void go_to_block(Session& session, std::uint32_t block) {
  go_to(session, {block, session.cursor.warp, session.cursor.request});
}
void go_home(Session& session) { go_to_request(session, 0); }
void go_end(Session& session) {
  if (session.current) go_to_request(session, session.current->warp_requests - 1);
}

void go_to_k_tile(Session& session, std::uint32_t k_tile) {
  if (!session.current) return;
  const WarpWalk walk = walk_of(session);
  const Stop here = walk.at(session.cursor.request);
  std::optional<std::uint32_t> first;
  for (const analysis::KTileBand& band :
       session.loaded->timeline(session.rule).k_tile_bands(session.cursor.block, session.cursor.warp)) {
    if (band.k_tile != k_tile) continue;
    if (!first) first = band.begin;
    for (std::optional<Stop> stop = walk.at(band.begin); stop && stop->request < band.end; stop = walk.next(*stop, +1))
      if (stop->site == here.site && stop->step == here.step) return go_to_request(session, stop->request);
  }
  if (first) go_to_request(session, *first);
}

void step_request(Session& session, int count) {
  if (session.current)
    go_to_request(session, clamped(std::int64_t{session.cursor.request} + count, session.current->warp_requests));
}
void step_line(Session& session, int direction) {
  step_group(session, direction, [](const Stop& stop) { return stop.line; });
}
void step_inner(Session& session, int direction) {
  step_group(session, direction, [](const Stop& stop) { return std::pair(stop.step, stop.interval); });
}
void step_interval(Session& session, int direction) {
  step_group(session, direction, [](const Stop& stop) { return stop.interval; });
}
void step_k_tile(Session& session, int direction) {
  if (!session.current) return;
  const auto [block, warp, request] = session.cursor;
  const analysis::Timeline& timeline = session.loaded->timeline(session.rule);
  const analysis::KTileBand* const here = timeline.k_tile_band(block, warp, request);
  if (here == nullptr) return;
  if (direction > 0) {
    if (here->end < session.current->warp_requests) go_to_request(session, here->end);
  } else if (here->begin < request || request == 0) {
    go_to_request(session, here->begin);
  } else {
    go_to_request(session, timeline.k_tile_band(block, warp, request - 1)->begin);
  }
}
void step_block(Session& session, int direction) {
  if (!session.loaded) return;
  const auto blocks = static_cast<std::uint32_t>(session.loaded->recording.blocks.size());
  go_to_block(session, clamped(std::int64_t{session.cursor.block} + direction, blocks));
}

void step_conflict(Session& session, int direction) {
  if (!session.current) return;
  const analysis::Timeline& timeline = session.loaded->timeline(session.rule);
  const auto [block, warp, request] = session.cursor;
  const auto found = direction > 0 ? timeline.next_conflict(block, warp, request + 1)
                                   : timeline.previous_conflict(block, warp, request);
  if (found) return go_to_request(session, *found);
  // True wherever one goes next: it stays until it is put away.
  const bool any = timeline.next_conflict(block, warp, 0).has_value();
  const std::string where = direction > 0 ? " after request " : " before request ";
  session.notice = "Warp " + std::to_string(warp) + " of block " + std::to_string(session.block().y) + "," +
                   std::to_string(session.block().x) + " has no bank conflict" +
                   (any ? where + std::to_string(request + 1) : "") + " by the " +
                   std::string(analysis::name_of(session.rule)) + " rule.";
}

void set_motion(Session& session, bool allowed) {
  session.motion_allowed = allowed;
  session.motion = 1;
}
void go_to_multiply_add(Session& session, int position) {
  session.views.registers.position = std::clamp(position, 0, analysis::kFfmasOfStep - 1);
}
void step_multiply_add(Session& session, int count) {
  go_to_multiply_add(session, session.views.registers.position + count);
}

void toggle_play(Session& session) { session.play.on = !session.play.on; }
void set_speed(Session& session, float steps_per_second) {
  session.play.steps_per_second = std::clamp(steps_per_second, 0.5f, 1000.0f);
}

bool advance(Session& session, float seconds) {
  bool changed = false;
  if (session.motion < 1) {
    session.motion = std::min(1.0f, session.motion + seconds / kMotionSeconds);
    changed = true;
  }
  if (session.play.on && session.current) {
    session.play.due += seconds * session.play.steps_per_second;
    const int steps = static_cast<int>(session.play.due);
    session.play.due -= static_cast<float>(steps);
    if (steps > 0) {
      step_request(session, steps);
      changed = true;
    }
    if (session.cursor.request + 1 >= session.current->warp_requests)
      session.play = {.steps_per_second = session.play.steps_per_second};
  }
  return changed;
}

bool wants_time(const Session& session) { return session.motion < 1 || (session.play.on && session.current); }

}  // namespace gemmscope::session
