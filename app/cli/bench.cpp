// SPDX-License-Identifier: MIT
// Emulator rates are not performance: they are printed in multiply-adds and requests per second, under their own
// heading.
#include <chrono>
#include <cmath>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/choose_kernels.h"
#include "app/cli/commands.h"
#include "app/cli/gpu.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/text_table.h"
#include "app/words/number.h"
#include "tracing/record/origin.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr std::uint32_t kEmulatorSize = 512;  ///< M, N and K: below a second, and enough for steady rates
constexpr int kRepeats = 3;                   ///< the fastest counts: what disturbs only ever makes it slower

/// How fast this computer runs and records a kernel.
struct EmulatorRate {
  const kernels::KernelInfo* kernel = nullptr;
  std::string preset;
  double plain_fmas_per_s = 0, traced_fmas_per_s = 0, requests_per_s = 0;
};

/// Seconds of the fastest of a few runs of `work`, which returns a Result.
template <class Work>
Result<double> fastest(const Work& work) {
  double best = 1e30;
  for (int i = 0; i < kRepeats; ++i) {
    if (interrupted()) return fail(ErrorKind::kUsage, "measuring was stopped before it was complete");
    const auto start = Clock::now();
    if (const auto done = work(); !done) return tl::unexpected(done.error());
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

Result<EmulatorRate> measure(const kernels::KernelInfo& kernel, std::string_view preset) {
  record::RecordRequest request;
  request.kernel = kernel.name, request.preset = preset;
  request.M = request.N = request.K = kEmulatorSize;
  const auto plan = record::make_plan(request);
  if (!plan) return tl::unexpected(plan.error());
  kernels::GemmData data = kernels::make_data(request.M, request.N, request.K);
  std::uint64_t requests = 0;
  const auto plain = fastest([&] { return simt::run_plain(*plan, data); });
  if (!plain) return tl::unexpected(plain.error());
  const auto traced = fastest(
      [&] { return simt::record(request).map([&](const format::Recording& r) { requests = r.request_count(); }); });
  if (!traced) return tl::unexpected(traced.error());
  const double fmas = static_cast<double>(request.M) * request.N * request.K;
  return EmulatorRate{&kernel, std::string(preset), fmas / *plain, fmas / *traced,
                      static_cast<double>(requests) / *traced};
}

Result<std::vector<EmulatorRate>> measure_all(const std::vector<const kernels::KernelInfo*>& chosen) {
  std::vector<EmulatorRate> rates;
  for (const kernels::KernelInfo* kernel : chosen)
    for (const kernels::Preset& preset : kernel->presets) {
      auto rate = measure(*kernel, preset.name);
      if (!rate) return tl::unexpected(rate.error());
      rates.push_back(std::move(*rate));
    }
  return rates;
}

std::string text_of(const std::vector<EmulatorRate>& rates) {
  TextTable table({"kernel", "preset", ">plain", ">recorded", ">requests"});
  for (const EmulatorRate& r : rates)
    table.add({std::string(r.kernel->name), r.preset,
               words::decimals(r.plain_fmas_per_s / 1e9, 1) + " G multiply-adds/s",
               words::decimals(r.traced_fmas_per_s / 1e9, 1) + " G multiply-adds/s",
               words::decimals(r.requests_per_s / 1e6, 1) + " M/s"});
  const std::string n = std::to_string(kEmulatorSize);
  return "emulator rates on " + record::cpu_name() + ", " + n + "x" + n + "x" + n +
         ": how fast recording is here, not how fast a kernel is\n" + table.text(2);
}

std::string text_of(const GpuRates& gpu) {
  TextTable table({"kernel", "preset", "size", ">median time", ">rate", "layout"});
  for (const GpuRate& r : gpu.rates) {
    const std::string n = std::to_string(r.size);
    table.add({std::string(r.kernel->name), r.preset, n + "x" + n + "x" + n, words::decimals(r.median_ms, 3) + " ms",
               words::thousands(static_cast<std::uint64_t>(std::llround(r.gflops))) + " GFLOP/s",
               r.fixed_layout ? "fixed" : "at run time"});
  }
  return "plain builds on " + gpu.device + ", driver " + gpu.driver + ", " + gpu.compiler + ", " + gpu.date + "\n" +
         table.text(2);
}

Json json_of(const std::vector<EmulatorRate>& rates) {
  Json json{{"device", record::cpu_name()},
            {"meaning", "how fast recording is on this computer, not how fast a kernel is"},
            {"rates", Json::array()}};
  for (const EmulatorRate& r : rates)
    json["rates"].push_back({{"kernel", r.kernel->name},
                             {"preset", r.preset},
                             {"size", {{"M", kEmulatorSize}, {"N", kEmulatorSize}, {"K", kEmulatorSize}}},
                             {"plain_multiply_adds_per_second", r.plain_fmas_per_s},
                             {"recorded_multiply_adds_per_second", r.traced_fmas_per_s},
                             {"requests_per_second", r.requests_per_s}});
  return json;
}

Json json_of(const GpuRates& gpu) {
  Json json{{"device", gpu.device},
            {"driver", gpu.driver},
            {"compiler", gpu.compiler},
            {"date", gpu.date},
            {"rates", Json::array()}};
  for (const GpuRate& r : gpu.rates)
    json["rates"].push_back({{"kernel", r.kernel->name},
                             {"preset", r.preset},
                             {"size", {{"M", r.size}, {"N", r.size}, {"K", r.size}}},
                             {"median_milliseconds", r.median_ms},
                             {"gflops", r.gflops},
                             {"fixed_layout", r.fixed_layout}});
  return json;
}

Result<Verdict> bench(const std::vector<std::string>& names, bool json, std::ostream& out) {
  const auto chosen = choose_kernels(names);
  if (!chosen) return tl::unexpected(chosen.error());
  const WatchInterrupts watch;
  const auto emulator = measure_all(*chosen);
  if (!emulator) return tl::unexpected(emulator.error());
  const auto gpu = measure_on_gpu(*chosen);
  if (json)
    out << json_text({{"schema", "gemmscope-bench/1"},
                      {"gpu", gpu ? json_of(*gpu) : Json()},
                      {"gpu_not_measured", gpu ? Json() : Json(gpu.error().message)},
                      {"emulator", json_of(*emulator)}});
  else
    out << (gpu ? text_of(*gpu) : "plain builds on a GPU: not measured\n") << text_of(*emulator);
  if (!gpu) return fail(gpu.error().kind, "the GPU was not measured: " + gpu.error().message);
  return Verdict::kDone;
}

struct Options {
  std::vector<std::string> names;
  bool json = false;
};

}  // namespace

Action bench_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("KERNEL", options->names, "kernels to measure; all without it");
  app.add_flag("--json", options->json, "machine-readable");
  return [options](std::ostream& out) { return bench(options->names, options->json, out); };
}

}  // namespace gemmscope::cli
