// SPDX-License-Identifier: MIT
/// @file recorded_launch.h
/// A launch that is recorded while it runs.
#pragma once

#include "tracing/format/recording.h"
#include "tracing/format/result.h"
#include "tracing/runtime/grid.h"
#include "tracing/runtime/modules.h"

namespace gemmscope::runtime {

struct RecordedLaunch {
  std::vector<lockstep::Fault> faults;
  Result<format::Recording> recording;  ///< kUsage: why there is none; the launch ran all the same
};

/// Runs all blocks of a decoded kernel, and records those of the selection.
[[nodiscard]] RecordedLaunch run_recorded(const Kernel& kernel, const lockstep::Launch& launch,
                                          const format::Selection& selection, const Memory& memory);

}  // namespace gemmscope::runtime
