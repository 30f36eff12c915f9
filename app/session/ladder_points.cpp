// SPDX-License-Identifier: MIT
#include "app/session/ladder_points.h"

#include "kernels/table.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::session {
namespace {

/// One k-tile of the first block, which stands for all where the tiles divide the size.
record::RecordRequest first_k_tile(const kernels::KernelInfo& kernel, const kernels::Preset& preset,
                                   std::uint32_t size) {
  record::RecordRequest request;
  request.kernel = kernel.name, request.preset = preset.name;
  request.M = request.N = request.K = size;
  request.block_y = request.block_x = request.k_tiles = format::Range{0, 1};
  request.host_threads = 1;
  return request;
}

}  // namespace

std::vector<analysis::RooflinePoint> ladder_points(const results::BenchReport* report, analysis::ConflictModel rule,
                                                   std::uint32_t size, const std::function<bool()>& stop) {
  std::vector<analysis::RooflinePoint> points;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const kernels::Preset& preset : kernel.presets) {
      if (stop && stop()) return points;
      const auto recording = simt::record(first_k_tile(kernel, preset, size));
      if (!recording) continue;
      const MeasuredLimits both = measured_limits(*recording, analysis::CostTable(*recording), rule, report);
      if (both.limits.missing == analysis::Missing::kNothing) points.push_back(both.point(*recording));
    }
  return points;
}

}  // namespace gemmscope::session
