// SPDX-License-Identifier: MIT
#include "app/session/live.h"

namespace gemmscope::session {

void want_live(Session& session) { session.bench.live_wanted = true; }

bool update_live(Session& session, LiveBench& bench) {
  const bool on = session.bench.live_wanted && session.look.loaded && !session.bench.recording_now;
  bench.measure(on ? std::optional(session.bench.recorded) : std::nullopt);
  if (bench.revision() == session.look.live.revision) return false;
  session.look.live = bench.trace();
  return true;
}

}  // namespace gemmscope::session
