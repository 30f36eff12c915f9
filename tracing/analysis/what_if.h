// SPDX-License-Identifier: MIT
/// @file what_if.h
/// What a site would cost if its shared tile were padded or swizzled otherwise: its recorded requests, moved to where
/// the other layout puts the same cells, and counted again.
///
/// Knows no kernel: the table of kernels says which layouts a tile can have, and how wide the kernel's accesses to it
/// are in each. Exact as long as they are as wide as recorded; where they are not, nothing is counted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/analysis/summary.h"

namespace gemmscope::analysis {

/// One other layout of a tile.
struct WhatIf {
  std::string change;                       ///< "PA=4", "swzA=xor": as in `record --set`
  std::optional<std::uint64_t> wavefronts;  ///< of the site; nullopt = the kernel would issue other requests
  bool narrows = false;                     ///< loads or stores of the tile become narrower
  std::optional<std::uint64_t> ideal{};     ///< of its requests, where they are others than the recorded ones
};

/// `site`'s tile with each other padding and with its swizzle, one parameter changed at a time. Empty for a swizzled
/// tile.
///
/// Returns  empty for global sites, for tiles without such parameters, and for kernels that are not in the table or are
///          laid out otherwise there.
/// Cost     about 1 us for each distinct template row of the site and layout: 1 ms for the reads of a k-tile.
/// Example  warp_tile with PA=0: sA_store has 192 excess wavefronts a k-tile and block; with PA=2 it has none.
[[nodiscard]] std::vector<WhatIf> what_if(const format::Recording& recording, const CostTable& table,
                                          const SiteSummary& site, const Scope& scope = {},
                                          ConflictModel model = ConflictModel::kFused);

}  // namespace gemmscope::analysis
