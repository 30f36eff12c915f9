// SPDX-License-Identifier: MIT
/// @file machine.h
/// What a GPU can do at most: what the limits of limits.h and the roofs of roofline.h are computed with.
///
/// There is one, the GPU that this project measures on. For others, bench reports have the peak alone: bandwidths are
/// 0, not known, until they are measured there (bench/gpu_machine.cu).
#pragma once

#include <string_view>

#include "tracing/analysis/occupancy.h"

namespace gemmscope::analysis {

struct Machine {
  std::string_view device;
  int multiprocessors = 0;  ///< SMs
  double clock_mhz = 0;     ///< of the SMs, the highest that the driver names
  int lanes = 0;            ///< multiply-adds per cycle of an SM, of float: the peak counts these
  int double_lanes = 0;     ///< the same of double; 0: not known
  int half_pair_lanes = 0;  ///< the same of half and bfloat16, two by one instruction; 0: not known
  double l2_gb_per_s = 0;   ///< 10^9 bytes per second, read by all SMs together; 0: not known
  double dram_gb_per_s = 0;
  std::string_view peak_source, wavefront_source,
      bandwidth_source;  ///< of the first three, of 1 per cycle, of the rest
  SmLimits sm{};         ///< blocks 0: not known

  double hz() const { return clock_mhz * 1e6; }
  double peak_gflops() const { return 2e-3 * multiprocessors * lanes * clock_mhz; }
};

/// Source   SMs, clock and bandwidths: assets/results/machine_h200_2026-11-22.json, which a test compares. Lanes: CUDA
///          C++ Programming Guide, "Throughput of Native Arithmetic Instructions", compute capability 9.0; measured in
///          assets/results/machine_h200_2026-11-29.json: 115 of float, 63 of double, 231 of pairs of halves, and 116 of
///          single halves.
inline constexpr Machine kMachineH200{
    .device = "NVIDIA H200",
    .multiprocessors = 132,
    .clock_mhz = 1980,
    .lanes = 128,
    .double_lanes = 64,
    .half_pair_lanes = 256,
    .l2_gb_per_s = 8930,
    .dram_gb_per_s = 4474,
    .peak_source =
        "lanes: CUDA C++ Programming Guide, throughput of arithmetic instructions; clock: highest of the driver",
    .wavefront_source =
        "CUDA C++ Programming Guide, 32 banks of 4 bytes; loads from L1 take turns with shared memory: "
        "measured on NVIDIA H200, driver 580.159.04, 2026-11-22",
    .bandwidth_source = "reads by all SMs, measured on NVIDIA H200, driver 580.159.04, 2026-11-22",
    .sm = kLimitsH200};

}  // namespace gemmscope::analysis
