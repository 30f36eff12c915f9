// SPDX-License-Identifier: MIT
/// @file run.h
/// Running another program, such as a compiler, from any thread.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gemmscope::process {

inline constexpr int kNotRun = 127;  ///< as shells say it

/// Waits for it; what it prints goes to `output`. `go_on` is asked now and then; false: end it. May be empty.
/// Returns its exit code; 128 + n where signal n ended it; kNotRun: it could not be started.
int run(std::vector<std::string> command, const std::filesystem::path& output, const std::function<bool()>& go_on);

/// What is in a file; empty: it cannot be read.
[[nodiscard]] std::string text_of(const std::filesystem::path& file);

}  // namespace gemmscope::process
