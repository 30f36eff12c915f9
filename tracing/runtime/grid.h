// SPDX-License-Identifier: MIT
/// @file grid.h
/// A launch: all blocks of its grid, on the host's cores. They may wait for each other (turns.h).
#pragma once

#include <deque>

#include "tracing/runtime/progress.h"
#include "tracing/runtime/recorder.h"

namespace gemmscope::runtime {

/// None, but for the steps of a warp where the environment says how many (variables.h).
[[nodiscard]] lockstep::Limits limits_of_environment();

/// Runs all blocks; they begin in their order. `threads`: host threads, 0: one for each core. With `recorders`, at
/// least one, there are as many threads as recorders; if more blocks must run side by side, more are added. The faults
/// are those of the lowest blocks that have any, in order: after a block has faulted, no further block begins.
/// `progress` is told of each block. What kernels print goes to standard output at the end, as on a GPU, in the order
/// of blocks; if a fault ends the launch, up to the first block that faulted.
[[nodiscard]] std::vector<lockstep::Fault> run_grid(const lockstep::Program& program, const lockstep::Launch& launch,
                                                    const lockstep::Allocations& allocations, unsigned threads = 0,
                                                    std::deque<Recorder>* recorders = nullptr,
                                                    const lockstep::Limits& limits = limits_of_environment(),
                                                    Progress* progress = nullptr);

}  // namespace gemmscope::runtime
