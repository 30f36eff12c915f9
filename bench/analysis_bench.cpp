// SPDX-License-Identifier: MIT
/// @file analysis_bench.cpp
/// How long one waits for the analyses of the largest recording that is meant to open at once: 4096 x 4096 x 4096, all
/// 130 million requests.
#include <benchmark/benchmark.h>

#include "tests/steps/step.h"
#include "tracing/analysis/digest.h"
#include "tracing/analysis/last_writers.h"
#include "tracing/analysis/life_of.h"
#include "tracing/analysis/reuse.h"
#include "tracing/analysis/shared_heat.h"
#include "tracing/analysis/summary.h"
#include "tracing/analysis/timeline.h"

namespace gemmscope {
namespace {

constexpr std::uint32_t kSize = 4096;
constexpr format::Range kEvery{0, kSize / 128};  ///< blocks, their addresses only: what they compute takes minutes

const format::Recording& recording() {
  static const format::Recording made =
      testing::described({"warp_tile"}, {.M = kSize, .N = kSize, .K = kSize, .block_y = kEvery, .block_x = kEvery});
  return made;
}
const analysis::CostTable& costs() {
  static const analysis::CostTable made(recording());
  return made;
}

void Costs(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(analysis::CostTable(recording()));
  state.counters["requests"] = static_cast<double>(recording().request_count());
}
void Summary(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(analysis::summarize(recording(), costs()));
}
void Reuse(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(analysis::reuse(recording(), costs()));
}
void SummaryOfAKTile(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(analysis::summarize(recording(), costs(), {.k_tiles = {3, 4}}));
}
void SharedHeat(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(analysis::shared_heat(recording(), costs()));
}
void AddressDigests(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(analysis::address_digests(recording(), costs()));
}
void StreamDigests(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(analysis::stream_digests(recording()));
}
/// One block, all warps, as wide as a screen.
void TimelineColumns(benchmark::State& state) {
  const analysis::Timeline timeline(recording(), costs());
  std::vector<analysis::TimelineColumn> columns(1600);
  for (auto _ : state)
    for (std::uint32_t warp = 0; warp < recording().warps(); ++warp)
      timeline.columns(0, warp, 0, timeline.size(0, warp), columns);
}
/// What shared memory holds in the middle of a block.
void SharedWriters(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(analysis::shared_writers(recording(), {0, 1, 15000}));
}
/// One element in one block. Those of C have a multiply-add in each of 4096 inner steps.
void LifeOf(benchmark::State& state, const char* matrix) {
  const analysis::Element element{*analysis::tensor_named(recording(), matrix), 77, 99};
  for (auto _ : state) benchmark::DoNotOptimize(analysis::life_of(recording(), 0, element));
}

BENCHMARK(Costs)->Unit(benchmark::kMillisecond);
BENCHMARK(Summary)->Unit(benchmark::kMillisecond);
BENCHMARK(Reuse)->Unit(benchmark::kMillisecond);
BENCHMARK(SummaryOfAKTile)->Unit(benchmark::kMillisecond);
BENCHMARK(SharedHeat)->Unit(benchmark::kMillisecond);
BENCHMARK(AddressDigests)->Unit(benchmark::kMillisecond);
BENCHMARK(StreamDigests)->Unit(benchmark::kMillisecond);
BENCHMARK(TimelineColumns)->Unit(benchmark::kMillisecond);
BENCHMARK(SharedWriters)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(LifeOf, A, "A")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(LifeOf, B, "B")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(LifeOf, C, "C")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gemmscope
