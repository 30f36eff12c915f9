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

const Allocation* Allocations::find(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(by_address_, address, {}, &Allocation::address);
  return behind != by_address_.begin() && std::prev(behind)->holds(address) ? &*std::prev(behind) : nullptr;
}

}  // namespace gemmscope::lockstep
