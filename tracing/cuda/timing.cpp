// SPDX-License-Identifier: MIT
#include "tracing/cuda/timing.h"

#include <algorithm>

namespace gemmscope::cuda {

Timing timing_of(std::vector<double> times, double flops) {
  std::sort(times.begin(), times.end());
  const double median = times[times.size() / 2];
  return {median, times.front(), times.back(), static_cast<int>(times.size()), flops / (median * 1e6)};
}

}  // namespace gemmscope::cuda
