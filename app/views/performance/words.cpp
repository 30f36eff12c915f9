// SPDX-License-Identifier: MIT
#include "app/views/performance/words.h"

#include <algorithm>
#include <cmath>

#include "app/views/parts/baseline_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using words::percent;
using words::thousands;

constexpr const char* kTimes = "\u00a0\u00d7\u00a0";

std::uint64_t rounded(double value) { return static_cast<std::uint64_t>(std::llround(std::max(value, 0.0))); }

/// Live rates of an idle H200 are within 1 % of its report, those of a busy one at 63 % (docs/gpu.md).
constexpr double kIdle = 0.85;

/// The median over the last five seconds.
double latest_median(const std::vector<double>& gflops) {
  const auto most = static_cast<std::ptrdiff_t>(std::min<std::size_t>(gflops.size(), 20));
  std::vector<double> latest(gflops.end() - most, gflops.end());
  std::ranges::sort(latest);
  return latest[latest.size() / 2];
}

std::string cube(std::uint32_t size) { return std::to_string(size) + "\u00b3"; }

/// "4096³", "512 × 1 024 × 256".
std::string sizes_of(const cuda::LiveTrace& live) {
  if (live.M == live.N && live.N == live.K) return cube(live.M);
  return words::size_in_words(live.M, live.N, live.K);
}

/// ", the baseline 36 500: 1.2 % less".
std::string baseline_in_words(const ProductRates& rates) {
  if (!rates.beside_baseline) return "";
  if (rates.pinned == nullptr) return "; the baseline was not measured";
  const double before = rates.pinned->rate.gflops;
  if (rates.shown == nullptr) return "; the baseline: " + gflops_in_words(before);
  return ", the baseline " + thousands(rounded(before)) + ": " + change_in_percent(rates.shown->rate.gflops, before);
}

/// "33 600 GFLOP/s, 68 % of cuBLAS, 50 % of peak".
std::string rate_and_shares(const cuda::LiveTrace& live) {
  const double median = latest_median(live.gflops);
  std::string text = gflops_in_words(median);
  if (live.cublas_gflops) text += ", " + share_in_words(median, live.cublas_gflops, "cuBLAS");
  if (live.element != "float") return text;
  const std::string share = share_in_words(median, live.peak_gflops, "peak");
  return text + (share.empty() ? "" : ", " + share);
}

}  // namespace

std::string share_in_words(double part, std::optional<double> whole, const std::string& of) {
  if (!whole || *whole <= 0) return "";
  const double share = part / *whole;
  return percent(share, share < 0.1 ? 1 : 0) + " of " + of;
}

std::string answer_in_words(const ProductRates& rates) {
  if (rates.report == nullptr) return "Not measured: no report has this kernel" + baseline_in_words(rates);
  if (rates.shown == nullptr)
    return "Measured on " + rates.report->device + ", but not at these sizes and with these numbers" +
           baseline_in_words(rates);
  const results::ProductRate& shown = *rates.shown;
  std::string text = gflops_in_words(shown.rate.gflops) + " at " + words::size_in_words(shown.M, shown.N, shown.K);
  if (!shown.numbers.empty()) text += " with " + shown.numbers;
  if (rates.beside_baseline) return text + baseline_in_words(rates);
  if (shown.cublas) text += ": " + share_in_words(shown.rate.gflops, shown.cublas->gflops, "cuBLAS");
  return text;
}

std::string how_to_measure_in_words(const ProductRates& rates) {
  const std::string program = rates.program.empty() ? "my.cu" : rates.program;
  return "To measure on a machine with an NVIDIA GPU: gemmscope bench " + program +
         " --json > mine.json. To see it here: gemmscope open " + program + " --results mine.json.";
}

std::string origin_in_words(const results::BenchReport& report) {
  return "Measured on " + report.device + ", " + results::day_of(report) + ": driver " + report.driver + ", " +
         report.compiler + (report.cublas.empty() ? ", cuBLAS not measured" : ", cuBLAS " + report.cublas);
}

std::string peak_in_words(const results::BenchReport& report) {
  if (!report.peak) return "Peak: not known for this GPU";
  const results::Peak& peak = *report.peak;
  return "Peak: " + std::to_string(peak.multiprocessors) + " SMs" + kTimes + std::to_string(peak.lanes) + " lanes" +
         kTimes + "2" + kTimes + thousands(rounded(peak.clock_mhz)) + " MHz = " + gflops_in_words(peak.gflops);
}

std::string live_in_words(const cuda::LiveTrace& live) {
  using State = cuda::LiveTrace::State;
  switch (live.state) {
    case State::kOff: return "";
    case State::kStarting: return live.device.empty() ? "Looking for a GPU" : "Preparing " + live.device;
    case State::kFailed:
      return live.device.empty() ? "No GPU here: shipped results only." : "Live on " + live.device + ": " + live.why;
    case State::kMeasuring: break;
  }
  if (live.gflops.empty()) return "";
  return "Live on " + live.device + " at " + sizes_of(live) + ": " + rate_and_shares(live);
}

std::string live_rate_in_words(const cuda::LiveTrace& live) {
  return live.gflops.empty() ? live_in_words(live) : "Live: " + rate_and_shares(live);
}

std::string live_place_in_words(const cuda::LiveTrace& live) {
  if (live.gflops.empty()) return "";
  return live.device + ", " + sizes_of(live) +
         (live.cublas_gflops ? "; cuBLAS: " + gflops_in_words(*live.cublas_gflops) : "");
}

std::string busy_in_words(const ProductRates& rates, const cuda::LiveTrace& live) {
  if (live.gflops.empty() || rates.shown == nullptr || rates.report->device != live.device) return "";
  const results::ProductRate& shown = *rates.shown;
  if (live.M != shown.M || live.N != shown.N || live.K != shown.K) return "";
  const double share = latest_median(live.gflops) / shown.rate.gflops;
  if (share >= kIdle) return "";
  return "The live rate is " + percent(share, 0) + " of the one measured on an idle " + live.device +
         ": another program may be using this GPU.";
}

}  // namespace gemmscope::views
