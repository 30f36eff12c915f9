// SPDX-License-Identifier: MIT
#include <cstdio>

#include "kernels/table.h"
#include "tests/cuda/gpu_check/check.h"
#include "tracing/analysis/digest.h"
#include "tracing/cuda/device_run.h"
#include "tracing/cuda/record_with.h"
#include "tracing/cuda/recorder.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::gpu_check {

namespace {

std::string hex(std::uint64_t number) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(number));
  return digits;
}

struct Agreement {
  std::size_t warps = 0, equal = 0;
  bool all() const { return warps > 0 && warps == equal; }
};

/// Warps of all blocks whose request streams have the same digest.
Agreement compare(const std::vector<analysis::BlockDigest>& a, const std::vector<analysis::BlockDigest>& b) {
  Agreement agreement;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i >= a.size() || i >= b.size()) {
      ++agreement.warps;
      continue;
    }
    for (std::size_t w = 0; w < a[i].warps.size(); ++w) {
      ++agreement.warps;
      agreement.equal +=
          a[i].y == b[i].y && a[i].x == b[i].x && w < b[i].warps.size() && a[i].warps[w] == b[i].warps[w];
    }
  }
  return agreement;
}

std::string describe(const format::Recording& r, const std::optional<format::Request>& request) {
  if (!request) return "nothing";
  const format::Site& site = r.sites[request->site];
  return site.name + " line " + std::to_string(site.line) + " k-tile " + std::to_string(request->k_tile) + " mask " +
         hex(request->mask) + " lane 0 at " + std::to_string(request->address[0]);
}

void compare_one(Report& report, const std::string& name, const record::RecordRequest& request,
                 bool in_small_launches = false) {
  const Stopwatch on_gpu;
  Result<format::Recording> gpu = fail(ErrorKind::kUsage, "");
  if (in_small_launches) {
    const record::Plan plan = record::make_plan(request).value();
    auto run = cuda::DeviceRun::open(plan);
    gpu = run ? cuda::record_with(**run, plan, {}, 1) : tl::unexpected(run.error());
  } else {
    gpu = cuda::record(request);
  }
  const double gpu_seconds = on_gpu.seconds();
  const Stopwatch on_cpu;
  auto cpu = simt::record(request);
  const double cpu_seconds = on_cpu.seconds();

  Json row{{"case", name},
           {"kernel", request.kernel},
           {"preset", request.preset},
           {"layout", text(request.overrides)},
           {"size", size_text(request)},
           {"alpha", request.alpha},
           {"beta", request.beta}};
  const std::string what =
      request.kernel + " " + request.preset + ", " + text(request.overrides) + ", " + size_text(request) + ", " + name;
  if (!gpu || !cpu) {
    const std::string& message = !gpu ? gpu.error().message : cpu.error().message;
    row["error"] = message;
    return report.add("recording", std::move(row), false, what + ": " + message);
  }
  gpu->origin = cpu->origin = {};
  const auto gpu_digests = analysis::stream_digests(*gpu), cpu_digests = analysis::stream_digests(*cpu);
  const Agreement warps = compare(gpu_digests, cpu_digests);
  const bool same = *gpu == *cpu;
  row.update({{"blocks", gpu->blocks.size()},
              {"requests", gpu->request_count()},
              {"dropped", gpu->dropped},
              {"warps_compared", warps.warps},
              {"warps_equal", warps.equal},
              {"recordings_equal", same},
              {"digest_gpu", hex(analysis::combined(gpu_digests))},
              {"digest_emulator", hex(analysis::combined(cpu_digests))},
              {"seconds_gpu", gpu_seconds},
              {"seconds_emulator", cpu_seconds}});
  char line[400];
  std::snprintf(line, sizeof line,
                "%-96s %11llu requests, %4zu blocks, %5zu of %5zu warps equal, %s, %.3f s (emulator %.3f s)",
                what.c_str(), static_cast<unsigned long long>(gpu->request_count()), gpu->blocks.size(), warps.equal,
                warps.warps, hex(analysis::combined(gpu_digests)).c_str(), gpu_seconds, cpu_seconds);
  const bool good = warps.all() && same && gpu->dropped == 0;
  report.add("recording", std::move(row), good, line);
  if (good) return;
  if (const auto d = analysis::first_difference(*gpu, *cpu))
    std::printf("  first difference: block %u,%u warp %u request %u: GPU %s; emulator %s\n", d->y, d->x, d->warp,
                d->index, describe(*gpu, d->in_a).c_str(), describe(*cpu, d->in_b).c_str());
  else
    std::printf("  the streams are equal: sites %d, templates %d, patterns %d, blocks %d, rest differs\n",
                gpu->sites == cpu->sites, gpu->templates == cpu->templates, gpu->patterns == cpu->patterns,
                gpu->blocks == cpu->blocks);
}

record::RecordRequest cube(const kernels::KernelInfo& kernel, std::string_view preset, std::uint32_t size,
                           std::vector<format::Parameter> overrides) {
  record::RecordRequest request;
  request.kernel = kernel.name;
  request.preset = preset;
  request.overrides = std::move(overrides);
  request.M = request.N = request.K = size;
  return request;
}

void check_kernel(Report& report, const kernels::KernelInfo& kernel, bool quick) {
  for (const kernels::Preset& preset : kernel.presets) {
    if (quick && &preset != &kernel.presets.back()) continue;
    for (const auto& [name, layout] : record::configurations_of(kernel, preset.name)) {
      if (quick && !layout.empty()) continue;
      for (Case c : cases(kernel, preset.name)) {
        c.request.overrides = layout;
        if (!record::size_is_possible(c.request)) continue;
        compare_one(report, c.name, c.request);
      }
    }
    compare_one(report, "one block per launch", cases(kernel, preset.name).front().request, true);
    if (quick) continue;
    const auto configurations = record::configurations_of(kernel, preset.name);
    compare_one(report, "all of it", cube(kernel, preset.name, 1024, {}));
    if (configurations.size() > 1)
      compare_one(report, "all of it", cube(kernel, preset.name, 1024, configurations.back().layout));
  }
}

}  // namespace

void check_recordings(Report& report, bool quick) {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels()) check_kernel(report, kernel, quick);
  if (!quick) compare_one(report, "all of it", cube(kernels::warp_tile_info(), "k10_a6000", 4096, {}));
  report.close("recording");
}

}  // namespace gemmscope::gpu_check
