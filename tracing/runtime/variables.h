// SPDX-License-Identifier: MIT
/// @file variables.h
/// Variables of the environment, by which `gemmscope run` tells the program that it starts what to record.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gemmscope::runtime {

inline constexpr char kFolderVariable[] = "GEMMSCOPE_RECORD_TO";      ///< a folder; none: nothing is recorded
inline constexpr char kKernelVariable[] = "GEMMSCOPE_RECORD_KERNEL";  ///< a regular expression, as RE2 reads it
inline constexpr char kNamesVariable[] = "GEMMSCOPE_RECORD_NAMES";    ///< the library that matches it: loaded_pattern.h
inline constexpr char kLaunchVariable[] = "GEMMSCOPE_RECORD_LAUNCH";  ///< the n-th launch of each kernel, from 1
inline constexpr char kAddressesVariable[] = "GEMMSCOPE_RECORD_ADDRESSES_ONLY";  ///< 1: results are left out
inline constexpr char kValuesVariable[] = "GEMMSCOPE_RECORD_VALUES";  ///< 1: what arrays held: format/kept_memory.h
/// "0 2 1 4": blocks with y of 0 and 1 and x of 1 to 3; "0 2 1 4 5 6": of these, those with z of 5.
inline constexpr char kBlocksVariable[] = "GEMMSCOPE_RECORD_BLOCKS";
inline constexpr char kWarpsVariable[] = "GEMMSCOPE_RECORD_WARPS";  ///< "0 2": warps 0 and 1 of each block
/// "FILE\nCOPY": the program was compiled from a copy of FILE with other numbers, and COPY has that text.
/// "FILE\nCOPY\nKERNELS": its kernels are those of the fat binary KERNELS, and not those that are in the program.
inline constexpr char kChangedVariable[] = "GEMMSCOPE_CHANGED_SOURCE";
inline constexpr char kProgressFile[] = "progress";                 ///< in the folder: "120 1024 kernel", blocks
inline constexpr char kLaunchLogFile[] = "launches";                ///< in the folder: see launch_log.h
inline constexpr char kLaunchTimesFile[] = "times";                 ///< in the folder: see launch_times.h
inline constexpr char kProgramLogFile[] = "of_program";             ///< in the folder: see program_log.h
inline constexpr std::size_t kMostLogBytes = std::size_t{1} << 28;  ///< of a log; one of more bytes is not read
inline constexpr char kStepsVariable[] = "GEMMSCOPE_STEPS";         ///< instructions that a warp may do in a launch
inline constexpr char kEndsWithVariable[] = "GEMMSCOPE_ENDS_WITH";  ///< a folder: see end_with_run.h

/// What kStepsVariable says; nullopt: no number, or none that a launch could have.
inline std::optional<std::uint64_t> steps_in(std::string_view text) {
  std::uint64_t steps = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), steps);
  if (error != std::errc{} || end != text.data() + text.size() || steps == 0) return std::nullopt;
  return steps;
}
inline std::string no_steps(std::string_view text) {
  return std::string(kStepsVariable) + "=" + std::string(text) +
         " is no number of instructions; give one of at least 1, such as 1000000";
}

// On a GPU, where another library listens (tracing/preload):
inline constexpr char kGpuFolderVariable[] = "GEMMSCOPE_RECORD_GPU_TO";  ///< instead of kFolderVariable
inline constexpr char kMemoryVariable[] = "GEMMSCOPE_RECORD_MEMORY";     ///< bytes for requests; none: 1 GiB
inline constexpr char kTimesVariable[] = "GEMMSCOPE_RECORD_TIMES";       ///< a file, for what each recording has cost
/// "once": what would be recorded is timed instead; "on": and never goes on. See launch_times.h.
inline constexpr char kMeasureVariable[] = "GEMMSCOPE_MEASURE";

}  // namespace gemmscope::runtime
