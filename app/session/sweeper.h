// SPDX-License-Identifier: MIT
/// @file sweeper.h
/// Sweeping on a thread of its own: once in each frame, from what is asked for to what is shown.
#pragma once

#include <atomic>
#include <memory>

#include "app/session/background.h"
#include "app/session/session.h"
#include "app/session/sweeping.h"

namespace gemmscope::session {

/// Sweeps one kernel at a time, see sweep_all().
class Sweeper : public Background<SweepJob, Result<SweptRows>> {
 public:
  /// `wake` is also called after each setting.
  explicit Sweeper(std::function<void()> wake);

  /// Settings of the sweep under way; total 0: not known yet.
  std::size_t done() const { return progress_->done; }
  std::size_t total() const { return progress_->total; }

 private:
  struct Progress {
    std::atomic<std::size_t> done{0}, total{0};
  };
  using ProgressPtr = std::shared_ptr<Progress>;  // shared with the thread, which ends after the members of this class
  Sweeper(const ProgressPtr& progress, const std::function<void()>& wake);

  ProgressPtr progress_;
};

/// Starts the sweep that is asked for, stops one that is no longer, and takes up how far it is and its rows. Returns
/// whether anything changed. Never waits.
bool update_sweep(Session& session, Sweeper& sweeper);

}  // namespace gemmscope::session
