// SPDX-License-Identifier: MIT
/// @file own_program.h
/// The user's own CUDA program, which is compiled, run and recorded again whenever its source is saved. Plain data:
/// own_launches.h and program_queue.h do the work.
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/session/loaded.h"
#include "app/session/own_number.h"
#include "app/session/recorded.h"
#include "app/session/rejected.h"

namespace gemmscope::session {

/// What came of compiling and running it once.
struct ProgramRun {
  std::vector<LoadedPtr> launches;  ///< that were recorded, in the order in which they ran
  RejectedPtr rejected;             ///< null where something was recorded
  std::string failure;              ///< a sentence; empty: none
  /// Paths of the program's own files, the .cu file first; empty: not known, as the compiler came to none.
  std::vector<std::string> files{};
  std::vector<OwnNumber> known{};  ///< the file's numbers, in its order
  std::vector<OwnPreset> presets{};
  std::vector<std::string> arguments{};  ///< what it was opened with
  /// With which it was compiled, where they are not the file's, and its arguments, where they are not as opened.
  Numbers numbers{};
};

/// Whether a file of that name is compiled first, and no recording.
inline bool is_program(const std::filesystem::path& file) { return file.extension() == ".cu"; }

/// Whether both paths lead to one file.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// What becomes of a run that was made for a link or for a place in the history, once it is shown.
struct Arrival {
  bool due = false;                  ///< there is one
  std::string link;                  ///< to follow; empty: the place is kept
  std::optional<Recorded> baseline;  ///< to compare with; nullopt: nothing
  bool keeps_baseline = true;        ///< what is pinned stays
};

struct OwnProgram {
  std::string source;                  ///< the .cu file's path; empty: no program is open
  std::vector<std::string> arguments;  ///< what it was opened with; see own_arguments.h
  std::vector<std::string> files;      ///< `source`, and the paths of what it includes, but for CUDA's and the system's
  bool due = false;                    ///< it is to be run
  bool running_now = false;
  bool edited = false;              ///< Source is an editor of it
  bool typing = false;              ///< the keyboard writes to that editor
  bool unsaved = false;             ///< what is typed there is not in the files
  std::vector<LoadedPtr> launches;  ///< of the last run of which something was recorded
  /// The panels show an earlier run or another program: nothing is recorded of the last run, or of this program.
  bool shows_earlier = false;
  std::vector<OwnNumber> known;  ///< the numbers of `source`, as of the last run
  std::vector<OwnPreset> presets;
  Numbers numbers;   ///< what is to be instead of the file's and of `arguments`, in the order of changes
  Arrival arrival;   ///< of the next run
  LoadedPtr before;  ///< the launch of the same kernel that was shown before the last run; null: none

  /// Whether `loaded` is one of its launches.
  bool made(const LoadedPtr& loaded) const { return loaded && std::ranges::count(launches, loaded) != 0; }
};

}  // namespace gemmscope::session
