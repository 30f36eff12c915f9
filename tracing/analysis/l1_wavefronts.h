// SPDX-License-Identifier: MIT
/// @file l1_wavefronts.h
/// How many wavefronts a load from global memory takes in L1, which shares its data path with shared memory.
#pragma once

#include <algorithm>

#include "tracing/analysis/bank_conflicts.h"
#include "tracing/analysis/coalescing.h"

namespace gemmscope::analysis {

inline constexpr int kTagsPerCycle = 4;  ///< lines that L1 looks up per cycle

/// Cycles for which a load that hits L1 occupies the data path of an H200.
///
/// Rule     the larger of: wavefronts by the textbook rule, with the banks of global addresses (byte / 4 mod 32), since
///          rows that are a multiple of 128 bytes apart are in the same banks; and lines of 128 bytes / 4, rounded up.
/// Shapes   `lines`: those that the access touches.
/// Units    addresses in bytes as for global_cost(): both numbers depend on where in a line of 128 bytes they begin.
/// Returns  0 for a request that faults or has no active lane.
/// Limits   for loads. The cost is that of a hit: a load that misses takes these wavefronts, too, when its data comes.
/// Source   measured on an H200 (assets/results/machine_h200_2026-11-22.json): 29 patterns, all within 3 % but those of
///          one wavefront, which take 1.35 cycles; and 3 with a shared load after each, within 7 %.
/// Example  32 lanes that read a column of a matrix with rows of 4096 floats: 32; with rows of 4097 floats: 8.
[[nodiscard]] constexpr int l1_wavefronts(const WarpAccess& access, int lines) {
  const int wavefronts = shared_cost(access, ConflictModel::kTextbook).wavefronts;
  return wavefronts == 0 ? 0 : std::max(wavefronts, (lines + kTagsPerCycle - 1) / kTagsPerCycle);
}
[[nodiscard]] constexpr int l1_wavefronts(const WarpAccess& access) {
  return l1_wavefronts(access, global_cost(access).lines);
}

}  // namespace gemmscope::analysis
