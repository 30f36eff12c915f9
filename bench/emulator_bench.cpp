// SPDX-License-Identifier: MIT
/// @file emulator_bench.cpp
/// How fast the emulator runs and records the warp-tiling kernel. These are times of a CPU: they say what a user waits
/// for, and nothing about a GPU.
///
/// scripts/measure runs it, takes medians and writes docs/performance.md. Arguments: size, scalar reads, host threads.
#include <benchmark/benchmark.h>

#include "tracing/format/file.h"
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
  explicit Setup(const benchmark::State& state) : plan(plan_of(state)), memory(plan) {
    if (!memory.fill(kernels::make_data(plan.M, plan.N, plan.K))) std::abort();
  }
  void count(benchmark::State& state) const {
    const double flop = 2.0 * plan.M * plan.N * plan.K;
    state.counters["flop"] = benchmark::Counter(flop, benchmark::Counter::kIsIterationInvariantRate);
  }
};

void Untraced(benchmark::State& state) {
  Setup setup(state);
  for (auto _ : state) (void)simt::run_blocks(setup.plan, setup.memory, simt::Tracing::kPlain);
  setup.count(state);
}

void LogsDropped(benchmark::State& state) {
  Setup setup(state);
  for (auto _ : state) (void)simt::run_blocks(setup.plan, setup.memory, simt::Tracing::kDropped);
  setup.count(state);
}

void Recorded(benchmark::State& state) {
  Setup setup(state);
  std::uint64_t lanes = 0, requests = 0, bytes = 0;
  for (auto _ : state) {
    const auto recording = simt::record_blocks(setup.plan, setup.memory, {});
    if (!recording) return state.SkipWithError(recording.error().message.c_str());
    state.PauseTiming();
    requests = recording->request_count();
    lanes = requests * format::kLanes;  // no edges here: every lane takes part
    bytes = format::encode(*recording)->size();
    state.ResumeTiming();
  }
  setup.count(state);
  state.counters["lane_accesses"] =
      benchmark::Counter(static_cast<double>(lanes), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["requests"] = static_cast<double>(requests);
  state.counters["file_bytes"] = static_cast<double>(bytes);
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
BENCHMARK(Recorded)->Apply(on_the_wall)->Args({2048, 0, 1})->Args({2048, 0, 2})->Args({4096, 0, 2});

}  // namespace
}  // namespace gemmscope
