// SPDX-License-Identifier: MIT
/// @file modelled_cycles.h
/// The cycles a shared-memory request occupies the pipe of an H200: wavefronts, but never less than the data path
/// needs.
///
/// Wavefronts alone mislead where conflicts are gone: a fused 16-byte load of one address takes 2 wavefronts but 2.4
/// cycles. Says nothing of other architectures, of latency, or of a kernel that waits for something else.
#pragma once

#include "tracing/analysis/bank_conflicts.h"

namespace gemmscope::analysis {

/// Where the numbers below come from; views print it beside every modelled cycle.
inline constexpr std::string_view kCyclesSource =
    "modelled; throughput of an NVIDIA H200, 16 warps, measured 2026-11-21";

/// Cycles the data path needs for one instruction, whatever the addresses.
///
/// Returns  0 for atomic operations: their throughput has not been measured, so that a cycle stands for a wavefront.
/// Source   clock64 throughput in tests/data/h200_requests.csv, fitted per kind and width.
[[nodiscard]] constexpr double throughput_floor_h200(Instruction instruction, int width, bool fused) {
  if (instruction == Instruction::kLoadMatrix) return 1.1;
  if (instruction == Instruction::kAtomic || instruction == Instruction::kCount ||
      instruction == Instruction::kCompareSwap)
    return 0;
  const bool store = instruction == Instruction::kStore;
  if (width <= 2) return store ? 1.1 : 1.45;
  if (width == 4) return 1.1;
  if (width == 8) return store ? 1.95 : fused ? 1.3 : 2.0;
  return store ? 3.95 : fused ? 2.4 : 4.1;
}

/// Modelled cycles per instruction on an H200 with 16 warps issuing it.
///
/// Rule     max(wavefronts, floor) + 0.25.
/// Shapes   wavefronts and fused as the fused model gives them: that is the one that was measured.
/// Returns  0 for a request of no wavefronts: it faults or has no active lane.
/// Limits   within 5 % of 494 of the 496 measured requests; the other two are lane pairs masked by a branch, measured
///          13 % lower. Atomic operations were not measured: a cycle for each wavefront.
[[nodiscard]] constexpr double modelled_cycles_h200(Instruction instruction, int width, int wavefronts, bool fused) {
  if (wavefronts == 0) return 0;
  const double floor = throughput_floor_h200(instruction, width, fused);
  if (floor == 0) return wavefronts;
  return (wavefronts > floor ? wavefronts : floor) + 0.25;
}

[[nodiscard]] constexpr double modelled_cycles_h200(const WarpAccess& access) {
  const SharedCost cost = shared_cost(access, ConflictModel::kFused);
  return modelled_cycles_h200(access.instruction, access.width, cost.wavefronts, cost.fusion != Fusion::kNone);
}

}  // namespace gemmscope::analysis
