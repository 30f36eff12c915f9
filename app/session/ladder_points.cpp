// SPDX-License-Identifier: MIT
#include "app/session/ladder_points.h"

#include "kernels/table.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::session {
namespace {

/// The first block of the launch: inside the matrices if any is.
record::RecordRequest first_block(const kernels::KernelInfo& kernel, const kernels::Preset& preset,
                                  std::uint32_t size) {
  record::RecordRequest request;
  request.kernel = kernel.name, request.preset = preset.name;
  request.M = request.N = request.K = size;
  request.block_y = request.block_x = format::Range{0, 1};
  return request;
}

}  // namespace

std::vector<analysis::RooflinePoint> ladder_points(const results::BenchReport* report, analysis::ConflictModel rule,
                                                   std::uint32_t size, const std::function<bool()>& stop) {
  std::vector<analysis::RooflinePoint> points;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const kernels::Preset& preset : kernel.presets) {
      if (stop && stop()) return points;
      const auto recording = simt::record(first_block(kernel, preset, size));
      if (!recording) continue;
      const MeasuredLimits both = measured_limits(*recording, analysis::CostTable(*recording), rule, report);
      if (both.limits.missing == analysis::Missing::kNothing) points.push_back(both.point(*recording));
    }
  return points;
}

}  // namespace gemmscope::session
