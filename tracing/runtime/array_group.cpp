// SPDX-License-Identifier: MIT
#include "tracing/runtime/array_group.h"

#include <algorithm>
#include <set>
#include <vector>

#include "tracing/format/limits.h"
#include "tracing/format/recording.h"

namespace gemmscope::runtime {
namespace {

/// Those that have an array of their own, if there is room for all.
std::set<std::uint32_t> ids_of(const lockstep::Allocations& all, std::span<const std::uint64_t> named,
                               std::size_t most) {
  std::set<std::uint32_t> ids;
  for (const std::uint64_t address : named)
    if (const lockstep::Allocation* const found = all.find(address); found != nullptr && ids.size() < most)
      ids.insert(found->id);
  return ids;
}

}  // namespace

ArrayGroup::ArrayGroup(const lockstep::Allocations& all, std::span<const std::uint64_t> named, std::size_t room) {
  const std::size_t count = all.all().size(), known = ids_of(all, named, count).size();
  const bool is_there = count - known >= 2 || count > room;
  const std::set<std::uint32_t> own = ids_of(all, named, room - 1);
  std::map<std::uint32_t, std::uint64_t> bytes;
  for (const lockstep::Allocation& each : all.all()) bytes[each.id] = each.bytes;
  constexpr std::uint64_t kAlignment = format::Part::kPartAlignment, kMost = format::kMaxTensorBytes - kAlignment;
  std::uint64_t end = 0;
  const auto append = [&](std::map<std::uint32_t, std::uint64_t>& offsets, std::uint32_t id) {
    offsets[id] = end;
    end = (end + bytes[id] + kAlignment - 1) / kAlignment * kAlignment;
  };
  for (const auto& [id, size] : bytes)
    if (is_there && !own.contains(id) && end < kMost && size <= kMost - end) append(offsets_, id);
  for (const auto& [id, size] : bytes)
    if (!offsets_.contains(id)) append(others_, id);
}

std::optional<std::uint64_t> ArrayGroup::offset_of(const lockstep::Allocation& allocation) const {
  const auto known = offsets_.find(allocation.id);
  return known == offsets_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<std::uint64_t> ArrayGroup::place_of(const lockstep::Allocation& allocation) const {
  const auto other = others_.find(allocation.id);
  return other == others_.end() ? offset_of(allocation) : std::optional(other->second);
}

}  // namespace gemmscope::runtime
