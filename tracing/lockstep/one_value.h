// SPDX-License-Identifier: MIT
/// @file one_value.h
/// Stores that cannot race with themselves: all threads that make them store the same.
#pragma once

#include "tracing/lockstep/draft.h"
#include "tracing/ptx/module.h"

namespace gemmscope::lockstep {

/// Sets Access::one_value of plain stores whose value follows from constants, arguments and the launch's size alone, by
/// operations that the function makes in one place each and each lane for itself. `function`: of which the draft is.
/// Cost: linear, mostly.
void mark_stores_of_one_value(Draft& draft, const ptx::Function& function);

}  // namespace gemmscope::lockstep
