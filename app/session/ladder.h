// SPDX-License-Identifier: MIT
/// @file ladder.h
/// All kernels under one roofline, worked out beside the thread that draws, while a view shows them.
#pragma once

#include <atomic>
#include <functional>
#include <future>

#include "app/session/session.h"

namespace gemmscope::session {

/// By the look's rule, beside its report; null until then.
[[nodiscard]] const Ladder* ladder_of(const Look& look);

/// Asked for in each frame that draws it, like a hover.
void want_ladder(Session& session);

/// At once, where nobody waits for a frame: pictures and tests. Nothing where the last frame did not ask, or it is
/// there.
void finish_ladder(Session& session);

/// Works out one at a time.
class LadderWorker {
 public:
  /// `wake` is called on another thread when one is ready: it must make the window look again.
  explicit LadderWorker(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~LadderWorker() { stop_ = true; }

 private:
  friend bool update_ladder(Session& session, LadderWorker& worker);
  std::function<void()> wake_;
  std::atomic<bool> stop_ = false;
  std::future<LadderPtr> next_;  ///< last: waits for its thread, which uses the others
};

/// Starts what a view of the last frame asked for, and takes up what is ready. Returns whether there is anything new.
/// Never waits.
bool update_ladder(Session& session, LadderWorker& worker);

}  // namespace gemmscope::session
