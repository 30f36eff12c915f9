// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <thread>

#include "tests/cuda/gpu_check/check.h"
#include "tracing/cuda/bench.h"
#include "tracing/cuda/live_bench.h"
#include "tracing/record/plan.h"

namespace gemmscope::gpu_check {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kSamples = 8;    ///< that are waited for
constexpr double kPatience = 20;       ///< seconds
constexpr double kLongestCall = 1e-3;  ///< seconds that a frame may spend asking
constexpr double kBusy = 0.06;         ///< of the time, at most: LivePace::duty and a margin for the clock

/// What a window saw that asked sixty times a second.
struct Watched {
  cuda::LiveTrace last;
  double longest_call = 0, seconds = 0;  ///< seconds: from the first sample to the last
};

Watched watch(cuda::LiveBench& live, const record::RecordRequest& what) {
  Watched seen;
  const Stopwatch patience;
  std::optional<Stopwatch> measuring;
  while (patience.seconds() < kPatience) {
    const Stopwatch call;
    live.measure(what);
    seen.last = live.trace();
    seen.longest_call = std::max(seen.longest_call, call.seconds());
    // Until the first sample, these are the kernel's that was measured before.
    const bool first = seen.last.state == cuda::LiveTrace::State::kMeasuring && seen.last.gflops.size() == 1;
    if (first && !measuring) measuring.emplace();
    if (seen.last.state == cuda::LiveTrace::State::kFailed || (measuring && seen.last.gflops.size() >= kSamples)) break;
    std::this_thread::sleep_for(16ms);
  }
  if (measuring) seen.seconds = measuring->seconds();
  return seen;
}

void check(Report& report, cuda::LiveBench& live, const char* kernel) {
  record::RecordRequest r;
  r.kernel = kernel;
  r.M = r.N = r.K = 1024;
  const Watched seen = watch(live, r);
  Json row{{"kernel", kernel}, {"size", seen.last.M}, {"samples", seen.last.gflops.size()}};
  if (seen.last.gflops.size() < kSamples) {
    row["why"] = seen.last.why;
    return report.add("live", std::move(row), false, std::string(kernel) + ": too few samples; " + seen.last.why);
  }
  std::vector<double> rates = seen.last.gflops;
  double busy_ms = 0;
  for (std::size_t i = 1; i < rates.size(); ++i)
    busy_ms += 2.0 * seen.last.M * seen.last.M * seen.last.M / rates[i] / 1e6;
  std::ranges::nth_element(rates, rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2));
  const double median = rates[rates.size() / 2], busy = busy_ms / 1e3 / seen.seconds;
  row.update({{"median_gflops", median},
              {"busy_share", busy},
              {"seconds", seen.seconds},
              {"longest_call_seconds", seen.longest_call}});
  char line[200];
  std::snprintf(line, sizeof line, "%-12s %u: %zu samples, median %.0f GFLOPS, GPU busy %.2f %%, longest call %.0f us",
                kernel, seen.last.M, seen.last.gflops.size(), median, 100 * busy, 1e6 * seen.longest_call);
  const bool good = median > 0 && busy <= kBusy && seen.longest_call <= kLongestCall;
  report.add("live", std::move(row), good, line);
}

}  // namespace

void check_live(Report& report) {
  cuda::LiveBench live(cuda::live_on_gpu(), {});
  for (const char* kernel : {"warp_tile", "naive", "half_padded"}) check(report, live, kernel);
  report.close("live");
}

}  // namespace gemmscope::gpu_check
