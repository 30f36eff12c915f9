// SPDX-License-Identifier: MIT
/// @file sweep_options.h
/// The options that say what of the older ladder is swept.
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

/// Errors: kUsage for what cannot be read.
Result<record::RecordRequest> request_of(const LaunchOptions& options);

/// The arguments that give `options` again.
std::vector<std::string> arguments_of(const LaunchOptions& options);

}  // namespace gemmscope::cli
