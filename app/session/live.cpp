// SPDX-License-Identifier: MIT
#include "app/session/live.h"

namespace gemmscope::session {

void want_live(Session& session) { session.live_wanted = true; }

bool update_live(Session& session, LiveBench& bench) {
  const bool on = session.live_wanted && session.loaded && !session.recording_now;
  bench.measure(on ? std::optional(session.recorded) : std::nullopt);
  if (bench.revision() == session.live.revision) return false;
  session.live = bench.trace();
  return true;
}

}  // namespace gemmscope::session
