// SPDX-License-Identifier: MIT
/// @file program_sweeper.h
/// What is done with an own program besides showing it: sweeps over its numbers, and, while nothing else is to
/// do, compiling it with the values that are next to be asked for. On threads of their own.
#pragma once

#include <atomic>
#include <deque>
#include <memory>

#include "app/session/background.h"
#include "app/session/program_points.h"
#include "app/session/program_queue.h"
#include "app/session/session.h"

namespace gemmscope::session {

/// A sweep: every setting, compiled, run and counted (program_points.h).
class ProgramSweeper {
 public:
  ProgramSweeper(const ProgramRunner& runner, const std::function<void()>& wake);
  /// Starts the sweep that is asked for, stops one that is no longer, takes up how far it is and its rows. Returns
  /// whether anything changed. Never waits.
  bool update(Session& session);

 private:
  struct Job {
    std::string kernel;
    ProgramPoints points;
  };
  bool begin(Session& session);

  using Done = std::shared_ptr<std::atomic<std::size_t>>;  // shared with the thread, which ends after these members
  ProgramSweeper(const ProgramRunner& runner, const std::function<void()>& wake, const Done& done);

  Done done_;
  Background<Job, SweptRows> work_;
};

/// Compiles neighbours of what is shown into the cache, one at a time and at low priority.
class AheadCompiler {
 public:
  AheadCompiler(const ProgramRunner& runner, const std::function<void()>& wake);
  /// After a run that was shown: the neighbours of the number that was changed last, then of the file's first ones.
  void plan(const Session& session);
  /// Call before a run with these numbers. Stops what is being compiled, unless it is what the run needs: the run then
  /// waits for it, although it goes on at low priority.
  void make_room_for(const Numbers& numbers);
  /// Call before a run of another text.
  void stop();
  /// Starts the next one, if none is under way.
  void go_on();

 private:
  std::deque<Numbers> next_;
  Numbers begun_;  ///< the numbers that it compiles, or compiled last
  Background<RunOnce, ProgramRun> work_;
};

/// What AheadCompiler::plan() takes, the first most likely to be asked for.
std::vector<Numbers> neighbours(const std::vector<OwnNumber>& known, const Numbers& numbers);

}  // namespace gemmscope::session
