// SPDX-License-Identifier: MIT
/// @file shared_heat.h
/// Where in shared memory the work falls: per site and bank, and per tile and 4-byte word. The numbers of the heatmap.
#pragma once

#include "tracing/analysis/cost_table.h"

namespace gemmscope::analysis {

/// What one bank did for one site.
struct BankCount {
  std::uint64_t requests = 0;  ///< requests that asked this bank for anything
  std::uint64_t words = 0;     ///< words it moved, one per wavefront it worked in
  std::uint64_t excess = 0;    ///< of those, words beyond the first of a phase: the ones that had to queue
};

/// What happened to one 4-byte word of shared memory, as part of one tile.
struct WordCount {
  std::uint64_t reads = 0, writes = 0;  ///< wavefronts that moved it; lanes that share it count once
  std::uint64_t contended = 0;          ///< of those, with another word wanted from the same bank in the same phase
  int max_nway = 0;                     ///< most words wanted from its bank in a phase that moved it
};

struct SharedHeat {
  std::vector<std::array<BankCount, kBanks>> banks;  ///< [site][bank]; zero for sites in global memory
  /// [tensor][byte / 4] of the block's shared memory, all blocks added up. Tiles that share memory, as a staged C does
  /// with As, have counts of their own. Empty for a tensor that no request of the scope touches in shared memory.
  std::vector<std::vector<WordCount>> words;
};

/// Adds up, over the requests inside `scope`, what each bank and each word was asked for.
///
/// Cost     about 0.5 us for each distinct template row.
/// Limits   requests that fault are left out, as everywhere.
[[nodiscard]] SharedHeat shared_heat(const format::Recording& recording, const CostTable& table,
                                     const Scope& scope = {}, ConflictModel model = ConflictModel::kFused);

}  // namespace gemmscope::analysis
