// SPDX-License-Identifier: MIT
/// @file sweep_job.h
/// A sweep as an array job of Slurm: a shell script for sbatch.
#pragma once

#include <string>
#include <vector>

namespace gemmscope::cli {

/// `text` as one word of a POSIX shell.
std::string shell_word(const std::string& text);
/// `command`, then a program's arguments behind "--" if there are any.
std::string shell_line(const std::vector<std::string>& command, const std::vector<std::string>& arguments);

/// A script whose array has tasks 0 to `tasks` - 1. Each runs `command` with two more options, --task with its number
/// and --threads with the cores that it was given, and then the program's arguments.
std::string slurm_job(const std::vector<std::string>& command, const std::vector<std::string>& arguments,
                      unsigned tasks);

}  // namespace gemmscope::cli
