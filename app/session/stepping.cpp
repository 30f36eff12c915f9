// SPDX-License-Identifier: MIT
#include "app/session/stepping.h"

#include <algorithm>

#include "app/session/refresh.h"
#include "app/session/warp_walk.h"
#include "tracing/format/block_name.h"

namespace gemmscope::session {
namespace {

std::uint32_t clamped(std::int64_t value, std::uint32_t count) {
  return count == 0 ? 0 : static_cast<std::uint32_t>(std::clamp<std::int64_t>(value, 0, std::int64_t{count} - 1));
}

WarpWalk walk_of(const Look& look) { return {look.loaded->recording, look.cursor.block, look.cursor.warp}; }

/// Steps by groups of requests with the same key.
template <class Key>
void step_group(Look& look, int direction, Key key) {
  if (!look.current) return;
  const WarpWalk walk = walk_of(look);
  Stop here = walk.at(look.cursor.request);
  const auto group = key(here);
  if (direction > 0) {
    std::optional<Stop> next = walk.next(here, +1);
    while (next && key(*next) == group) next = walk.next(*next, +1);
    if (next) go_to_request(look, next->request);
    return;
  }
  const auto first_of = [&](Stop stop) {
    std::optional<Stop> previous = walk.next(stop, -1);
    while (previous && key(*previous) == key(stop)) stop = *previous, previous = walk.next(stop, -1);
    return stop;
  };
  const Stop first = first_of(here);
  const std::optional<Stop> before = walk.next(first, -1);
  go_to_request(look, first.request != here.request || !before ? first.request : first_of(*before).request);
}

}  // namespace

void go_to(Look& look, Cursor cursor) {
  if (!look.loaded) return;
  const format::Recording& recording = look.loaded->recording;
  cursor.block = clamped(cursor.block, static_cast<std::uint32_t>(recording.blocks.size()));
  cursor.warp = requesting_warp(recording, cursor.block, clamped(cursor.warp, recording.warps()));
  cursor.request = clamped(cursor.request, warp_requests(recording, cursor.block, cursor.warp));
  look.cursor = cursor;
  look.motion = 1, look.use_before.reset(), look.first_use_due = false;
  refresh(look);
}

void go_to_request(Look& look, std::uint32_t request) { go_to(look, {look.cursor.block, look.cursor.warp, request}); }
void go_to_warp(Look& look, std::uint32_t warp) { go_to(look, {look.cursor.block, warp, look.cursor.request}); }
void go_to_block(Look& look, std::uint32_t block) { go_to(look, {block, look.cursor.warp, look.cursor.request}); }
void go_home(Look& look) { go_to_request(look, 0); }
void go_end(Look& look) {
  if (look.current) go_to_request(look, look.current->warp_requests - 1);
}

void go_to_k_tile(Look& look, std::uint32_t k_tile) {
  if (!look.current) return;
  const WarpWalk walk = walk_of(look);
  const Stop here = walk.at(look.cursor.request);
  std::optional<std::uint32_t> first;
  for (const analysis::KTileBand& band :
       look.loaded->timeline(look.rule).k_tile_bands(look.cursor.block, look.cursor.warp)) {
    if (band.k_tile != k_tile) continue;
    if (!first) first = band.begin;
    for (std::optional<Stop> stop = walk.at(band.begin); stop && stop->request < band.end; stop = walk.next(*stop, +1))
      if (stop->site == here.site && stop->step == here.step) return go_to_request(look, stop->request);
  }
  if (first) go_to_request(look, *first);
}

void step_request(Look& look, int count) {
  if (look.current)
    go_to_request(look, clamped(std::int64_t{look.cursor.request} + count, look.current->warp_requests));
}
void step_line(Look& look, int direction) {
  step_group(look, direction, [](const Stop& stop) { return stop.line; });
}
void step_inner(Look& look, int direction) {
  step_group(look, direction, [](const Stop& stop) { return std::pair(stop.step, stop.interval); });
}
void step_interval(Look& look, int direction) {
  step_group(look, direction, [](const Stop& stop) { return stop.interval; });
}
void step_k_tile(Look& look, int direction) {
  if (!look.current) return;
  const auto [block, warp, request] = look.cursor;
  const analysis::Timeline& timeline = look.loaded->timeline(look.rule);
  const analysis::KTileBand* const here = timeline.k_tile_band(block, warp, request);
  if (here == nullptr) return;
  if (direction > 0) {
    if (here->end < look.current->warp_requests) go_to_request(look, here->end);
  } else if (here->begin < request || request == 0) {
    go_to_request(look, here->begin);
  } else {
    go_to_request(look, timeline.k_tile_band(block, warp, request - 1)->begin);
  }
}

void step_conflict(Session& session, int direction) {
  if (!session.look.current) return;
  const analysis::Timeline& timeline = session.look.loaded->timeline(session.look.rule);
  const auto [block, warp, request] = session.look.cursor;
  const auto found = direction > 0 ? timeline.next_conflict(block, warp, request + 1)
                                   : timeline.previous_conflict(block, warp, request);
  if (found) return go_to_request(session.look, *found);
  // True wherever one goes next: it stays until it is put away.
  const bool any = timeline.next_conflict(block, warp, 0).has_value();
  const std::string where = direction > 0 ? " after request " : " before request ";
  session.desk.notice = "Warp " + std::to_string(warp) + " of block " +
                        block_name(*session.look.recording(), session.look.block()) + " has no bank conflict" +
                        (any ? where + std::to_string(request + 1) : "") + " by the " +
                        std::string(analysis::name_of(session.look.rule)) + " rule.";
}

void go_to_multiply_add(Look& look, int position) {
  look.views.registers.position = std::clamp(position, 0, analysis::kFfmasOfStep - 1);
}
void step_multiply_add(Look& look, int count) { go_to_multiply_add(look, look.views.registers.position + count); }

}  // namespace gemmscope::session
