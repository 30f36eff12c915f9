// SPDX-License-Identifier: MIT
#include "tracing/lockstep/memory.h"

#include <algorithm>

namespace gemmscope::lockstep {

std::uint32_t Allocations::add(std::uint64_t address, std::uint64_t bytes) {
  const auto behind = std::ranges::upper_bound(by_address_, address, {}, &Allocation::address);
  by_address_.insert(behind, {address, bytes, made_});
  return made_++;
}

bool Allocations::remove(std::uint64_t address) {
  const auto found = std::ranges::lower_bound(by_address_, address, {}, &Allocation::address);
  if (found == by_address_.end() || found->address != address) return false;
  by_address_.erase(found);
  return true;
}

Allocations Allocations::cut_at(std::span<const std::uint64_t> addresses) const {
  Allocations parts = *this;
  for (const std::uint64_t at : addresses) {
    const auto behind = std::ranges::lower_bound(parts.by_address_, at, {}, &Allocation::address);
    if (behind == parts.by_address_.begin() || !std::prev(behind)->holds(at)) continue;  // none, or one begins there
    Allocation& first = *std::prev(behind);
    const std::uint64_t bytes = at - first.address, rest = first.bytes - bytes;
    first.bytes = bytes;
    parts.add(at, rest);
  }
  return parts;
}

const Allocation* Allocations::find(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(by_address_, address, {}, &Allocation::address);
  return behind != by_address_.begin() && std::prev(behind)->holds(address) ? &*std::prev(behind) : nullptr;
}

}  // namespace gemmscope::lockstep
