// SPDX-License-Identifier: MIT
/// @file shared_reaches.h
/// What the statements of a kernel access in shared memory, as its first block shows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>

#include "tracing/lockstep/launch.h"

namespace gemmscope::runtime {

/// Bytes of shared memory.
struct Stretch {
  std::uint64_t begin = ~std::uint64_t{0}, end = 0;

  bool empty() const { return begin >= end; }
  std::uint64_t size() const { return empty() ? 0 : end - begin; }
  void add(const Stretch& other) { begin = std::min(begin, other.begin), end = std::max(end, other.end); }
  Stretch common(const Stretch& other) const { return {std::max(begin, other.begin), std::min(end, other.end)}; }
};

/// What one statement accesses in shared memory.
struct Accessed {
  Stretch reach;
  bool stores = false, loads = false;
  bool is_wide = false;  ///< several values, which nvcc may have joined
  bool differs = false;  ///< between lanes
  std::map<std::uint32_t, Stretch> by_warp{};

  /// Whether all warps access the same, and there are several.
  bool is_common() const {
    const auto differ = [&](const auto& one) {
      const Stretch& first = by_warp.begin()->second;
      return one.second.begin != first.begin || one.second.end != first.end;
    };
    return !differs && by_warp.size() > 1 && std::ranges::none_of(by_warp, differ);
  }
};

/// By statement. The block is run ahead, without its stores to global memory. Nothing: the block does not end so, or
/// has faults; or data decide what it accesses, and either these data are in the memory of a GPU, or it is not known
/// which of its stores go to global memory. `memory_is_here`: this program can read what the allocations hold.
[[nodiscard]] std::optional<std::map<std::uint32_t, Accessed>> accessed_by_first_block(
    const lockstep::Program& program, const lockstep::Launch& launch, const lockstep::Allocations& allocations,
    bool memory_is_here);

}  // namespace gemmscope::runtime
