// SPDX-License-Identifier: MIT
/// @file program_loop.h
/// The loop of work on a program of one's own: saved, compiled, run, recorded, shown, and what has changed.
#pragma once

#include <functional>
#include <optional>

#include "app/session/program_queue.h"
#include "app/session/source_watch.h"

namespace gemmscope::shell {

class ProgramLoop {
 public:
  /// Has the session's program run at once. `runner`: empty where it has none. `wake` as of Background.
  ProgramLoop(session::Session& session, session::ProgramRunner runner, const std::function<void()>& wake);

  /// Once in each frame. Returns whether anything changed.
  bool update(session::Session& session);

 private:
  std::optional<session::ProgramQueue> queue_;
  std::optional<session::SourceWatch> watch_;
};

}  // namespace gemmscope::shell
