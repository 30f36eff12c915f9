// SPDX-License-Identifier: MIT
#include "tracing/runtime/arrays.h"

#include <algorithm>

#include "tracing/format/limits.h"
#include "tracing/format/recording.h"
#include "tracing/record/log_entry.h"

namespace gemmscope::runtime {

Arrays::Arrays(const lockstep::Allocations& allocations, const lockstep::Allocations& whole,
               const std::vector<lockstep::SharedArray>& shared, PlannedArrays plan)
    : allocations_(allocations), whole_(whole), shared_(shared), plan_(std::move(plan)) {}

std::uint32_t Arrays::id_of(const lockstep::Allocation& allocation) const {
  return whole_.find(allocation.address)->id;
}

const lockstep::Allocation* Arrays::find(std::uint64_t address) const {
  const lockstep::Allocation* const part = allocations_.find(address);
  return part != nullptr ? part : whole_.find(address);  // those that a GPU's kernel says are not among the parts
}

std::size_t Arrays::number_of(const lockstep::Allocation& allocation) const {
  const auto spot = plan_.spot_of(allocation);
  const auto is_it = [&](const std::vector<lockstep::Allocation>& array) {
    const auto its = plan_.spot_of(array.front());
    return spot && its ? its->array == spot->array : array.front().id == allocation.id;
  };
  return static_cast<std::size_t>(std::ranges::find_if(touched_, is_it) - touched_.begin());
}

std::optional<Arrays::Place> Arrays::global(const lockstep::Allocation& allocation) {
  const std::scoped_lock lock(mutex_);
  const std::size_t number = number_of(allocation);
  if (number == touched_.size()) {
    if (number == most_global()) return std::nullopt;
    touched_.emplace_back();
  }
  auto& parts = touched_[number];
  const auto at = std::ranges::lower_bound(parts, allocation.id, {}, &lockstep::Allocation::id);
  if (at == parts.end() || at->id != allocation.id) parts.insert(at, allocation);
  const auto spot = plan_.spot_of(allocation);
  if (!spot) return Place{static_cast<std::uint32_t>(number), allocation.address};
  return Place{static_cast<std::uint32_t>(number), allocation.address - spot->offset, spot->place - spot->offset};
}

std::size_t Arrays::room_beside(std::size_t shared_arrays) {
  return std::min<std::size_t>(format::kMaxGlobalTensors, format::kMaxTensors - shared_arrays);
}

std::uint32_t Arrays::shared(std::uint64_t offset) const {
  const auto behind = std::ranges::find_if(shared_, [&](const auto& array) { return array.offset > offset; });
  const auto number = static_cast<std::uint32_t>(behind - shared_.begin());
  return record::kFirstShared + (number == 0 ? 0 : number - 1);
}

}  // namespace gemmscope::runtime
