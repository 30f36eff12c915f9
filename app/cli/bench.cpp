// SPDX-License-Identifier: MIT
#include "app/cli/bench.h"

#include <chrono>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/bench_gpu.h"
#include "app/cli/choose_kernels.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "tracing/record/origin.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kEmulatorSize = 512;   ///< M, N and K: below a second, and enough for steady rates
constexpr int kRepeats = 3;                    ///< the fastest counts: what disturbs only ever makes it slower
constexpr std::uint32_t kLargestSize = 16384;  ///< three matrices of 1 GiB

struct BenchOptions {
  std::vector<std::string> names;
  std::vector<std::uint32_t> sizes;
  bool json = false;

  std::string command() const {
    std::string text = "gemmscope bench";
    for (const std::string& name : names) text += " " + name;
    if (json) text += " --json";
    if (!sizes.empty()) text += " --size";
    for (const std::uint32_t size : sizes) text += " " + std::to_string(size);
    return text;
  }
};

/// Seconds of the fastest of a few runs of `work`, which returns a Result.
template <class Work>
Result<double> fastest(const Work& work) {
  double best = 1e30;
  for (int i = 0; i < kRepeats; ++i) {
    if (interrupted()) return fail(ErrorKind::kUsage, "measuring was interrupted");
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
  return EmulatorRate{std::string(kernel.name),
                      std::string(preset),
                      kEmulatorSize,
                      fmas / *plain,
                      fmas / *traced,
                      static_cast<double>(requests) / *traced};
}

Result<EmulatorRates> measure_emulator(const std::vector<const kernels::KernelInfo*>& chosen) {
  EmulatorRates all{record::cpu_name(), {}};
  for (const kernels::KernelInfo* kernel : chosen)
    for (const kernels::Preset& preset : kernel->presets) {
      auto rate = measure(*kernel, preset.name);
      if (!rate) return tl::unexpected(rate.error());
      all.rates.push_back(std::move(*rate));
    }
  return all;
}

Result<Verdict> bench(const BenchOptions& options, std::ostream& out) {
  const auto chosen = choose_kernels(options.names);
  if (!chosen) return tl::unexpected(chosen.error());
  const WatchInterrupts watch;
  auto emulator = measure_emulator(*chosen);
  if (!emulator) return tl::unexpected(emulator.error());
  std::vector<std::uint32_t> sizes = options.sizes;
  if (sizes.empty()) sizes.assign(std::begin(kBenchSizes), std::end(kBenchSizes));
  auto gpu = [&] {
    ProgressLine progress("measuring", "kernels");
    return measure_on_gpu(*chosen, sizes,
                          [&](std::uint64_t done, std::uint64_t total) { return progress(done, total); });
  }();
  if (interrupted()) return fail(ErrorKind::kUsage, "measuring was interrupted");
  const BenchRun run{options.command(), std::move(gpu), std::move(*emulator)};
  out << (options.json ? bench_json(run) : bench_text(run));
  if (!run.gpu) return fail(run.gpu.error().kind, "the GPU was not measured: " + run.gpu.error().message);
  return Verdict::kDone;
}

}  // namespace

Action bench_command(CLI::App& app) {
  const auto options = std::make_shared<BenchOptions>();
  app.add_option("KERNEL", options->names, "kernels to measure; default: all");
  app.add_flag("--json", options->json, "print JSON; docs/bench.md describes the keys");
  app.add_option("--size", options->sizes, "M = N = K on the GPU; default: 1024 2048 4096 8192")
      ->type_name("N")
      ->check(CLI::Range(std::uint32_t{1}, kLargestSize));
  return [options](std::ostream& out) { return bench(*options, out); };
}

}  // namespace gemmscope::cli
