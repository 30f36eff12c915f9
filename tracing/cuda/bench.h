// SPDX-License-Identifier: MIT
/// @file bench.h
/// How fast the plain build of a kernel is on the GPU.
#pragma once

#include <cstdint>

#include "kernels/table.h"
#include "tracing/cuda/device.h"

namespace gemmscope::cuda {

struct BenchResult {
  std::uint32_t M = 0, N = 0, K = 0;
  double median_ms = 0, fastest_ms = 0, slowest_ms = 0;  ///< of one launch
  int launches = 0;                                      ///< that were timed
  double gflops = 0;                                     ///< 2*M*N*K / median; a multiply-add counts as two
  int registers = 0;                                     ///< per thread
  int spilled_bytes = 0;                                 ///< local memory per thread
  bool fixed_layout = false;  ///< the padding was known to the compiler, as in a hand-tuned kernel
  DeviceInfo device;
  std::string date;  ///< ISO 8601, UTC
};

/// Times C = A * B (alpha 1, beta 0) on random data with CUDA events: a few launches to warm up, then many, one by one.
/// Errors: kUsage as make_plan; kNoDevice, kNoSpace.
/// Cost: about `seconds`, and a copy of the matrices.
Result<BenchResult> bench(const kernels::Variant& variant, std::uint32_t M, std::uint32_t N, std::uint32_t K,
                          double seconds = 0.3);

}  // namespace gemmscope::cuda
