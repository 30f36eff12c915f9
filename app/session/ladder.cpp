// SPDX-License-Identifier: MIT
#include "app/session/ladder.h"

#include "app/session/studying.h"

namespace gemmscope::session {
namespace {

/// Without its points yet.
Ladder begun(const Look& look) {
  return {.rule = look.rule, .reports = look.reports, .report = report_shown(look), .points = {}};
}

LadderPtr finished(Ladder ladder, const std::function<bool()>& stop) {
  ladder.points = ladder_points(ladder.report, ladder.rule, kLadderSize, stop);
  return std::make_shared<const Ladder>(std::move(ladder));
}

bool due(const Session& session) { return session.bench.ladder_wanted && ladder_of(session.look) == nullptr; }

}  // namespace

const Ladder* ladder_of(const Look& look) {
  const Ladder* ladder = look.ladder.get();
  const bool fits = ladder != nullptr && ladder->rule == look.rule && ladder->report == report_shown(look);
  return fits ? ladder : nullptr;
}

void want_ladder(Session& session) { session.bench.ladder_wanted = true; }

void finish_ladder(Session& session) {
  if (due(session)) session.look.ladder = finished(begun(session.look), {});
}

bool update_ladder(Session& session, LadderWorker& worker) {
  bool changed = false;
  if (worker.next_.valid() && worker.next_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    session.look.ladder = worker.next_.get();
    changed = true;
  }
  if (due(session) && !worker.next_.valid())
    worker.next_ = std::async(std::launch::async, [&worker, ladder = begun(session.look)]() mutable {
      LadderPtr result = finished(std::move(ladder), [&worker] { return worker.stop_.load(); });
      if (worker.wake_) worker.wake_();
      return result;
    });
  return changed;
}

}  // namespace gemmscope::session
