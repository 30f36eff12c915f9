// SPDX-License-Identifier: MIT
#include "app/cli/bench_gpu.h"

#include <algorithm>

#include "tracing/cuda/bench.h"
#include "tracing/cuda/cublas.h"
#include "tracing/cuda/peak.h"
#include "tracing/record/origin.h"

namespace gemmscope::cli {
namespace {

using Assignments = std::vector<std::pair<std::string, std::string>>;

constexpr const char* kNumbers[] = {"0", "1", "2", "4", "8", "16"};  ///< paddings; 16 is that of Cs in sgemm64
constexpr double kSeconds = 0.1;                                     ///< of GPU time for a median

/// Which cuBLAS is the kernel's match.
cuda::Element element_of(const kernels::Variant& variant) {
  return variant.geometry().element_bytes == 2 ? cuda::Element::kHalf : cuda::Element::kFloat;
}
std::string name_of(cuda::Element element) { return element == cuda::Element::kHalf ? "half" : "float"; }

std::vector<std::string> values_of(const kernels::ParameterInfo& p) {
  if (p.choices.empty()) return {std::begin(kNumbers), std::end(kNumbers)};
  return {p.choices.begin(), p.choices.end()};
}

std::string joined(const Assignments& layout) {
  std::string text;
  for (const auto& [name, value] : layout) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

/// Layouts that are there to show what goes wrong compute something else: their speed says nothing.
bool computes_right(const kernels::Variant& v) {
  return v.kernel->wrong_on_purpose == nullptr || v.kernel->wrong_on_purpose(v).empty();
}

/// Every choice of values, written as what differs from the defaults.
std::vector<Assignments> combinations(const kernels::KernelInfo& kernel) {
  std::vector<Assignments> all{{}};
  for (const kernels::ParameterInfo& p : kernel.parameters) {
    if (p.value.empty()) continue;  // the preset's
    const std::size_t before = all.size();
    for (const std::string& value : values_of(p))
      for (std::size_t i = 0; value != p.value && i < before; ++i) {
        all.push_back(all[i]);
        all.back().emplace_back(p.name, value);
      }
  }
  return all;
}

results::Rate rate_of(std::uint32_t size, const cuda::Timing& t) { return {median_of(t), size}; }

/// One measurement.
struct Job {
  kernels::Variant variant;
  std::string layout;
};

/// Every layout of a preset that `keep` wants, the default first.
std::vector<Job> layouts_with(const kernels::KernelInfo& kernel, const kernels::Preset& preset,
                              const std::function<bool(const kernels::Variant&)>& keep) {
  std::vector<Job> jobs;
  for (const Assignments& each : combinations(kernel)) {
    const auto variant = kernels::resolve(kernel.name, preset.name, each);
    if (variant && (each.empty() || (computes_right(*variant) && keep(*variant))))
      jobs.push_back({*variant, joined(each)});
  }
  return jobs;
}

std::vector<Job> jobs_of(const std::vector<const kernels::KernelInfo*>& kernels, std::uint32_t size) {
  std::vector<Job> jobs;
  for (const kernels::KernelInfo* kernel : kernels)
    for (const kernels::Preset& preset : kernel->presets)
      for (const Job& job : layouts_with(*kernel, preset, cuda::has_fixed_layout))
        if (job.layout.empty() || size <= kLargestForLayouts) jobs.push_back(job);
  return jobs;
}

/// Measures one after the other and collects.
class Measuring {
 public:
  Measuring(std::vector<std::uint32_t> sizes, const std::vector<const kernels::KernelInfo*>& kernels)
      : sizes_(std::move(sizes)), kernels_(kernels) {
    for (const std::uint32_t size : sizes_) total_ += jobs_of(kernels_, size).size();
    if (auto cublas = cuda::Cublas::open())
      cublas_ = std::move(*cublas), report.cublas = cublas_->version();
    else
      report.cublas_missing = cublas.error().message;
  }

  Result<void> run(const std::function<bool(std::uint64_t, std::uint64_t)>& go_on) {
    for (const std::uint32_t size : sizes_) {
      const kernels::GemmData data = kernels::make_fractions(size, size, size);
      std::vector<cuda::Element> elements;
      for (const Job& job : jobs_of(kernels_, size)) {
        if (!go_on(done_++, total_)) return fail(ErrorKind::kUsage, "measuring was interrupted");
        if (std::ranges::find(elements, element_of(job.variant)) == elements.end())
          elements.push_back(element_of(job.variant)), measure_library(elements.back(), data);
        measure(job, data);
      }
    }
    return {};
  }

  results::BenchReport report;

 private:
  void miss(const std::string& what, std::int64_t size, const Error& error) {
    report.missing.push_back(what + " at " + std::to_string(size) + ": " + error.message);
  }

  void measure_library(cuda::Element element, const kernels::GemmData& data) {
    if (!cublas_) return;
    const auto timing = cublas_->bench(element, data, kSeconds);
    if (!timing) return miss("cuBLAS " + name_of(element), data.M, timing.error());
    report.library.push_back({name_of(element), rate_of(static_cast<std::uint32_t>(data.M), *timing)});
  }

  void measure(const Job& job, const kernels::GemmData& data) {
    const std::string kernel(job.variant.kernel->name), preset(job.variant.preset_name());
    const auto result = cuda::bench(job.variant, data, kSeconds);
    if (!result) return miss(kernel + " " + preset + " " + job.layout, data.M, result.error());
    report.kernels.push_back({.kernel = kernel,
                              .preset = preset,
                              .layout = job.layout,
                              .element = name_of(element_of(job.variant)),
                              .fixed_layout = result->fixed_layout,
                              .registers = result->registers,
                              .spilled_bytes = result->spilled_bytes,
                              .resident_warps = result->resident_warps,
                              .rate = rate_of(static_cast<std::uint32_t>(data.M), *result)});
  }

  std::vector<std::uint32_t> sizes_;
  const std::vector<const kernels::KernelInfo*>& kernels_;
  std::unique_ptr<cuda::Cublas> cublas_;
  std::uint64_t done_ = 0, total_ = 0;
};

}  // namespace

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

std::vector<std::string> layouts_of(const kernels::KernelInfo& kernel, const kernels::Preset& preset,
                                    const std::function<bool(const kernels::Variant&)>& keep) {
  std::vector<std::string> layouts;
  for (const Job& job : layouts_with(kernel, preset, keep)) layouts.push_back(job.layout);
  return layouts;
}

Result<results::BenchReport> measure_on_gpu(const std::vector<const kernels::KernelInfo*>& kernels,
                                            const std::vector<std::uint32_t>& sizes,
                                            const std::function<bool(std::uint64_t, std::uint64_t)>& go_on) {
  const auto device = cuda::find_device();
  if (!device) return tl::unexpected(device.error());
  Measuring measuring(sizes, kernels);
  if (auto done = measuring.run(go_on); !done) return tl::unexpected(done.error());
  results::BenchReport& report = measuring.report;
  report.device = device->name, report.driver = device->driver, report.compiler = device->compiler;
  report.build = record::build_id(), report.date = record::utc_now();
  report.peak = peak_of(*device);
  return std::move(report);
}

}  // namespace gemmscope::cli
