// SPDX-License-Identifier: MIT
/// @file launch.h
/// The program launches a kernel.
#pragma once

#include "tracing/preload/twin_run.h"

namespace gemmscope::preload {

/// Launches it as it was asked for, and records it where that was wished. `kernel` may be null: not one that the
/// program has registered. The program must not be locked.
cudaError_t launch(const void* stub, const Call& call);

/// Makes the module's variables known as memory, in the order of the interpreter: at the first use of any.
void know_places(Program& program, LoadedModule& module);

}  // namespace gemmscope::preload
