// SPDX-License-Identifier: MIT
/// @file bench.h
/// How fast the plain build of a kernel is on the GPU, and cuBLAS beside it.
#pragma once

#include <cstdint>

#include "kernels/reference.h"
#include "kernels/table.h"
#include "tracing/cuda/device.h"
#include "tracing/cuda/timing.h"

namespace gemmscope::cuda {

struct BenchResult : Timing {
  std::uint32_t M = 0, N = 0, K = 0;
  int registers = 0;          ///< per thread
  int spilled_bytes = 0;      ///< local memory per thread
  int resident_warps = 0;     ///< that a multiprocessor holds at once, as registers and shared memory allow
  bool fixed_layout = false;  ///< the padding was known to the compiler, as in a hand-tuned kernel
  DeviceInfo device;
  std::string date;  ///< ISO 8601, UTC
};

/// Times C = A * B (alpha 1, beta 0) of `data` with CUDA events: a few launches to warm up, then many, one by one.
/// Errors: kUsage as make_plan; kNoDevice, kNoSpace.
/// Cost: about `seconds`, up to four times that of a launch of a second or more, and a copy of the matrices.
Result<BenchResult> bench(const kernels::Variant& variant, const kernels::GemmData& data, double seconds);
/// The same on random fractions.
Result<BenchResult> bench(const kernels::Variant& variant, std::uint32_t M, std::uint32_t N, std::uint32_t K,
                          double seconds = 0.3);

/// Whether this build has a plain kernel that knows the variant's layout at compile time. Needs no GPU.
bool has_fixed_layout(const kernels::Variant& variant);

}  // namespace gemmscope::cuda
