// SPDX-License-Identifier: MIT
/// @file own_program.h
/// A CUDA program of somebody's own, which is compiled, run and recorded again whenever its source is saved. Plain
/// data, and what changes it; program_queue.h does the work.
#pragma once

#include <string>
#include <vector>

#include "app/session/loaded.h"
#include "app/session/rejected.h"

namespace gemmscope::session {

struct Session;

/// What came of compiling and running it once.
struct ProgramRun {
  std::vector<LoadedPtr> launches;  ///< that were recorded, in the order in which they ran
  RejectedPtr rejected;             ///< null where something was recorded
  std::string failure;              ///< a sentence; empty: none
};

struct OwnProgram {
  std::string source;  ///< the file's path; empty: there is no such program
  bool due = false;    ///< it is to be run
  bool running_now = false;
  std::vector<LoadedPtr> launches;  ///< of the last run of which something was recorded
  LoadedPtr before;                 ///< the launch of the same kernel that was shown before the last run; null: none
};

/// Shows what was recorded, the launch of the kernel that is shown if there is one, else the first, at the place of
/// what is shown now; or keeps that, and has Source say why.
void take_up(Session& session, ProgramRun run);

/// Shows another launch of the program: an index into OwnProgram::launches.
void show_launch(Session& session, std::size_t launch);

/// Whether what is shown comes from the program.
bool shows_own_program(const Session& session);

}  // namespace gemmscope::session
