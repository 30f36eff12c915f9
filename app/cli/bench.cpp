// SPDX-License-Identifier: MIT
#include "app/cli/bench.h"

#include <chrono>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/bench_gpu.h"
#include "app/cli/bench_program.h"
#include "app/cli/choose_kernels.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/launch_options.h"
#include "app/cli/option_values.h"
#include "app/cli/progress.h"
#include "app/cli/sweep_job.h"
#include "app/session/own_program.h"
#include "tracing/record/origin.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kEmulatorSize = 512;   ///< M, N and K: below a second, and enough for steady rates
constexpr int kRepeats = 3;                    ///< the fastest counts: what disturbs only ever makes it slower
constexpr std::uint32_t kLargestSize = 16384;  ///< three matrices of 1 GiB

struct BenchOptions {
  std::vector<std::string> names;  ///< kernels; or a program and its arguments
  std::vector<std::uint32_t> sizes;
  ProgramOptions program;
  bool json = false, addresses_only = false;

  bool is_program() const { return !names.empty() && session::is_program(names.front()); }
  std::string command() const {
    std::string text = "gemmscope bench";
    if (!program.preset.empty()) text += " --preset " + shell_word(program.preset);
    for (const std::string& number : program.numbers) text += " --set " + shell_word(number);
    for (const std::string& axes : program.over) text += " --over " + shell_word(axes);
    if (!program.kernel.empty()) text += " --kernel " + shell_word(program.kernel);
    if (program.launch != 1) text += " --launch " + std::to_string(program.launch);
    if (addresses_only) text += " --addresses-only";
    if (json && is_program()) text += " --json";
    for (std::size_t i = 0; i < names.size(); ++i)
      text += (i == 1 && is_program() ? " -- " : " ") + shell_word(names[i]);
    if (json && !is_program()) text += " --json";
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

/// The first option that a program cannot have, or only it.
std::string option_of_others(const BenchOptions& o) {
  if (o.is_program()) return o.sizes.empty() ? "" : "--size";
  const std::string given = o.program.first_given();
  return given.empty() && o.addresses_only ? "--addresses-only" : given;
}

Result<Verdict> bench_products(const BenchOptions& options, std::ostream& out) {
  constexpr int kInterrupts = 2;  // a program may take no notice of the first
  const WatchInterrupts watch(kInterrupts);
  const ProgramBench wanted{options.program, options.names, options.addresses_only};
  auto gpu = [&] {
    ProgressLine progress("measuring", "settings");
    return bench_program(
        wanted, [] { return !interrupted(); }, [&](std::size_t done, std::size_t total) { progress(done, total); });
  }();
  if (!gpu) return tl::unexpected(gpu.error());
  gpu->command = options.command();
  const bool any = !gpu->products.empty();
  const BenchRun run{options.command(), std::move(gpu), {}};
  out << (options.json ? bench_json(run) : bench_text(run));
  return any ? Verdict::kDone : Verdict::kFound;
}

Result<Verdict> bench(const BenchOptions& options, std::ostream& out) {
  if (const std::string other = option_of_others(options); !other.empty())
    return fail(ErrorKind::kUsage,
                other + (options.is_program() ? " is for kernels of the ladder; a program chooses its sizes itself"
                                              : " is for programs, whose names end in .cu; leave it out"));
  if (options.is_program()) return bench_products(options, out);
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
  app.add_option("KERNEL", options->names,
                 "kernels of the ladder to measure, default: all; or a .cu file, whose matrix products are measured")
      ->type_name("");
  app.add_option("ARGUMENTS", "what a program is given; after --, it may begin with -")->type_name("");
  app.add_flag("--json", options->json, "print JSON; docs/bench.md describes the keys");
  app.add_option("--size", options->sizes, "M = N = K on the GPU; default: 1024 2048 4096 8192")
      ->type_name("N")
      ->check(CLI::Range(std::uint32_t{1}, kLargestSize));
  add_program_options(app, options->program);
  app.add_flag("--addresses-only", options->addresses_only,
               "find a program's products faster, without results on the CPU");
  return [options](std::ostream& out) { return bench(*options, out); };
}

}  // namespace gemmscope::cli
