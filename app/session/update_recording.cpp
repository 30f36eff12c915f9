// SPDX-License-Identifier: MIT
#include "app/session/update_recording.h"

#include <string>
#include <utility>

#include "app/session/baseline.h"
#include "app/session/bring.h"
#include "app/session/history.h"
#include "app/session/link.h"
#include "tracing/record/plan.h"
#include "tracing/simt/on_demand.h"

namespace gemmscope::session {
namespace {

/// Follows the link that the recording was made for.
void arrive(Session& session, const std::string& text) {
  if (text.empty()) return;
  const Result<Link> link = parse_link(text, session.bench.wanted);
  const Result<void> there = link ? follow(session, *link) : tl::unexpected(link.error());
  if (!there) session.desk.error = there.error().message;
}

/// Says so where a kernel is compiled first.
void say_what_comes(Session& session) {
  const record::RecordRequest& next = next_to_record(session.bench);
  const auto variant = record::variant_of(next);
  if (!variant || variant->is_preset() || !simt::must_compile(*variant, simt::usual_workshop())) return;
  session.desk.notice = "Compiling " + std::string(variant->kernel->name) + " " + variant->preset_name() + " \u2026";
}

}  // namespace

void finish_recording(Session& session, const RecordingResult& result) {
  if (result) {
    if (!take_up(session, *result)) return;
    arrive(session, std::exchange(session.bench.arrival, {}));
    return keep_in_step(session);
  }
  session.bench.arrival.clear(), session.bench.to_pin.reset();
  session.desk.error = result.error().message;
  session.desk.notice.clear();
  session.bench.next_notice.clear();
  if (session.look.loaded)
    session.bench.wanted = session.bench.recorded, session.bench.chosen = session.bench.chosen_recorded;
}

bool update_recording(Session& session, RecordQueue& queue) {
  bool changed = false;
  if (std::exchange(session.bench.stop_due, false)) queue.stop();
  if (std::exchange(session.bench.record_due, false)) {
    queue.start(next_to_record(session.bench));
    say_what_comes(session);
    changed = true;
  }
  if (const auto result = queue.take()) {
    finish_recording(session, *result);
    changed = true;
  }
  if (changed) note_place(session);
  const bool busy = queue.busy() || session.bench.record_due;  // of two recordings, the second is next
  return std::exchange(session.bench.recording_now, busy) != busy || changed;
}

}  // namespace gemmscope::session
