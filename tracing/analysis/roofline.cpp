// SPDX-License-Identifier: MIT
#include "tracing/analysis/roofline.h"

#include "tracing/analysis/narrow_loads.h"

namespace gemmscope::analysis {

std::string_view name_of(Roof roof) {
  constexpr std::string_view kNames[] = {"shared memory and L1", "L2", "DRAM"};
  return kNames[static_cast<std::size_t>(roof)];
}

double bandwidth_of(Roof roof, const Machine& machine) {
  switch (roof) {
    case Roof::kWavefronts: return double(kWavefrontBytes) * machine.multiprocessors * machine.hz() * 1e-9;
    case Roof::kSectors: return machine.l2_gb_per_s;
    case Roof::kOnce: return machine.dram_gb_per_s;
  }
  return 0;
}

RooflinePoint roofline_point(const format::Recording& recording, const Limits& limits, const Machine& machine) {
  RooflinePoint point{.kernel = recording.kernel,
                      .layout = {},
                      .M = recording.M,
                      .N = recording.N,
                      .K = recording.K,
                      .attainable = limits.gflops(machine),
                      .bound = limits.bound().by,
                      .narrow_loads = has_narrow_loads(recording),
                      .measured = {}};
  const Work& work = limits.work;
  const std::array<std::uint64_t, kRoofs> bytes{kWavefrontBytes * work.wavefronts(), work.sector_bytes,
                                                work.once_bytes};
  for (std::size_t roof = 0; roof < bytes.size(); ++roof)
    if (bytes[roof] != 0) point.flop_per_byte[roof] = 2 * work.multiply_adds / double(bytes[roof]);
  return point;
}

}  // namespace gemmscope::analysis
