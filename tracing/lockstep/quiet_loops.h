// SPDX-License-Identifier: MIT
/// @file quiet_loops.h
/// Loops of a slice that make no request and do the same each time. nvcc leaves accumulators in local memory where it
/// compiles a kernel as it is written; a slice then still has the loops over them, and needs nothing of what they move.
///
/// A stretch of instructions that only computes registers, jumps inside itself, and names places in local memory is a
/// function of the registers that it reads. What it made of them is remembered, and taken again while they are the
/// same. So it is shown by running that it ends and that none of its accesses faults.
#pragma once

#include "tracing/lockstep/program.h"

namespace gemmscope::lockstep {

/// The program with a Does::kQuietLoop in front of each of them, and a kQuietLoopEnd behind. `program`: of a slice, of
/// which listeners need not be told what is asked of local memory (Origins::follows_local).
[[nodiscard]] Program with_quiet_loops(const Program& program);

}  // namespace gemmscope::lockstep
