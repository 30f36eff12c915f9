// SPDX-License-Identifier: MIT
/// @file program_queue.h
/// Compiling and running a program on a thread of its own.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/session/background.h"
#include "app/session/session.h"
#include "tracing/format/result.h"

namespace gemmscope::session {

/// Which run it is does not matter: each takes the source as it is then.
struct RunOnce {
  Numbers numbers{};  ///< instead of the file's; one that the file has not any more is left out
  enum class For : std::uint8_t {
    kShown,  ///< to be shown: what compiler and program say goes to the terminal, too
    kSweep,  ///< one of many: they are silent
    kAhead,  ///< compiled only, so that a later run finds it in the cache
  } what_for = For::kShown;
  /// Called with the file of each launch, in their order, which is gone after the run. Null: nothing is.
  std::function<void(const std::filesystem::path& recording)> on_recording{};
};
/// Called with each step that it comes to: "Compiling my.cu".
using Doing = std::function<void(std::string)>;
/// Compiles the program, runs it, and reads what it recorded; `go_on` is asked now and then. On any thread.
using ProgramRunner = std::function<ProgramRun(const RunOnce&, const std::function<bool()>& go_on, const Doing& doing)>;

/// How programs come to be. Errors: those of reading and writing files.
struct Programs {
  std::function<Result<ProgramRunner>(std::vector<std::string> command)> open;  ///< a .cu file and its arguments
  std::function<Result<void>(const std::string& path)> write_first;  ///< one to begin with; it replaces no file
};

class ProgramQueue : public Background<RunOnce, ProgramRun> {
 public:
  ProgramQueue(ProgramRunner runner, const std::function<void()>& wake);
  std::string doing() const;  ///< empty: nothing, or nothing that takes long

 private:
  using Clock = std::chrono::steady_clock;
  struct Step {
    std::mutex mutex;
    std::string text;
    Clock::time_point begun{};
    /// What is done at once is not told: it would only be drawn, on the cores that it is done on.
    bool is_slow() const { return Clock::now() - begun > std::chrono::milliseconds(150); }
  };
  using StepPtr = std::shared_ptr<Step>;  // shared with the thread, which ends after the members of this class
  ProgramQueue(ProgramRunner runner, const std::function<void()>& wake, const StepPtr& step);

  StepPtr step_;
};

/// Starts a run if one is due, takes up one that is done, and says what is being done. Returns whether anything
/// changed. Never waits.
bool update_program(Session& session, ProgramQueue& queue);

}  // namespace gemmscope::session
