// SPDX-License-Identifier: MIT
#include "app/session/bring.h"

#include <utility>

#include "app/session/baseline.h"
#include "app/session/open_in_place.h"

namespace gemmscope::session {
namespace {

bool same(const record::RecordRequest& a, const record::RecordRequest& b) { return a == b || same_recording(a, b); }

bool baseline_due(const Bench& bench) { return bench.to_pin && !bench.to_pin->loaded; }

void pin_what_is_due(Session& session) {
  if (const auto due = std::exchange(session.bench.to_pin, std::nullopt)) pin(session, *due);
}

}  // namespace

Recorded shown_now(const Session& session) {
  return {session.look.loaded, session.bench.chosen_recorded, session.bench.recorded};
}

std::optional<Recorded> pinned_now(const Session& session) {
  if (!session.baseline) return std::nullopt;
  return Recorded{session.baseline->look.loaded, session.baseline->chosen, session.baseline->recorded};
}

std::optional<Recorded> find_loaded(const Session& session, const record::RecordRequest& request) {
  if (session.look.loaded && same(session.bench.recorded, request)) return shown_now(session);
  if (session.baseline && same(session.baseline->recorded, request)) return pinned_now(session);
  return std::nullopt;
}

bool bring(Session& session, const Recorded& shown, const std::optional<Recorded>& baseline,
           const std::string& arrival) {
  Bench& bench = session.bench;
  const bool busy = bench.recording_now || bench.record_due;
  const record::RecordRequest under_way = next_to_record(bench);
  bench.chosen = shown.chosen, bench.wanted = shown.request;
  bench.next_notice.clear();
  bench.tile_draft.clear(), bench.draft_refused.clear();
  bench.to_pin = baseline;
  bench.arrival = arrival;
  if (busy) {
    bench.record_due |= next_to_record(bench) != under_way;
    return false;
  }
  bench.record_due = !shown.loaded || baseline_due(bench);
  if (shown.loaded == session.look.loaded)
    bench.chosen_recorded = bench.chosen, bench.recorded = bench.wanted;
  else if (shown.loaded)
    open_in_place(session, shown.loaded);
  if (bench.record_due) return false;
  bench.arrival.clear();
  pin_what_is_due(session);
  return true;
}

bool take_up(Session& session, LoadedPtr loaded) {
  Bench& bench = session.bench;
  if (!baseline_due(bench)) {
    open_in_place(session, std::move(loaded));
  } else {
    bench.to_pin->loaded = std::move(loaded);
    bench.record_due = !session.look.loaded || bench.wanted != bench.recorded;
  }
  if (bench.record_due) return false;
  pin_what_is_due(session);
  return true;
}

const record::RecordRequest& next_to_record(const Bench& bench) {
  return baseline_due(bench) ? bench.to_pin->request : bench.wanted;
}

}  // namespace gemmscope::session
