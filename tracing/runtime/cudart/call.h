// SPDX-License-Identifier: MIT
/// @file call.h
/// What all functions of this folder have in common.
///
/// They stand in for those of NVIDIA's libcudart, with its own header's signatures and the errors that its
/// documentation names. They take arguments apart and leave the work to tracing/runtime; nothing of C++ leaves them.
#pragma once

#include <cuda_runtime_api.h>

#include <mutex>
#include <new>

#include "tracing/runtime/runtime.h"

namespace gemmscope::runtime {

/// What cudaGetLastError tells of this thread. After a fault, every call fails with it until the program ends, as on a
/// GPU.
struct Errors {
  static thread_local cudaError_t last;
  static cudaError_t fault;  ///< of the device; guarded by Runtime::mutex
  /// From the first call on: CUDA ends when the program ends, before objects that existed before that call. Their
  /// destructors get cudaErrorCudartUnloading, as on an H100 and an H200 (tests/programs/wrong/at_exit.cu).
  static void end_with_program();
};

/// Does a call of the API: `f(runtime)` gives its error. A call that fails is remembered.
template <class F>
cudaError_t call(F f) {
  cudaError_t error;
  const std::scoped_lock lock(runtime().mutex);
  Errors::end_with_program();
  const bool was_sound = Errors::fault == cudaSuccess;
  try {
    error = was_sound ? f(runtime()) : Errors::fault;
  } catch (const std::bad_alloc&) {
    error = cudaErrorMemoryAllocation;
  }
  runtime().hazards.close();
  if (error == cudaSuccess || error == cudaErrorNotReady) return error;
  if (was_sound || error == cudaErrorCudartUnloading)
    runtime().hazards.refused(cudaGetErrorName(error), cudaGetErrorString(error), runtime().why);
  runtime().why.clear();
  return Errors::last = error;
}

/// The error of a condition that does not hold.
inline cudaError_t unless(bool holds, cudaError_t error) { return holds ? cudaSuccess : error; }

}  // namespace gemmscope::runtime
