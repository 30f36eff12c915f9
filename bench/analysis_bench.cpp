// SPDX-License-Identifier: MIT
/// @file analysis_bench.cpp
/// How long one waits for the analyses of the largest recording that is meant to open at once: 4096 x 4096 x 4096, all
/// 130 million requests.
#include <benchmark/benchmark.h>

#include "tracing/analysis/digest.h"
#include "tracing/analysis/last_writers.h"
#include "tracing/analysis/life_of.h"
#include "tracing/analysis/reuse.h"
#include "tracing/analysis/shared_heat.h"
#include "tracing/analysis/summary.h"
#include "tracing/analysis/timeline.h"
#include "tracing/simt/emulator.h"

namespace gemmscope {
namespace {

constexpr std::uint32_t kSize = 4096;

/// One block is recorded; the others do the same elsewhere in A, B and C.
format::Recording make_recording() {
  record::RecordRequest request;
  request.kernel = "warp_tile";
  request.M = request.N = request.K = kSize;
  request.block_y = request.block_x = format::Range{0, 1};
  format::Recording recording = *simt::record(request);
  recording.selection.block_y = {0, recording.grid_y};
  recording.selection.block_x = {0, recording.grid_x};
  const analysis::BlockShape shape = *analysis::block_shape(recording);
  const format::Block first = recording.blocks[0];
  recording.blocks.clear();
  for (std::uint32_t y = 0; y < recording.grid_y; ++y)
    for (std::uint32_t x = 0; x < recording.grid_x; ++x) {
      format::Block block = first;
      block.y = y, block.x = x;
      block.base[0] += 4 * y * shape.BM * kSize;
      block.base[1] += 4 * x * shape.BN;
      block.base[2] += 4 * (y * shape.BM * kSize + x * shape.BN);
      recording.blocks.push_back(block);
    }
  return recording;
}

const format::Recording& recording() {
  static const format::Recording made = make_recording();
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
