// SPDX-License-Identifier: MIT
/// @file run.h
/// Runs another program, for example a compiler, from any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace gemmscope::process {

inline constexpr int kNotRun = 127;  ///< as shells say it

/// Waits for it; its output goes to `output`. `go_on` is asked now and then; false: end it. May be empty. The program
/// ends when this process is killed. Returns its exit code; 128 + n if signal n ended it; kNotRun: it could not be
/// started.
int run(std::vector<std::string> command, const std::filesystem::path& output, const std::function<bool()>& go_on);

/// In a child, before it becomes another program: that program is killed when `parent`, which has made it, ends. The
/// programs that it starts itself are not.
void end_with(pid_t parent);

}  // namespace gemmscope::process
