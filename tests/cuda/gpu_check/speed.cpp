// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>

#include "kernels/table.h"
#include "tests/cuda/gpu_check/check.h"
#include "tracing/cuda/bench.h"
#include "tracing/cuda/device_run.h"
#include "tracing/cuda/record_with.h"
#include "tracing/cuda/recorder.h"
#include "tracing/record/plan.h"

namespace gemmscope::gpu_check {

namespace {

void measure(Report& report, const record::RecordRequest& r) {
  const record::Plan plan = record::make_plan(r).value();
  const auto result = cuda::bench(plan.variant, r.M, r.N, r.K, 0.1);
  Json row{{"kernel", r.kernel}, {"preset", r.preset}, {"layout", text(r.overrides)}, {"size", size_text(r)}};
  const std::string what = r.kernel + " " + r.preset + ", " + text(r.overrides) + ", " + size_text(r);
  if (!result) {
    row["error"] = result.error().message;
    return report.add("speed", std::move(row), false, what + ": " + result.error().message);
  }
  row.update({{"gflops", result->gflops},
              {"median_ms", result->median_ms},
              {"fastest_ms", result->fastest_ms},
              {"slowest_ms", result->slowest_ms},
              {"launches", result->launches},
              {"registers", result->registers},
              {"local_bytes", result->spilled_bytes},
              {"fixed_layout", result->fixed_layout}});
  char line[200];
  std::snprintf(line, sizeof line, "%-64s %8.0f GFLOPS  %8.4f ms (%.4f to %.4f)  %3d registers, %d bytes local%s",
                what.c_str(), result->gflops, result->median_ms, result->fastest_ms, result->slowest_ms,
                result->registers, result->spilled_bytes, result->fixed_layout ? "" : ", layout at run time");
  report.add("speed", std::move(row), true, line);
}

record::RecordRequest sized(const kernels::KernelInfo& kernel, std::string_view preset, std::uint32_t size,
                            std::vector<format::Parameter> overrides) {
  record::RecordRequest r;
  r.kernel = kernel.name;
  r.preset = preset;
  r.M = r.N = r.K = size;
  r.overrides = std::move(overrides);
  return r;
}

}  // namespace

void measure_plain(Report& report) {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels()) {
    // More sizes and layouts, and cuBLAS beside them, are `gemmscope bench`'s.
    for (const kernels::Preset& preset : kernel.presets)
      for (const std::uint32_t size : {4096u, 4095u}) measure(report, sized(kernel, preset.name, size, {}));
  }
  report.close("speed");
}

namespace {

/// One run of the parts of a recording, in seconds.
struct Cost {
  double open = 0, count = 1e9, record = 1e9, whole = 1e9;
  std::uint64_t requests = 0;
};

Result<Cost> cost_of(const record::RecordRequest& r) {
  Cost best;
  for (int i = 0; i < 3; ++i) {
    const Stopwatch stopwatch;
    const auto recording = cuda::record(r);
    if (!recording) return tl::unexpected(recording.error());
    best.whole = std::min(best.whole, stopwatch.seconds());
    best.requests = recording->request_count();
  }
  const record::Plan plan = record::make_plan(r).value();
  const Stopwatch opening;
  const auto run = cuda::DeviceRun::open(plan);
  if (!run) return tl::unexpected(run.error());
  best.open = opening.seconds();
  const std::uint32_t blocks = plan.selection.block_y.size() * plan.selection.block_x.size();
  for (int i = 0; i < 3; ++i) {
    const Stopwatch counting;
    const auto counts = (*run)->count({0, blocks});
    if (!counts) return tl::unexpected(counts.error());
    best.count = std::min(best.count, counting.seconds());
    const cuda::BlockSpan first = cuda::split(*counts, plan.warps, cuda::kBytesAtOnce).front();
    const Stopwatch recording;
    const auto stream = (*run)->record(first, std::span(*counts).first(std::size_t{first.count} * plan.warps), 0);
    if (!stream) return tl::unexpected(stream.error());
    best.record = std::min(best.record, recording.seconds());
  }
  return best;
}

void measure_cost(Report& report, const char* what, const record::RecordRequest& r) {
  const auto cost = cost_of(r);
  Json row{{"what", what}, {"kernel", r.kernel}, {"preset", r.preset}, {"size", size_text(r)}};
  if (!cost) {
    row["error"] = cost.error().message;
    return report.add("cost", std::move(row), false, cost.error().message);
  }
  row.update({{"requests", cost->requests},
              {"seconds", cost->whole},
              {"open_seconds", cost->open},
              {"count_seconds", cost->count},
              {"first_launch_and_copy_seconds", cost->record}});
  char line[240];
  std::snprintf(
      line, sizeof line,
      "%-40s %-14s %11llu requests in %.4f s, %.1f M/s (allocate %.4f, count %.5f, first launch and copy %.5f)", what,
      size_text(r).c_str(), static_cast<unsigned long long>(cost->requests), cost->whole,
      static_cast<double>(cost->requests) / cost->whole / 1e6, cost->open, cost->count, cost->record);
  report.add("cost", std::move(row), true, line);
}

}  // namespace

void measure_recording(Report& report) {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const kernels::Preset& preset : kernel.presets) {
      record::RecordRequest one = sized(kernel, preset.name, 1024, {});
      const kernels::BlockGeometry tile = kernels::resolve(kernel.name, preset.name, {})->geometry();
      one.M = static_cast<std::uint32_t>(tile.BM), one.N = static_cast<std::uint32_t>(tile.BN);
      measure(report, one);  // the same block, plain
      measure_cost(
          report, (std::string(kernel.name) + " " + std::string(preset.name) + ", a launch of one block").c_str(), one);
    }
  for (const std::uint32_t size : {1024u, 4096u}) {
    record::RecordRequest r = sized(kernels::warp_tile_info(), "k10_a6000", size, {});
    measure_cost(report, "warp_tile k10_a6000, all blocks", r);
    r.block_y = r.block_x = format::Range{0, 1};
    measure_cost(report, "warp_tile k10_a6000, one of the blocks", r);
  }
  report.close("cost");
}

}  // namespace gemmscope::gpu_check
