// SPDX-License-Identifier: MIT
/// @file bench_program.h
/// How fast the matrix products of a program are on a GPU, with cuBLAS beside them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/launch_options.h"
#include "app/results/bench_report.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// Each setting of `over` is measured.
struct ProgramBench : ProgramOptions {
  std::vector<std::string> command;  ///< a .cu file and the program's arguments
  bool addresses_only = false;       ///< recorded so; the program's results do not count
};

/// Records the program without a GPU, which finds its matrix products, and then runs it on the GPU: each launch that is
/// one is timed as `bench` times the ladder's kernels, from what it finds in memory. What is timed is what was
/// recorded: the PTX of the same compilation, which the driver translates.
///
/// One program after the other, in one report.
///
/// Errors  kNoDevice: there is no GPU, or this build cannot run programs. Those of settings_of() and of recording.
///         What fails alone is noted in the report.
[[nodiscard]] Result<results::BenchReport> bench_programs(
    const std::vector<ProgramBench>& all, const std::function<bool()>& go_on,
    const std::function<void(std::size_t done, std::size_t total)>& on_setting);

}  // namespace gemmscope::cli
