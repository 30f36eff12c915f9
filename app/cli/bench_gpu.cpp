// SPDX-License-Identifier: MIT
#include "app/cli/bench_gpu.h"

#include "tracing/cuda/peak.h"

namespace gemmscope::cli {
results::Median median_of(const cuda::Timing& t) {
  return {t.gflops, t.median_ms, t.fastest_ms, t.slowest_ms, t.launches};
}

cuda::Element element_of(std::string_view element) {
  return element == "half" ? cuda::Element::kHalf : cuda::Element::kFloat;
}

std::optional<results::Peak> peak_of(const cuda::DeviceInfo& device) {
  const auto gflops = cuda::fp32_peak_gflops(device);
  if (!gflops) return std::nullopt;
  return results::Peak{*gflops, device.multiprocessors, *cuda::fp32_lanes(device.compute_capability),
                       device.clock_khz / 1000.0};
}

}  // namespace gemmscope::cli
