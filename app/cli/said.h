// SPDX-License-Identifier: MIT
/// @file said.h
/// What compilers and programs say, read back: which lines of which files they mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/rejected.h"

namespace gemmscope::cli {

/// Errors of nvcc, the host's compiler and the linker, and what our runtime says of faults: "my.cu(3): error: ..",
/// "my.cu:3:7: error: ..", "my.cu:3: in block ..". `files`: paths of the program's own; of several with one name that
/// is meant whose path ends as what is said. Messages of other files and of none have line 0 of the first. Warnings and
/// notes are left out.
[[nodiscard]] std::vector<session::Message> messages_in(std::string_view said, const std::vector<std::string>& files);

/// The last line that says something; empty: there is none.
[[nodiscard]] std::string last_line(std::string_view said);

/// Why our runtime recorded nothing, as it said last: "launch 1 of scale is not recorded: it faulted"; empty: it said
/// nothing.
[[nodiscard]] std::string reason_in(std::string_view said);

}  // namespace gemmscope::cli
