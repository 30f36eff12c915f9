// SPDX-License-Identifier: MIT
/// @file launch_options.h
/// The options that say what is recorded, the same for each command that records.
#pragma once

#include <string>
#include <vector>

#include "tracing/format/result.h"
#include "tracing/record/request.h"

namespace CLI {
class App;
}

namespace gemmscope::cli {

/// As given; empty: not given.
struct LaunchOptions {
  std::string kernel, preset, size, alpha = "1", beta = "0", blocks, warps, k_tiles;
  std::vector<std::string> assignments;
  bool no_epilogue = false;
};

/// `usual_blocks`: what --help says is recorded without --blocks.
void add_launch_options(CLI::App& app, LaunchOptions& options, const std::string& usual_blocks);

/// With which numbers a program is run, and which of its launches are looked at.
struct ProgramOptions {
  std::string preset;                ///< a setting that the .cu file names; empty: none
  std::vector<std::string> numbers;  ///< as --set takes them
  std::vector<std::string> over;     ///< as --over takes it; empty: the program as it is, once
  std::string kernel;                ///< a regular expression; empty: all
  unsigned launch = 1;               ///< of each kernel, from 1

  /// The first option that is given, as "--set"; empty: none is.
  [[nodiscard]] std::string first_given() const;
};
void add_program_options(CLI::App& app, ProgramOptions& options);

/// Errors: kUsage for what cannot be read.
Result<record::RecordRequest> request_of(const LaunchOptions& options);

/// The arguments that give `options` again.
std::vector<std::string> arguments_of(const LaunchOptions& options);

}  // namespace gemmscope::cli
