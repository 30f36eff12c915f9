// SPDX-License-Identifier: MIT
/// @file finish.h
/// From a draft to a part of the program: where registers are, and what is done together.
#pragma once

#include "tracing/lockstep/draft.h"

namespace gemmscope::lockstep {

/// Adds the draft's code to the program, as that of `function`, with registers behind those that it has. Targets of
/// branches are numbers of Draft::code.
void finish(const Draft& draft, Program& program, ProgramFunction& function);

}  // namespace gemmscope::lockstep
