// SPDX-License-Identifier: MIT
#include "tracing/runtime/planned_arrays.h"

#include <algorithm>

#include "tracing/format/limits.h"
#include "tracing/format/recording.h"

namespace gemmscope::runtime {
namespace {

using format::kBoundary;
constexpr std::uint64_t kMostArrayBytes = format::kMaxTensorBytes - 2 * kBoundary;

template <class Value>
std::optional<Value> value_at(const std::map<std::uint32_t, Value>& values, const lockstep::Allocation& allocation) {
  const auto known = values.find(allocation.id);
  return known == values.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace

PlannedArrays::PlannedArrays(const lockstep::Allocations& all, const Named& named, const Pointers& pointers,
                             std::size_t room) {
  Leads leads = leads_of(all, named, pointers, room - 1);
  std::ranges::sort(leads.arrays);                     // by the ids of their first
  std::map<std::uint32_t, lockstep::Allocation> rest;  // by id
  for (const lockstep::Allocation& each : all.all()) rest[each.id] = each;
  std::uint32_t array = kRest;
  std::uint64_t begin = 0, end = 0;  // boundaries
  const auto append = [&](const lockstep::Allocation& each) {
    const std::uint64_t place = end + each.address % kBoundary;
    spots_[each.id] = {array, place - begin, place};
    end = (place + each.bytes + kBoundary - 1) / kBoundary * kBoundary;
  };
  const auto fits = [&](const lockstep::Allocation& each) {
    return end - begin < kMostArrayBytes && each.bytes <= kMostArrayBytes - (end - begin);
  };
  for (const std::vector<std::uint32_t>& ids : leads.arrays) {
    ++array, begin = end;
    for (const std::uint32_t id : ids)
      if (ids.size() == 1 || fits(rest.at(id)))
        append(rest.at(id)), rest.erase(id);
      else
        leads.to.erase(id);
  }
  ++array, begin = end;
  const std::uint32_t number = rest.size() == 1 ? array : kRest;
  for (auto each = rest.begin(); each != rest.end();)
    if (fits(each->second)) {
      append(each->second);
      spots_[each->first].array = number;
      each = rest.erase(each);
    } else {
      ++each;
    }
  for (const auto& [id, each] : rest) ++array, begin = end, append(each);
  leads_ = std::move(leads.to);
}

std::optional<PlannedArrays::Spot> PlannedArrays::spot_of(const lockstep::Allocation& allocation) const {
  return value_at(spots_, allocation);
}

std::optional<Lead> PlannedArrays::lead_to(const lockstep::Allocation& allocation) const {
  return value_at(leads_, allocation);
}

}  // namespace gemmscope::runtime
