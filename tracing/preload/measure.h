// SPDX-License-Identifier: MIT
/// @file measure.h
/// A launch as a program asks for it, and what its recording has cost.
#pragma once

#include "tracing/preload/device.h"
#include "tracing/preload/program.h"

namespace gemmscope::preload {

/// What a program asked the runtime to launch, with whichever of its functions.
struct Call {
  std::array<std::uint32_t, 3> grid{}, block{};
  std::uint64_t dynamic_shared = 0;
  cudaStream_t stream = nullptr;
  void** arguments = nullptr;
  bool is_cooperative = false;
  std::function<cudaError_t(const void* stub)> launch;  ///< the same of another kernel
};

/// What a recording has cost; times are the GPU's.
struct Cost {
  double plain_ms = 0, counting_ms = 0, recording_ms = 0;  ///< plain: where costs are asked for
  std::uint64_t requests = 0, parts = 0, record_bytes = 0, saved_bytes = 0;
  bool is_equal = false;  ///< the results, to those of the plain run
};

/// Bytes of the GPU's memory for records; what is saved leaves them free.
[[nodiscard]] std::uint64_t limit_of_environment();

/// Launches the kernel as nvcc made it, once, after putting back on the device what was saved.
///
/// Returns  milliseconds of GPU time between two events around the launch, in its stream.
[[nodiscard]] Result<double> launch_timed(const LoadedKernel& kernel, const Call& call, const Saved& saved);

/// While one lives, nothing comes to the process's standard output.
class Muted {
 public:
  Muted();
  ~Muted();
  Muted(const Muted&) = delete;
  Muted& operator=(const Muted&) = delete;

 private:
  int output_;
};

/// The kernel as nvcc made it, a few times: what that leaves, and Cost::plain_ms of the shortest. Then all is on the
/// device as it was saved. What the kernel prints, it does not print.
[[nodiscard]] Result<Saved> run_plain(const LoadedKernel& kernel, const Call& call,
                                      const lockstep::Allocations& allocations, const Saved& saved, std::uint64_t limit,
                                      Cost& cost);

/// Adds a line of JSON to the file that runtime::kTimesVariable names.
void write_cost(const LoadedKernel& kernel, const Cost& cost);

}  // namespace gemmscope::preload
