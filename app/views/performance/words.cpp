// SPDX-License-Identifier: MIT
#include "app/views/performance/words.h"

#include <algorithm>
#include <cmath>

#include "app/session/preset_words.h"
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

/// Of the last five seconds.
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
  return session::size_in_words(live.M, live.N, live.K);
}

/// "1.2 % faster than PA=0 PB=0"; empty for the default layout itself.
std::string change_in_words(const PerformancePicture& picture, const results::KernelRate& rate) {
  const results::KernelRate* usual = picture.default_rate();
  if (usual == nullptr || usual == &rate) return "";
  const double change = rate.rate.gflops / usual->rate.gflops - 1;
  const std::string than = " " + layout_in_words(picture.kernel, "");
  if (std::abs(change) < 0.0005) return "as fast as" + than;
  return percent(std::abs(change), 1) + (change > 0 ? " faster than" : " slower than") + than;
}

/// ", the baseline 36 500: 1.2 % less".
std::string baseline_in_words(const SizeBars& bars) {
  if (bars.pinned == nullptr) return "; the baseline was not measured";
  const double before = bars.pinned->rate.gflops;
  return ", the baseline " + thousands(rounded(before)) + ": " + change_in_percent(bars.kernel->rate.gflops, before);
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

std::string occupancy_in_words(const results::KernelRate& rate) {
  std::string text;
  if (rate.registers != 0)
    text = words::count_of(static_cast<std::uint64_t>(rate.registers), "register") + " per thread";
  if (rate.resident_warps != 0)
    text += (text.empty() ? "" : "; ") +
            words::count_of(static_cast<std::uint64_t>(rate.resident_warps), "resident warp") + " per SM";
  return text;
}

std::string share_in_words(double part, std::optional<double> whole, const std::string& of) {
  if (!whole || *whole <= 0) return "";
  const double share = part / *whole;
  return percent(share, share < 0.1 ? 1 : 0) + " of " + of;
}

std::string answer_in_words(const PerformancePicture& picture) {
  if (picture.report == nullptr) return "Not measured: no GPU report is included";
  const std::string& device = picture.report->device;
  if (!picture.measured) return picture.kernel + " " + picture.preset + " was not measured on " + device;
  if (picture.stands_in())
    return layout_in_words(picture.kernel, picture.layout) + " was not measured on " + device +
           "; shown: " + layout_in_words(picture.kernel, picture.shown_layout);
  const SizeBars* bars = picture.main();
  if (bars == nullptr) return "";
  const double gflops = bars->kernel->rate.gflops;
  std::string text = gflops_in_words(gflops) + " at " + cube(bars->size);
  if (!picture.pinned.empty()) return text + baseline_in_words(*bars);
  if (bars->library != nullptr)
    text += ": " + share_in_words(gflops, bars->library->rate.gflops, cublas_of(*bars->library));
  if (const std::string change = change_in_words(picture, *bars->kernel); !change.empty()) text += ", " + change;
  return text;
}

std::string answer_in_words(const ProductRates& rates) {
  if (rates.report == nullptr) return "Not measured: no report has this kernel";
  if (rates.shown == nullptr)
    return "Measured on " + rates.report->device + ", but not at these sizes and with these numbers";
  const results::ProductRate& shown = *rates.shown;
  std::string text = gflops_in_words(shown.rate.gflops) + " at " + session::size_in_words(shown.M, shown.N, shown.K);
  if (!shown.numbers.empty()) text += " with " + shown.numbers;
  if (shown.cublas) text += ": " + share_in_words(shown.rate.gflops, shown.cublas->gflops, "cuBLAS");
  return text;
}

std::string how_to_measure_in_words(const ProductRates& rates) {
  const std::string program = rates.program.empty() ? "my.cu" : rates.program;
  return "To measure on a machine with an NVIDIA GPU: gemmscope bench " + program +
         " --json > mine.json. To see it here: gemmscope open " + program + " --results mine.json.";
}

std::string cublas_of(const results::LibraryRate& library) {
  return library.on_tensor_cores() ? "cuBLAS on tensor cores" : "cuBLAS";
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

std::vector<std::string> cautions_in_words(const PerformancePicture& picture) {
  std::vector<std::string> cautions;
  const SizeBars* bars = picture.main();
  if (bars == nullptr) return cautions;
  if (const std::string text = disagreement_in_words(picture); !text.empty()) cautions.push_back(text);
  if (!bars->kernel->fixed_layout)
    cautions.push_back("This build takes its layout as an argument and is slower for that alone.");
  else if (picture.narrow_reads && !picture.stands_in())
    cautions.push_back("nvcc joins narrow loads where it can, so this rate does not show the recorded conflicts.");
  if (bars->library != nullptr && bars->library->on_tensor_cores())
    cautions.push_back("cuBLAS multiplies half on tensor cores; its bar is cut off. The peak is that of float.");
  return cautions;
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

std::string busy_in_words(const PerformancePicture& picture, const cuda::LiveTrace& live) {
  if (live.gflops.empty() || picture.report == nullptr || picture.report->device != live.device || picture.stands_in())
    return "";
  if (live.M != live.N || live.N != live.K) return "";
  const auto same = std::ranges::find(picture.sizes, live.M, &SizeBars::size);
  if (same == picture.sizes.end() || same->kernel == nullptr) return "";
  const double share = latest_median(live.gflops) / same->kernel->rate.gflops;
  if (share >= kIdle) return "";
  return "The live rate is " + percent(share, 0) + " of the one measured on an idle " + live.device +
         ": another program may be using this GPU.";
}

}  // namespace gemmscope::views
