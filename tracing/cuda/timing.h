// SPDX-License-Identifier: MIT
/// @file timing.h
/// What is measured of a launch, and how often it is launched for that.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::cuda {

struct Timing {
  double median_ms = 0, fastest_ms = 0, slowest_ms = 0;  ///< of one launch
  int launches = 0;                                      ///< that were timed
  double gflops = 0;                                     ///< 2*M*N*K / median; a multiply-add counts as two
};

/// Whether a median of the launches so far will do: at least 11, and until `seconds` of GPU time are spent; of slow
/// kernels 3 once a second is spent.
constexpr bool timed_enough(std::size_t launches, double spent_ms, double seconds) {
  constexpr std::size_t kFewest = 3, kUsual = 11, kMost = 1000;
  if (launches < kFewest) return false;
  if (launches >= kMost || spent_ms >= 1000) return true;
  return launches >= kUsual && spent_ms >= seconds * 1000;
}

/// How much of the GPU's time live measurements take.
struct LivePace {
  double duty = 0.05;                         ///< of the time at most
  std::chrono::milliseconds least_rest{250};  ///< between launches: four samples a second are enough to see

  /// How long to rest after something that took `ms`.
  [[nodiscard]] std::chrono::microseconds rest_after(double ms) const {
    const std::chrono::duration<double, std::milli> rest(ms * (1 / duty - 1)), least(least_rest);
    return std::chrono::duration_cast<std::chrono::microseconds>(std::max(rest, least));
  }
};

/// Computed from the milliseconds of single launches, at least one. `flops`: floating-point operations of a launch.
Timing timing_of(std::vector<double> milliseconds, double flops);

/// Launches until timed_enough(), after up to 3 launches to warm up, 1 of a slow kernel.
/// `milliseconds()` launches once and returns its GPU time as a Result<double>.
///
/// Returns  milliseconds of each launch after the first ones, in order.
template <class Milliseconds>
Result<std::vector<double>> launch_repeatedly(const Milliseconds& milliseconds, double seconds) {
  constexpr int kWarmUps = 3;
  constexpr double kSlow = 100;  // ms
  for (int i = 0; i < kWarmUps; ++i) {
    const Result<double> ms = milliseconds();
    if (!ms) return tl::unexpected(ms.error());
    if (*ms > kSlow) break;
  }
  std::vector<double> times;
  for (double spent = 0; !timed_enough(times.size(), spent, seconds); spent += times.back()) {
    const Result<double> ms = milliseconds();
    if (!ms) return tl::unexpected(ms.error());
    times.push_back(*ms);
  }
  return times;
}

/// What launch_repeatedly() measures.
template <class Milliseconds>
Result<Timing> time_launches(const Milliseconds& milliseconds, double flops, double seconds) {
  auto times = launch_repeatedly(milliseconds, seconds);
  if (!times) return tl::unexpected(times.error());
  return timing_of(std::move(*times), flops);
}

}  // namespace gemmscope::cuda
