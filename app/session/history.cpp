// SPDX-License-Identifier: MIT
#include "app/session/history.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/session/open_in_place.h"
#include "app/session/stepping.h"

namespace gemmscope::session {
namespace {

constexpr std::size_t kMostPlaces = 100;    ///< in either direction
constexpr std::size_t kMostRecordings = 8;  ///< that are kept for them: MBs each
constexpr std::uint32_t kSteps = 2;         ///< requests that one frame's keys may step

Visited here(const Session& session) {
  const format::Block& block = session.look.block();
  return {session.look.loaded, session.bench.chosen_recorded, session.bench.recorded, block.y, block.x,
          session.look.cursor, session.look.selected};
}

bool is_far(const Session& session, const Visited& from) {
  const Cursor &a = from.cursor, &b = session.look.cursor;
  if (from.loaded != session.look.loaded || a.block != b.block || a.warp != b.warp) return true;
  return !session.look.play.on && std::max(a.request, b.request) - std::min(a.request, b.request) > kSteps;
}

void push(std::vector<Visited>& places, Visited place) {
  places.push_back(std::move(place));
  if (places.size() > kMostPlaces) places.erase(places.begin());
}

/// Keeps the recordings of the nearest places.
void let_go(History& history) {
  std::set<const Loaded*> kept;
  for (std::size_t i = 0; i < std::max(history.back.size(), history.forward.size()); ++i)
    for (std::vector<Visited>* places : {&history.back, &history.forward}) {
      if (i >= places->size()) continue;
      LoadedPtr& loaded = (*places)[places->size() - 1 - i].loaded;
      if (kept.size() < kMostRecordings) kept.insert(loaded.get());
      if (!kept.contains(loaded.get())) loaded.reset();
    }
}

/// Whether the recording that is shown has the place too, its requests numbered alike: as where only blocks were added.
std::optional<std::uint32_t> block_shown(const Session& session, const Visited& place) {
  const auto without_blocks = [](record::RecordRequest r) { return r.block_y.reset(), r.block_x.reset(), r; };
  if (without_blocks(place.recorded) != without_blocks(session.bench.recorded)) return std::nullopt;
  const std::vector<format::Block>& blocks = session.look.loaded->recording.blocks;
  const auto found = std::ranges::find_if(
      blocks, [&](const format::Block& b) { return b.y == place.block_y && b.x == place.block_x; });
  if (found == blocks.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - blocks.begin());
}

void show(Session& session, const Visited& place) {
  session.history.travelling = true;
  session.desk.error.clear();
  session.desk.notice.clear();
  const bool recording = session.bench.recording_now || session.bench.record_due;
  Cursor cursor = place.cursor;
  if (const auto block = block_shown(session, place); block && !recording) {
    cursor.block = *block;
  } else if (place.loaded && !recording) {
    session.bench.chosen = place.chosen, session.bench.wanted = place.recorded;
    session.bench.next_notice.clear();
    open_in_place(session, place.loaded);
  } else {
    session.bench.chosen = place.chosen, session.bench.wanted = place.recorded;
    session.bench.record_due = true;
    session.bench.arrival = "block=" + std::to_string(place.block_y) + "," + std::to_string(place.block_x) +
                            "/warp=" + std::to_string(cursor.warp) + "/request=" + std::to_string(cursor.request);
    return;
  }
  const float motion = session.look.motion;
  session.look.selected = place.selected;
  go_to(session.look, cursor);
  session.look.motion = motion;  // of another recording's cells
}

void travel(Session& session, std::vector<Visited> History::*from, std::vector<Visited> History::*to,
            const char* direction) {
  History& history = session.history;
  if (!session.look.current || (history.*from).empty()) {
    session.desk.notice = std::string("There is nothing to go ") + direction + " to.";
    return;
  }
  const Visited place = std::move((history.*from).back());
  (history.*from).pop_back();
  push(history.*to, here(session));
  show(session, place);
  let_go(history);
}

}  // namespace

void note_place(Session& session) {
  History& history = session.history;
  if (!session.look.current || !session.bench.arrival.empty()) return;
  if (history.here.loaded == session.look.loaded && history.here.cursor == session.look.cursor &&
      history.here.selected == session.look.selected && !history.travelling)
    return;
  if (history.here.loaded && !history.travelling && is_far(session, history.here)) {
    push(history.back, std::move(history.here));
    history.forward.clear();
    let_go(history);
  }
  history.here = here(session);
  history.travelling = false;
}

void go_back(Session& session) { travel(session, &History::back, &History::forward, "back"); }
void go_forward(Session& session) { travel(session, &History::forward, &History::back, "forward"); }

}  // namespace gemmscope::session
