// SPDX-License-Identifier: MIT
/// @file line_notes.h
/// What the last recording says of each line of a program's file, for the editor's margin.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/session/loaded.h"
#include "tracing/analysis/bank_conflicts.h"

namespace gemmscope::shell {

struct LineNote {
  double factor = 0;      ///< the worst n-way, or sectors over the ideal, as Source has it; 0: no cost is counted
  bool is_found = false;  ///< a finding is on the line
  std::string text;       ///< costs and findings, a line each
};

/// By the line that the recording has, 1-based. Empty if the recording has no file of that path.
std::map<std::uint32_t, LineNote> line_notes(const session::Loaded& loaded, const std::string& path,
                                             analysis::ConflictModel rule);
/// Lines of the file as it was recorded; empty if it is not in the recording.
const std::vector<session::SourceLine>& recorded_lines(const session::Loaded& loaded, const std::string& path);

}  // namespace gemmscope::shell
