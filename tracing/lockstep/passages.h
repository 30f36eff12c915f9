// SPDX-License-Identifier: MIT
/// @file passages.h
/// What a warp does between two branches or barriers: operations, loads and stores. Those of one operation that nothing
/// keeps apart are a batch, which costs one call: most calls of a matrix multiplication's loop are so saved.
#pragma once

#include "tracing/lockstep/program.h"

namespace gemmscope::lockstep {

/// Works out Program::passages of the program's code and of its fast one.
void find_passages(Program& program);

}  // namespace gemmscope::lockstep
