// SPDX-License-Identifier: MIT
/// @file grid.h
/// A launch: all blocks of its grid, on the host's cores.
#pragma once

#include <deque>

#include "tracing/runtime/progress.h"
#include "tracing/runtime/recorder.h"

namespace gemmscope::runtime {

/// None, but for the steps of a warp where the environment says how many (variables.h).
[[nodiscard]] lockstep::Limits limits_of_environment();

/// Runs all blocks, in their order as far as one core is concerned. `threads`: host threads, 0: as many as there are
/// cores. With `recorders`, at least one, each is a host thread's instead. The faults are those of the lowest blocks
/// that have any, ordered by block. `progress` is told of each block. What kernels print goes to standard output at the
/// end, as on a GPU, in the order of blocks; of a launch that a fault ends, up to the first block that did.
/// A cooperative launch runs on one host thread, its blocks by turns, and needs as many recorders as it has blocks.
[[nodiscard]] std::vector<lockstep::Fault> run_grid(const lockstep::Program& program, const lockstep::Launch& launch,
                                                    const lockstep::Allocations& allocations, unsigned threads = 0,
                                                    std::deque<Recorder>* recorders = nullptr,
                                                    lockstep::Limits limits = limits_of_environment(),
                                                    Progress* progress = nullptr);

}  // namespace gemmscope::runtime
