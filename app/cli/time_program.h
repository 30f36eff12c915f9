// SPDX-License-Identifier: MIT
/// @file time_program.h
/// A program on a GPU, whose launches are timed and not recorded.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/run_program.h"
#include "app/session/own_number.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

struct TimedProgram {
  std::vector<std::string> command;  ///< a .cu file and its arguments
  session::Numbers numbers;          ///< instead of the file's
  std::string kernel;                ///< a regular expression; empty: all
  unsigned launch = 1;               ///< of each kernel
  bool goes_on = false;              ///< the first launch that matches is timed until the program is ended
};

/// Compiles it, from the cache if it is there, and runs it. The times are then in `work`, as
/// runtime::read_launch_times() reads them; with `goes_on`, they come while it runs.
///
/// Returns  the program's exit code.
/// Errors   kNoDevice: there is no GPU; those of record_program().
[[nodiscard]] Result<int> time_program(const TimedProgram& program, const std::filesystem::path& work,
                                       const Meanwhile& meanwhile, Printed& printed);

}  // namespace gemmscope::cli
