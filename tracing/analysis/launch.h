// SPDX-License-Identifier: MIT
/// @file launch.h
/// What a whole launch costs, from the part of it that is recorded.
///
/// A recorded block stands for those that were not recorded and a recorded k-tile for the others: with the same
/// requests, moved in A, B and C to where the other block or k-tile lies. That is exact as long as they do the same,
/// which blocks do that C does not end in, and k-tiles that K does not end in. Where one of those that end is recorded
/// it stands for its like, and else a whole one does; Basis says so. Warps do different work and stand for themselves.
/// Of programs that are no GEMM nobody knows which blocks do the same: theirs stand for themselves, too.
#pragma once

#include "tracing/analysis/cost_table.h"

namespace gemmscope::analysis {

/// What the figures of a scope were computed from.
struct Basis {
  std::uint64_t blocks = 0, all_blocks = 0;    ///< recorded, and of the launch; inside the scope
  std::uint64_t k_tiles = 0, all_k_tiles = 0;  ///< of one block; the same
  std::uint32_t warps = 0, all_warps = 0;      ///< of one block; those that were not recorded are in no figure
  bool write_back = true;                      ///< recorded, or outside the scope; else it is in no figure
  /// Blocks and k-tiles of a kind of which none is recorded, as those that C or K ends in: counted like another kind.
  std::uint64_t unlike_blocks = 0, unlike_k_tiles = 0;
  bool alike = true;  ///< recorded blocks and k-tiles of one kind make the same requests, or all are there

  bool extrapolated() const { return blocks != all_blocks || k_tiles != all_k_tiles; }
  /// Whether everything of the scope is in its figures, each request at its own cost.
  bool exact() const { return unlike_blocks == 0 && unlike_k_tiles == 0 && alike && write_back && warps == all_warps; }
};
[[nodiscard]] Basis basis_of(const format::Recording& recording, const Scope& scope);

/// How many of these recorded blocks make no request: they return at once.
[[nodiscard]] std::uint32_t idle_blocks(const format::Recording& recording, format::Range blocks);

/// How often requests happen in a scope.
struct Requests {
  /// [entry.first + row], as count_requests() has them. Shared requests cost the same wherever the block is, so they
  /// are all here; of the global ones, those at a recorded place mod 128.
  std::vector<std::uint64_t> of_row;
  /// Global requests that were not recorded, `n` of them where the template's addresses are moved by `base`.
  struct Moved {
    std::uint32_t template_id = 0;
    std::uint32_t row = 0, base = 0;
    std::uint64_t n = 0;
  };
  std::vector<Moved> moved;
};

/// Without scope.unrecorded, what count_requests() counts.
///
/// Cost     one step per segment of each group, one per row of those that stand for others; launches of any size.
[[nodiscard]] Requests requests_in(const format::Recording& recording, const CostTable& table, const Scope& scope);

}  // namespace gemmscope::analysis
