// SPDX-License-Identifier: MIT
/// @file program_loop.h
/// The loop of work on a program of one's own: opened, saved, compiled, run, recorded, shown, and what has changed.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/session/program_queue.h"
#include "app/session/program_sweeper.h"
#include "app/session/source_watch.h"

namespace gemmscope::shell {

class ProgramLoop {
 public:
  /// `wake` as of Background.
  ProgramLoop(session::Programs programs, std::function<void()> wake);

  /// Has the session's program run at once, and again whenever one of its files is saved, until another one is begun.
  void begin(session::Session& session, session::ProgramRunner runner);
  /// Once in each frame: opens the file that is asked for, writes it before if it is to be a new one, runs the program
  /// where it is due. Returns whether anything changed.
  bool update(session::Session& session);

 private:
  void begin_new(session::Session& session);
  bool run(session::Session& session);
  void open(session::Session& session, const std::string& path);

  session::Programs programs_;
  std::function<void()> wake_;
  std::optional<session::ProgramQueue> queue_;
  std::optional<session::ProgramSweeper> sweeper_;
  std::optional<session::AheadCompiler> ahead_;
  std::optional<session::SourceWatch> watch_;
  std::filesystem::file_time_type started_{};  ///< the last run: what was written since is not in it
};

}  // namespace gemmscope::shell
