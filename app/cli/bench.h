// SPDX-License-Identifier: MIT
/// @file bench.h
/// What `gemmscope bench` says, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "app/results/bench_report.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

struct BenchRun {
  std::string command;  ///< as it would be typed
  Result<results::BenchReport> gpu;
};

std::string bench_text(const BenchRun& run);
std::string bench_json(const BenchRun& run);  ///< docs/bench.md describes it

}  // namespace gemmscope::cli
