// SPDX-License-Identifier: MIT
/// @file older_options.h
/// Which launch of an older kernel a test records, as words of a command line.
#pragma once

#include "tracing/format/result.h"
#include "tracing/record/request.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace gemmscope::cli::testing {

/// As given; empty: not given.
struct OlderOptions {
  std::string kernel, preset, size, blocks, warps, k_tiles;
  std::vector<std::string> assignments;
  float beta = 0;
  bool no_epilogue = false;
};
void add_older_options(CLI::App& app, OlderOptions& options);
/// Errors: kUsage for what cannot be read.
Result<record::RecordRequest> request_of(const OlderOptions& options);

}  // namespace gemmscope::cli::testing
