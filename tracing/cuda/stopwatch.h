// SPDX-License-Identifier: MIT
/// @file stopwatch.h
/// GPU time between two events on the calling thread's stream.
#pragma once

#include "tracing/cuda/check.h"

namespace gemmscope::cuda {

class Stopwatch {
 public:
  Stopwatch() = default;
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    for (const cudaEvent_t event : {start_, stop_})
      if (event != nullptr) (void)cudaEventDestroy(event);
  }

  /// Milliseconds of GPU time that `work` takes; it launches on the calling thread's stream and returns a Result<void>.
  template <class Work>
  Result<double> time(const Work& work) {
    if (start_ == nullptr) {
      GS_CUDA_CHECK(cudaEventCreate(&start_));
      GS_CUDA_CHECK(cudaEventCreate(&stop_));
    }
    GS_CUDA_CHECK(cudaEventRecord(start_, cudaStreamPerThread));
    if (const Result<void> done = work(); !done) return tl::unexpected(done.error());
    GS_CUDA_CHECK(cudaEventRecord(stop_, cudaStreamPerThread));
    GS_CUDA_CHECK(cudaEventSynchronize(stop_));
    float ms = 0;
    GS_CUDA_CHECK(cudaEventElapsedTime(&ms, start_, stop_));
    return static_cast<double>(ms);
  }

 private:
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

}  // namespace gemmscope::cuda
