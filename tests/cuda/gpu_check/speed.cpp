// SPDX-License-Identifier: MIT
#include <cstdio>

#include "kernels/table.h"
#include "tests/cuda/gpu_check/check.h"
#include "tracing/cuda/bench.h"
#include "tracing/cuda/recorder.h"
#include "tracing/record/plan.h"

namespace gemmscope::gpu_check {

namespace {

void measure(Report& report, const record::RecordRequest& r) {
  const record::Plan plan = record::make_plan(r).value();
  const auto result = cuda::bench(plan.variant, r.M, r.N, r.K, 0.1);
  Json row{{"preset", r.preset}, {"layout", text(r.overrides)}, {"size", size_text(r)}};
  const std::string what = r.preset + ", " + text(r.overrides) + ", " + size_text(r);
  if (!result) {
    row["error"] = result.error().message;
    return report.add("speed", std::move(row), false, what + ": " + result.error().message);
  }
  row.update({{"gflops", result->gflops}, {"median_ms", result->median_ms}, {"fastest_ms", result->fastest_ms},
              {"slowest_ms", result->slowest_ms}, {"launches", result->launches}, {"registers", result->registers},
              {"local_bytes", result->spilled_bytes}, {"fixed_layout", result->fixed_layout}});
  char line[200];
  std::snprintf(line, sizeof line, "%-64s %8.0f GFLOPS  %8.4f ms (%.4f to %.4f)  %3d registers, %d bytes local%s", what.c_str(),
                result->gflops, result->median_ms, result->fastest_ms, result->slowest_ms, result->registers,
                result->spilled_bytes, result->fixed_layout ? "" : ", layout at run time");
  report.add("speed", std::move(row), true, line);
}

record::RecordRequest sized(std::string_view preset, std::uint32_t size, std::vector<format::Parameter> overrides) {
  record::RecordRequest r;
  r.preset = preset;
  r.M = r.N = r.K = size;
  r.overrides = std::move(overrides);
  return r;
}

}  // namespace

void measure_plain(Report& report) {
  for (const kernels::NamedShape& preset : kernels::kWarpTilePresets)
    for (const auto& layout : layouts()) measure(report, sized(preset.name, 4096, layout));
  for (const char* preset : {"k10_a6000", "k10_a100"})
    for (const std::uint32_t size : {1024u, 2048u, 4095u, 8192u}) measure(report, sized(preset, size, {}));
  report.close("speed");
}

void measure_recording(Report& report) {
  for (const std::uint32_t size : {1024u, 4096u})
    for (const bool one_block : {true, false}) {
      record::RecordRequest r = sized("k10_a6000", size, {});
      if (one_block) r.block_y = r.block_x = format::Range{0, 1};
      double best = 1e9;
      std::uint64_t requests = 0;
      for (int i = 0; i < 3; ++i) {
        const Stopwatch stopwatch;
        const auto recording = cuda::record(r);
        if (!recording) return report.add("cost", {{"error", recording.error().message}}, false, recording.error().message);
        best = std::min(best, stopwatch.seconds());
        requests = recording->request_count();
      }
      char line[200];
      std::snprintf(line, sizeof line, "%s, %s: %.4f s for %llu requests, %.1f M requests/s", size_text(r).c_str(),
                    one_block ? "one block" : "all blocks", best, static_cast<unsigned long long>(requests),
                    static_cast<double>(requests) / best / 1e6);
      report.add("cost", {{"size", size_text(r)}, {"blocks", one_block ? "one" : "all"}, {"requests", requests}, {"seconds", best}}, true, line);
    }
  report.close("cost");
}

}  // namespace gemmscope::gpu_check
