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

/// What a recorded launch leaves in memory.
enum class Results : std::uint8_t {
  kRight,    ///< what the kernel computes
  kLeftOut,  ///< anything: only what decides where the kernel goes and what it asks for is computed
};

/// Runs a decoded kernel. Blocks of which it can be shown that they make the same requests elsewhere are run for their
/// results only. `threads`: host threads, 0: as many as there are cores.
[[nodiscard]] RecordedLaunch run_recorded(const Kernel& kernel, const lockstep::Launch& launch, const Memory& memory,
                                          Results results = Results::kRight, unsigned threads = 0);

}  // namespace gemmscope::runtime
