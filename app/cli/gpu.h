// SPDX-License-Identifier: MIT
/// @file gpu.h
/// What verify and bench do with a GPU.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "app/cli/choose_kernels.h"

namespace gemmscope::cli {

/// Records an edge case of every configuration on the GPU and on the emulator, and says on `out` where they differ.
/// Returns  how many differ.
/// Errors   kNoDevice where there is no GPU.
Result<std::uint64_t> compare_recordings(const kernels::KernelInfo& kernel, std::ostream& out);

/// A measured plain build.
struct GpuRate {
  const kernels::KernelInfo* kernel = nullptr;
  std::string preset;
  std::uint32_t size = 0;  ///< M, N and K
  double median_ms = 0, gflops = 0;
  bool fixed_layout = false;  ///< known to the compiler, as in a hand-tuned kernel; else an argument
};
struct GpuRates {
  std::string device, driver, compiler, date;
  std::vector<GpuRate> rates;
};
/// Every preset at 4096 x 4096 x 4096. Errors: kNoDevice where there is no GPU.
Result<GpuRates> measure_on_gpu(const std::vector<const kernels::KernelInfo*>& kernels);

}  // namespace gemmscope::cli
