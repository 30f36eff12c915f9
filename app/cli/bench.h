// SPDX-License-Identifier: MIT
/// @file bench.h
/// What `gemmscope bench` says, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "app/results/bench_report.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// How fast this computer runs and records a kernel. Not performance: of recording alone.
struct EmulatorRate {
  std::string kernel, preset;
  std::uint32_t size = 0;  ///< M, N and K
  double plain_fmas_per_s = 0, traced_fmas_per_s = 0, requests_per_s = 0;
};
struct EmulatorRates {
  std::string device;
  std::vector<EmulatorRate> rates;
};

struct BenchRun {
  std::string command;  ///< as it would be typed
  Result<results::BenchReport> gpu;
  EmulatorRates emulator;  ///< of the ladder's kernels; none: those of a program are not measured
};

std::string bench_text(const BenchRun& run);
std::string bench_json(const BenchRun& run);  ///< docs/bench.md describes it

}  // namespace gemmscope::cli
