// SPDX-License-Identifier: MIT
/// @file launch_times.h
/// How long launches of a program take on a GPU, told to `gemmscope bench`: a file in the folder of the recordings to
/// which the library in the program (tracing/preload) adds a line for each launch that it has timed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gemmscope::runtime {

struct LaunchTimes {
  std::string kernel;        ///< as people read it
  int registers = 0;         ///< per thread
  int spilled_bytes = 0;     ///< local memory per thread
  int resident_warps = 0;    ///< that a multiprocessor holds at once
  std::vector<double> ms{};  ///< GPU time of each launch that was timed, in order; none: it was not
  std::string why_not{};     ///< it was not timed: a sentence
  bool operator==(const LaunchTimes&) const = default;
};

/// Adds the line. A folder that cannot be written to is passed over: then nothing was timed.
void note(const std::string& folder, const LaunchTimes& times);

/// Lines in the order in which they were added; what cannot be read is left out.
[[nodiscard]] std::vector<LaunchTimes> read_launch_times(const std::filesystem::path& folder);

}  // namespace gemmscope::runtime
