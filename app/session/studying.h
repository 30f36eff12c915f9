// SPDX-License-Identifier: MIT
/// @file studying.h
/// Works out, beside the thread that draws, what takes too long for it: the life of what is followed, and what views
/// ask for in each frame, for example for a hover. One thing at a time; work that is no longer needed is stopped.
#pragma once

#include <atomic>
#include <memory>

#include "app/session/background.h"
#include "app/session/session.h"
#include "app/session/study.h"

namespace gemmscope::session {

/// Finishes them at once: for pictures, the command line and tests, which draw no frames meanwhile.
void finish_studies(Session& session);

/// Works on one study at a time.
class Student : public Background<Study, Outcome> {
 public:
  /// `wake` is called on another thread where there is something to show: it must make the window look again.
  explicit Student(std::function<void()> wake);

 private:
  friend bool update_studies(Session& session, Student& student);
  using Share = std::shared_ptr<std::atomic<float>>;  // shared with the thread, which ends after these members
  Student(const Share& share, const std::function<void()>& wake);

  Share share_;
  std::optional<Study> now_;  ///< started, and not taken up yet
};

/// Starts what is wanted and not there yet, what is shown before the baseline; stops what is no longer wanted; takes up
/// what is ready and how far it is. Returns whether anything changed. Never waits.
///
/// Cost     of what is studied, on one core: in a block of 10 million requests the life of an element of A or B takes
///          20 ms, of C 330 ms, reuse 1.3 s; of 4096^3 1, 5 and 30 ms. Limits take at most 1 ms, the ladder half a
///          second; machine code half a second, in two processes.
bool update_studies(Session& session, Student& student);

}  // namespace gemmscope::session
