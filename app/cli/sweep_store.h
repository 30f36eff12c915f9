// SPDX-License-Identifier: MIT
/// @file sweep_store.h
/// A folder with what came of the settings of sweeps: the recordings of each, NAME.gst, NAME_2.gst and so on, and
/// NAME.json, which lists them and is written last. NAME follows from everything that decides what is recorded.
///
/// So a sweep that was killed goes on where it stopped, several can fill one folder at the same time, and a recording
/// by another build is never taken for one of this build.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/run_backend.h"
#include "app/session/own_program.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// What decides what is recorded.
struct Recorded {
  std::vector<std::string> command;  ///< a .cu file and its arguments
  session::Numbers numbers;          ///< that it has been given
  Variables wishes;
  bool as_written = false;
};

class SweepStore {
 public:
  enum class Make : bool { kNo, kYes };
  /// Errors: kBadFile if the folder is not there; with kYes it is made, and kUsage if that is not possible.
  static Result<SweepStore> open(const std::filesystem::path& folder, Make make = Make::kYes);

  struct Reading {
    std::optional<session::ProgramRun> run{};
    std::vector<std::string> files{};  ///< of its launches
    bool other = false;                ///< there is something, but it is damaged, or not what its name says
  };
  Reading read(const Recorded& what) const;

  /// What came of a run, as it is kept.
  struct Outcome {
    std::vector<std::string> recordings;  ///< the bytes of each launch's file
    session::Numbers numbers;             ///< that differ from the file's
    std::string failure;                  ///< why there is no recording, or what went wrong besides
  };
  /// Returns the files of the launches. Errors: as format::replace_file.
  Result<std::vector<std::string>> write(const Recorded& what, const Outcome& outcome) const;

 private:
  explicit SweepStore(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

/// All of a file; empty: it cannot be read.
[[nodiscard]] std::string bytes_of(const std::filesystem::path& file);

/// 32 hexadecimal digits. Of included files it takes those that quotes name and that are beside what includes them;
/// of the compiler, the options in its variables.
[[nodiscard]] std::string name_of(const Recorded& what);

}  // namespace gemmscope::cli
