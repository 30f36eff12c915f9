// SPDX-License-Identifier: MIT
/// @file check.h
/// Errors of the CUDA runtime as values.
#pragma once

#include <cuda_runtime_api.h>

#include "tracing/format/result.h"

namespace gemmscope::cuda {

/// The sentence for a failed call. Errors: kNoSpace if the GPU's memory is too small, kNoDevice for everything else.
tl::unexpected<Error> failure(cudaError_t error, const char* call);

}  // namespace gemmscope::cuda

/// Returns the failure from the enclosing function, which must return a Result.
#define GS_CUDA_CHECK(call)                                           \
  do {                                                                \
    if (const cudaError_t gs_error = (call); gs_error != cudaSuccess) \
      return ::gemmscope::cuda::failure(gs_error, #call);             \
  } while (0)
