// SPDX-License-Identifier: MIT
/// @file program_findings.h
/// What a program did wrong outside of its kernels, as noted by its runtime, with the lines of its source.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// Reads the log in the folder; the program and its libraries must still be there. Each recording of the folder gets
/// the findings, and is written again if there are any.
///
/// Errors  those of reading and writing recordings.
[[nodiscard]] Result<std::vector<format::ProgramFinding>> give_program_findings(const std::filesystem::path& folder);

/// For the end of a run: "of the program, not of one kernel", and a line for each finding. Nothing, if there are none.
void say_program_findings(const std::vector<format::ProgramFinding>& findings, std::ostream& out);

}  // namespace gemmscope::cli
