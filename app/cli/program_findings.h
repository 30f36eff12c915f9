// SPDX-License-Identifier: MIT
/// @file program_findings.h
/// What a program did wrong outside of its kernels, as noted by its runtime, with the lines of its source.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

struct GivenFindings {
  std::vector<format::ProgramFinding> all;
  /// The first recording that could not be read or written says why; the others have the findings.
  std::optional<Error> error;
};
/// Reads the log in the folder; the program and its libraries must still be there. Each recording of the folder gets
/// the findings, and is written again if there are any.
[[nodiscard]] GivenFindings give_program_findings(const std::filesystem::path& folder);

/// For the end of a run: "of the program, not of one kernel", and a line for each finding. Nothing, if there are none.
void say_program_findings(const std::vector<format::ProgramFinding>& findings, std::ostream& out);

}  // namespace gemmscope::cli
