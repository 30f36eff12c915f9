// SPDX-License-Identifier: MIT
/// @file launch.h
/// One kernel launch on the emulator, over matrices that are already there.
#pragma once

#include "tracing/format/result.h"
#include "tracing/record/plan.h"
#include "tracing/record/request.h"
#include "tracing/simt/bound_body.h"
#include "tracing/simt/matrix_memory.h"

namespace gemmscope::simt {

/// What happens to the logs of a traced launch.
enum class Tracing : std::uint8_t {
  kPlain,    ///< the plain build: there are none
  kDropped,  ///< written and thrown away; tells the cost of writing from that of compressing
};

/// Host threads that may run blocks of `threads` CUDA threads at the same time: so many that their guard pages fit into
/// what a process may map. At least 23.
unsigned most_host_threads(std::uint32_t threads);

/// Runs every block of the grid on plan.host_threads threads (0 = all cores). `bind`: the plan's variant, plain or
/// traced as `tracing` says. Errors: kUsage if threads of a block stop at different barriers; throws std::bad_alloc.
Result<void> run_blocks(const record::Plan& plan, Bind bind, MatrixMemory& memory, Tracing tracing);

/// Runs the selected blocks of a traced build and returns what was selected of it.
/// Errors: as run_blocks; kUsage if `progress` asked to stop; kNoSpace if a thread's log is too short.
Result<format::Recording> record_blocks(const record::Plan& plan, Bind bind, MatrixMemory& memory,
                                        const record::Progress& progress);

}  // namespace gemmscope::simt
