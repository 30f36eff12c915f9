// SPDX-License-Identifier: MIT
/// @file recorded_launch.h
/// A launch that is recorded while it runs.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"
#include "tracing/runtime/grid.h"
#include "tracing/runtime/memory_before.h"
#include "tracing/runtime/modules.h"
#include "tracing/runtime/pointers.h"
#include "tracing/runtime/recorders.h"

namespace gemmscope::runtime {

struct RecordedLaunch {
  std::vector<lockstep::Fault> faults;
  Result<format::Recording> recording;         ///< kUsage: why there is none; the launch ran all the same
  std::optional<format::KeptMemory> memory{};  ///< what its arrays held, if that was asked for
};

/// What a launch runs on, as its recording will say.
struct RunsOn {
  std::string backend, device, driver;
  [[nodiscard]] bool is_gpu() const { return backend != "cpu"; }
};

/// Runs all blocks, and tells the recorders of those that they want. Null: it only runs them.
///
/// Errors: why what the recorders heard is no recording; the launch has run all the same.
using RunBlocks = std::function<Result<std::vector<lockstep::Fault>>(Recorders*)>;

/// A decoded kernel, run, and that part of it recorded. `threads`: host threads, 0: as many as there are cores.
/// `read`: the program's memory, before it is run. `before`: what it held; null: what arrays held is not kept.
[[nodiscard]] RecordedLaunch recorded(const Kernel& kernel, const lockstep::Launch& launch,
                                      const format::Selection& selection, const lockstep::Allocations& allocations,
                                      const RunsOn& on, const ReadWords& read, const RunBlocks& run,
                                      unsigned threads = 0, const MemoryBefore* before = nullptr);

/// What a recorded launch leaves in memory.
enum class Results : std::uint8_t {
  kRight,    ///< what the kernel computes
  kKept,     ///< the same, and RecordedLaunch::memory has it
  kLeftOut,  ///< anything: only what decides where the kernel goes and what it asks for is computed
};
/// The same on the interpreter. `touched` is told what the launch touches, if the results are right; null: this is not
/// needed. Blocks that provably make the same requests at other addresses are run for their results only.
[[nodiscard]] RecordedLaunch run_recorded(const Kernel& kernel, const lockstep::Launch& launch,
                                          const format::Selection& selection, Memory& memory,
                                          Results results = Results::kRight, unsigned threads = 0,
                                          lockstep::TouchedMemory* touched = nullptr);

}  // namespace gemmscope::runtime
