// SPDX-License-Identifier: MIT
/// @file device.h
/// Which GPU there is, if any. Asking works everywhere, also in a build without CUDA.
#pragma once

#include <cstdint>
#include <string>

#include "tracing/format/result.h"

namespace gemmscope::cuda {

struct DeviceInfo {
  std::string name;            ///< NVIDIA H200
  std::string driver;          ///< 580.159.03 (CUDA 13.0)
  int compute_capability = 0;  ///< 90 for 9.0
  int multiprocessors = 0;
  int clock_khz = 0;  ///< the highest that the driver names for the multiprocessors; 0 where it names none
  std::uint64_t memory_bytes = 0;
};

/// The GPU that programs run on: the first one CUDA shows (CUDA_VISIBLE_DEVICES chooses).
/// Errors: kNoDevice, saying whether GPU, driver or support in this build is missing.
/// Cost: the first call starts the driver, about 0.2 s.
Result<DeviceInfo> find_device();

}  // namespace gemmscope::cuda
