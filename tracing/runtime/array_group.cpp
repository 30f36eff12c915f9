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
  if (count - known < 2 && count <= room) return;
  const std::set<std::uint32_t> own = ids_of(all, named, room - 1);
  std::map<std::uint32_t, std::uint64_t> bytes;
  for (const lockstep::Allocation& each : all.all())
    if (!own.contains(each.id)) bytes[each.id] = each.bytes;
  constexpr std::uint64_t kAlignment = format::Part::kPartAlignment, kMost = format::kMaxTensorBytes - kAlignment;
  std::uint64_t end = 0;
  for (const auto& [id, size] : bytes) {
    if (size > kMost - end) continue;
    offsets_[id] = end;
    end = (end + size + kAlignment - 1) / kAlignment * kAlignment;
    if (end >= kMost) break;
  }
}

std::optional<std::uint64_t> ArrayGroup::offset_of(const lockstep::Allocation& allocation) const {
  const auto known = offsets_.find(allocation.id);
  return known == offsets_.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace gemmscope::runtime
