// SPDX-License-Identifier: MIT
/// @file recorded_launch.h
/// A launch that is recorded while it runs.
#pragma once

#include <functional>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"
#include "tracing/runtime/grid.h"
#include "tracing/runtime/modules.h"

namespace gemmscope::runtime {

struct RecordedLaunch {
  std::vector<lockstep::Fault> faults;
  Result<format::Recording> recording;  ///< kUsage: why there is none; the launch ran all the same
};

/// What a launch runs on, as its recording will say.
struct RunsOn {
  std::string backend, device, driver;
};
/// Runs all blocks, and tells the recorders of those that they want: each is a host thread's. Without recorders it only
/// runs them.
///
/// Errors: why what the recorders heard is no recording; the launch has run all the same.
using RunBlocks = std::function<Result<std::vector<lockstep::Fault>>(std::deque<Recorder>*)>;

/// A decoded kernel, run, and that part of it recorded.
[[nodiscard]] RecordedLaunch recorded(const Kernel& kernel, const lockstep::Launch& launch,
                                      const format::Selection& selection, const lockstep::Allocations& allocations,
                                      const RunsOn& on, const RunBlocks& run);
/// The same on the interpreter.
[[nodiscard]] RecordedLaunch run_recorded(const Kernel& kernel, const lockstep::Launch& launch,
                                          const format::Selection& selection, const Memory& memory);

}  // namespace gemmscope::runtime
