// SPDX-License-Identifier: MIT
/// @file emulator_bench.cpp
/// How fast the emulator runs and records kernels, and how fast a recording is checked. These are times of a CPU: they
/// say what a user waits for, and nothing about a GPU.
///
/// scripts/measure runs it, takes medians and writes docs/performance.md. Arguments of warp_tile's: size, scalar reads,
/// host threads; of every kernel's: size.
#include <benchmark/benchmark.h>

#include <bit>

#include "kernels/table.h"
#include "tracing/analysis/check.h"
#include "tracing/format/file.h"
#include "tracing/simt/bodies.h"
#include "tracing/simt/launch.h"

namespace gemmscope {
namespace {

struct Setup {
  record::Plan plan;
  simt::MatrixMemory memory;

  static record::Plan plan_of(const benchmark::State& state) {
    record::RecordRequest request;
    request.M = request.N = request.K = static_cast<std::uint32_t>(state.range(0));
    request.overrides = {{"vec", state.range(1) != 0 ? "scalar" : "vec"}};
    request.host_threads = static_cast<unsigned>(state.range(2));
    return *record::make_plan(request);
  }
  explicit Setup(const benchmark::State& state) : Setup(plan_of(state)) {}
  explicit Setup(const record::Plan& of) : plan(of), memory(plan) {
    if (!memory.fill(kernels::make_data(plan.M, plan.N, plan.K))) std::abort();
  }
  void count(benchmark::State& state) const {
    const double flop = 2.0 * plan.M * plan.N * plan.K;
    state.counters["flop"] = benchmark::Counter(flop, benchmark::Counter::kIsIterationInvariantRate);
  }
};

Result<void> run(Setup& setup, simt::Tracing tracing) {
  const bool traced = tracing != simt::Tracing::kPlain;
  return simt::run_blocks(setup.plan, simt::compiled_in(setup.plan.variant, traced), setup.memory, tracing);
}

void Untraced(benchmark::State& state) {
  Setup setup(state);
  for (auto _ : state) (void)run(setup, simt::Tracing::kPlain);
  setup.count(state);
}

void LogsDropped(benchmark::State& state) {
  Setup setup(state);
  for (auto _ : state) (void)run(setup, simt::Tracing::kDropped);
  setup.count(state);
}

/// Lanes that take part, of all requests.
std::uint64_t lane_accesses(const format::Recording& r) {
  std::vector<std::uint64_t> of_template, of_pattern;
  for (const format::Template& t : r.templates) {
    of_template.push_back(0);
    for (const format::Row& row : t.rows) of_template.back() += static_cast<std::uint64_t>(std::popcount(row.mask));
  }
  for (const format::Pattern& p : r.patterns) {
    of_pattern.push_back(0);
    for (const format::Segment& s : p.segments) of_pattern.back() += of_template[s.template_id];
  }
  std::uint64_t all = 0;
  for (const format::Block& b : r.blocks) all += of_pattern[b.pattern];
  return all;
}

enum class Checks { kNone, kAll };

void record(benchmark::State& state, Setup& setup, Checks checks) {
  format::Recording recording;
  for (auto _ : state) {
    auto made = simt::record_blocks(setup.plan, simt::compiled_in(setup.plan.variant, true), setup.memory, {});
    if (!made) return state.SkipWithError(made.error().message.c_str());
    if (checks == Checks::kAll && !analysis::check(*made).findings.empty())
      return state.SkipWithError("something was found in a kernel that is right");
    state.PauseTiming();
    recording = std::move(*made);
    state.ResumeTiming();
  }
  setup.count(state);
  state.counters["lane_accesses"] =
      benchmark::Counter(static_cast<double>(lane_accesses(recording)), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["requests"] = static_cast<double>(recording.request_count());
  state.counters["file_bytes"] = static_cast<double>(format::encode(recording)->size());
}

void Recorded(benchmark::State& state) {
  Setup setup(state);
  record(state, setup, Checks::kNone);
}

void Checked(benchmark::State& state) {
  Setup setup(state);
  record(state, setup, Checks::kAll);
}

/// The first preset of a kernel on one core, untraced or recorded and checked.
void of_kernel(benchmark::State& state, std::string_view kernel, bool untraced) {
  record::RecordRequest request;
  request.kernel = kernel;
  request.M = request.N = request.K = static_cast<std::uint32_t>(state.range(0));
  request.host_threads = 1;
  Setup setup(*record::make_plan(request));
  if (!untraced) return record(state, setup, Checks::kAll);
  for (auto _ : state) (void)run(setup, simt::Tracing::kPlain);
  setup.count(state);
}

// Ratios on one core are taken in CPU time, which other work on the machine disturbs least; what a person waits for,
// and two cores against one, in time on the wall.
void one_core(benchmark::internal::Benchmark* b) {
  b->Args({1024, 0, 1})
      ->Args({1024, 1, 1})
      ->ArgNames({"size", "scalar", "threads"})
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond);
}
void on_the_wall(benchmark::internal::Benchmark* b) {
  b->Args({1024, 0, 2})->ArgNames({"size", "scalar", "threads"})->UseRealTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(Untraced)->Apply(one_core);
BENCHMARK(Untraced)->Apply(on_the_wall);
BENCHMARK(LogsDropped)->Apply(one_core);
BENCHMARK(Recorded)->Apply(one_core);
BENCHMARK(Recorded)->Apply(on_the_wall)->Args({2048, 0, 1})->Args({2048, 0, 2});
BENCHMARK(Checked)->Apply(one_core);
BENCHMARK(Checked)->Apply(on_the_wall)->Args({512, 0, 2})->Args({2048, 0, 1})->Args({2048, 0, 2})->Args({4096, 0, 2});

const bool all_kernels_registered = [] {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const bool untraced : {true, false})
      benchmark::RegisterBenchmark(
          ((untraced ? "UntracedKernel/" : "CheckedKernel/") + std::string(kernel.name)).c_str(),
          [&kernel, untraced](benchmark::State& s) { of_kernel(s, kernel.name, untraced); })
          ->Arg(1024)
          ->Arg(1000)
          ->ArgName("size")
          ->MeasureProcessCPUTime()
          ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace gemmscope
