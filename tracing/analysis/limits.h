// SPDX-License-Identifier: MIT
/// @file limits.h
/// What limits a kernel: how long a launch takes at least, by what each part of a GPU must do for it. The numbers of
/// `gemmscope report --view limits`; docs/models/limits.md explains them.
///
///   multiply-adds  of whole block tiles and k-tiles, since a kernel multiplies the zeros that it fills in beyond an
///                  edge; M * N * K where the block tile is not known, and of a program's kernel that keeps nothing in
///                  shared memory. An SM completes Machine::lanes per cycle, of double double_lanes, of pairs of halves
///                  half_pair_lanes
///   wavefronts     of shared memory by the counting rule, and of loads from global memory (l1_wavefronts.h): they take
///                  turns on one data path, one per cycle of an SM
///   L2, DRAM       bytes over bandwidth. How many bytes is between two numbers, since caches are not modelled:
///       least      each element of A, B and C once, C twice if it is also read: of a launch that finds L2 empty
///       most       32 for each sector of each request, as if no request found in a cache what another one had loaded
///
/// Blocks are not divided among SMs, so the busiest SM has ceil(blocks / SMs) of them. What SMs do is counted for that
/// one, as if all blocks did the same.
///
/// A launch takes at least as long as the largest of these, the bound; of L2 and DRAM the least counts. It takes longer
/// because it waits: the model knows no latency, no instruction but multiply-adds and memory accesses, and no order.
/// Resident warps, which hide waiting, are therefore stated without a time.
///
/// Limits are there where Reuse has FLOP per byte, and else say why not.
#pragma once

#include <array>

#include "tracing/analysis/machine.h"
#include "tracing/analysis/multiplied.h"
#include "tracing/analysis/reuse.h"
#include "tracing/analysis/summary.h"

namespace gemmscope::analysis {

/// What a launch does, all of it.
struct Work {
  double multiply_adds = 0;             ///< M * N * K: what the result needs
  double made_multiply_adds = 0;        ///< what the kernel does: more at edges
  std::uint64_t shared_wavefronts = 0;  ///< by the counting rule
  double shared_cycles_h200 = 0;        ///< the same as modelled_cycles.h counts them; in no limit
  std::uint64_t load_wavefronts = 0;    ///< of global loads, in L1
  std::uint64_t sector_bytes = 0;       ///< of global loads and stores
  std::uint64_t once_bytes = 0;         ///< each element once: the compulsory traffic
  std::uint64_t blocks = 0;
  Numbers numbers = Numbers::kFloat;  ///< which are multiplied and added

  std::uint64_t wavefronts() const { return shared_wavefronts + load_wavefronts; }
};

/// How many multiply-adds of such numbers an SM makes per cycle; 0: not known.
[[nodiscard]] int lanes_for(Numbers numbers, const Machine& machine);

enum class LimitBy : std::uint8_t { kMultiplyAdds, kWavefronts, kL2, kDram };
inline constexpr int kLimits = 4;
std::string_view name_of(LimitBy by);  ///< "multiply-adds", "wavefronts", "L2", "DRAM"

/// One of them. Cycles are of the SMs' clock.
struct Limit {
  LimitBy by = LimitBy::kMultiplyAdds;
  double work = 0;       ///< multiply-adds or wavefronts of the busiest SM; bytes of the launch: the least
  double per_cycle = 0;  ///< what the SM, or L2 or DRAM, does of that in a cycle; 0: not known of this GPU
  double most_work = 0;  ///< L2 and DRAM: the most; else as `work`

  bool known() const { return per_cycle > 0; }
  double cycles() const { return known() ? work / per_cycle : 0; }
  double most_cycles() const { return known() ? most_work / per_cycle : 0; }
};

struct Limits {
  Missing missing = Missing::kNothing;  ///< if not kNothing, only `resident` is there
  Work work;
  std::uint64_t blocks_of_busiest = 0;  ///< SM
  std::array<Limit, kLimits> limits{};  ///< [LimitBy]
  std::optional<Occupancy> resident;    ///< nullopt: Machine::sm is not known

  const Limit& by(LimitBy which) const { return limits[static_cast<std::size_t>(which)]; }
  /// The largest; of several that are equal the first.
  const Limit& bound() const;
  /// 2 * M * N * K over the time of the bound, of a launch without waiting. 0 without limits.
  double gflops(const Machine& machine) const;
};

/// `rule` counts the wavefronts of shared memory; `registers` of a thread, for the resident warps, where they are
/// known.
///
/// Cost     that of summarize().
[[nodiscard]] Limits limits(const format::Recording& recording, const CostTable& table, const Machine& machine,
                            ConflictModel rule = ConflictModel::kFused,
                            std::optional<std::uint32_t> registers = std::nullopt);

}  // namespace gemmscope::analysis
