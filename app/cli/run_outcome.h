// SPDX-License-Identifier: MIT
/// @file run_outcome.h
/// What a run of a program came to, and why nothing was recorded: of what its runtime has noted (launch_log.h).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tracing/format/result.h"
#include "tracing/runtime/launch_log.h"

namespace gemmscope::cli {

/// "ended with 3"; "was ended by signal 11 (Segmentation fault)". `code`: as of run_and_wait().
[[nodiscard]] std::string ending_in_words(int code);
/// Whether the runtime has ended the program, as it cannot do what the program asks for.
[[nodiscard]] bool was_stopped(const std::vector<runtime::LogLine>& log);

/// What was asked for.
struct Asked {
  std::vector<std::string> command;  ///< a .cu file or a program, and its arguments
  std::string kernel{};              ///< --kernel: a regular expression; empty: all
  unsigned launch = 1;               ///< --launch
};
/// Why a run recorded nothing, as far as the log tells: "the program launched no kernel". Empty: it does not tell; then
/// the runtime has said it on standard error.
[[nodiscard]] std::string why_nothing(const Asked& asked, const std::vector<runtime::LogLine>& log);

/// Lines about launches that went wrong, which a program need not notice: kernels whose launches were all refused, and
/// kernels that faulted. If every launch was refused, why_nothing() names the kernels instead.
[[nodiscard]] std::string launches_in_words(const std::vector<runtime::LogLine>& log);
[[nodiscard]] bool any_faulted(const std::vector<runtime::LogLine>& log);

/// Errors  kNoSpace: a recording could not be written to `folder`, because the disk is full or too many files are open.
[[nodiscard]] Result<void> was_kept(const std::vector<runtime::LogLine>& log, const std::filesystem::path& folder);

}  // namespace gemmscope::cli
