// SPDX-License-Identifier: MIT
/// @file launch.h
/// The program launches a kernel.
#pragma once

#include "tracing/preload/twin_run.h"

namespace gemmscope::preload {

/// Launches it as it was asked for, and records it where that was wished. `stub`: as Program::kernel_of() takes it. The
/// program must not be locked.
cudaError_t launch(const void* stub, const Call& call);

/// A launch that becomes part of a graph does not run now.
[[nodiscard]] bool is_captured(cudaStream_t stream);
/// Some stream is captured: then nothing may wait for the GPU. The program must be locked.
[[nodiscard]] bool is_capturing(Program& program);
inline constexpr char kWhileCapturing[] =
    "it was launched while a stream was captured, when nothing may wait for the GPU";

/// Whether the thread's GPU is that which the program has used first. The program must be locked.
[[nodiscard]] bool is_on_first_gpu(Program& program);
inline constexpr char kOnAnotherGpu[] =
    "it runs on another GPU than the program's first kernel, and what one GPU runs is recorded";

/// What stream 0 is where a program was compiled with --default-stream per-thread.
inline cudaStream_t of_thread(cudaStream_t stream) { return stream == nullptr ? cudaStreamPerThread : stream; }

/// Makes the module's variables known as memory, in the order of the interpreter: at the first use of any.
void know_places(Program& program, LoadedModule& module);

/// Launches it again and again, each time with what the program had on the device, and writes down how long that took.
/// Then the program is as if it had asked for nothing. The program must be locked, and alone on the device.
void measure(Program& program, const LoadedKernel& kernel, const Call& call);

}  // namespace gemmscope::preload
