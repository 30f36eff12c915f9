// SPDX-License-Identifier: MIT
/// @file written.h
/// Which words of global memory have never been written.
///
/// What cudaMalloc returns is full of blank words, in which every bit is set. A word that holds anything else was
/// written. So a store is noted (Allocation::written) only if it stores a blank word, and a load looks at the notes
/// only if it loads one. Both are rare, and nearly all accesses cost no more than a look at the registers. A word of
/// which a part was written counts as written.
#pragma once

#include "tracing/lockstep/addresses.h"

namespace gemmscope::lockstep {

/// The allocation at `address`, if it is one of which it is known who writes it; null otherwise.
inline const Allocation* watched(const Block& block, std::uint64_t address) {
  const Allocation* const array = block.last_found.holds(address) ? &block.last_found : block.allocations.find(address);
  return array != nullptr && array->written != nullptr ? array : nullptr;
}

/// Whether anything is to be noted of lanes that have loaded from there, or stored: nothing that they moved is blank in
/// nearly all cases, as far as the registers show.
inline bool may_matter(const Block& block, const Warp& warp, const Access& access, const Allocation& array) {
  if (access.kind == AccessKind::kLoad && (array.complete || block.limits.watcher == nullptr)) return false;
  for (std::size_t v = 0; v < access.count; ++v) {
    const std::size_t each = bytes_of(access.holds[v]);
    if (each != access.bytes || each < kWordBytes) return true;
    const auto* const words = reinterpret_cast<const std::uint32_t*>(warp.registers + access.values[v]);
    if (block.moves.have(words, kLanes * each / kWordBytes, kBlankWord)) return true;
  }
  return false;
}

/// The lanes of one request that load unwritten memory.
class UnwrittenLanes {
 public:
  UnwrittenLanes(Block& block, const Warp& warp, const Access& access) : block_(block), warp_(warp), access_(access) {}
  /// Whether it does.
  bool look(int lane, std::uint64_t address, std::uint64_t bytes);
  /// Tells the watcher of them, if there are any: of those of each array.
  void tell() const;

 private:
  Block& block_;
  const Warp& warp_;
  const Access& access_;
  Allocation array_;  ///< that the lanes before have loaded from
  Mask lanes_ = 0;
  std::uint64_t first_ = ~std::uint64_t{0};
};

/// After the lanes' loads or stores of global memory; where the bytes are not moved at all (Access::moves), instead.
void note_moved(Block& block, const Warp& warp, const Access& access, Mask lanes, const Addresses& addresses);
void note_unmoved(Block& block, const Warp& warp, const Access& access, Mask lanes, const Addresses& addresses);

}  // namespace gemmscope::lockstep
