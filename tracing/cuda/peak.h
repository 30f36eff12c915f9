// SPDX-License-Identifier: MIT
/// @file peak.h
/// What a card could do at most in single precision: multiprocessors x lanes x 2 x highest clock.
///
/// Source  CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions": 32-bit floating-point
///         multiply-add, results per clock and multiprocessor. A multiply-add counts as two operations.
#pragma once

#include <optional>

#include "tracing/cuda/device.h"

namespace gemmscope::cuda {

/// Float multiply-adds per clock of one multiprocessor; nullopt for a compute capability that is not known here.
constexpr std::optional<int> fp32_lanes(int compute_capability) {
  switch (compute_capability) {
    case 75:
    case 80: return 64;
    case 86:
    case 89:
    case 90:
    case 100:
    case 120: return 128;
    default: return std::nullopt;
  }
}

/// GFLOP/s at the highest clock that the driver names; nullopt where lanes or clock are not known.
/// Example  NVIDIA H200: 132 multiprocessors x 128 lanes x 2 x 1.98 GHz = 66 908 GFLOP/s.
constexpr std::optional<double> fp32_peak_gflops(const DeviceInfo& device) {
  const auto lanes = fp32_lanes(device.compute_capability);
  if (!lanes || device.clock_khz <= 0 || device.multiprocessors <= 0) return std::nullopt;
  return 2e-6 * *lanes * device.multiprocessors * device.clock_khz;
}

}  // namespace gemmscope::cuda
