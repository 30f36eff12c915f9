// SPDX-License-Identifier: MIT
#include "tracing/lockstep/members.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gemmscope::lockstep {
namespace {

bool has(Mask lanes, std::size_t lane) { return (lanes >> lane & 1u) != 0; }

}  // namespace

void Members::come(Run operation, std::uint32_t statement, const std::byte* masks, Mask active, Mask living) {
  if (ended_) return;
  std::array<Mask, kLanes> members;
  std::memcpy(members.data(), masks, sizeof(members));
  for (Mask left = active; left != 0;) {
    const Mask of_first = members[static_cast<std::size_t>(std::countr_zero(left))];
    Mask alike = 0;
    for (std::size_t l = 0; l < kLanes; ++l) alike |= Mask{members[l] == of_first} << l;
    alike &= left;
    const bool whole = (of_first & living & ~alike) == 0;
    if (!whole || are_awaited()) count(operation, statement, of_first, alike, living);
    left &= ~alike;
  }
}

void Members::count(Run operation, std::uint32_t statement, Mask members, Mask come, Mask living) {
  auto call = std::ranges::find_if(
      open_, [&](const Call& each) { return each.operation == operation && each.members == members; });
  if (call == open_.end()) {
    if ((members & living & ~come) == 0) return;
    if (open_.size() == kMostOpen) return end();
    call = open_.insert(open_.end(), {.operation = operation, .members = members});
  }
  std::uint32_t least = ~std::uint32_t{0}, most = 0;
  for (std::size_t l = 0; l < kLanes; ++l) {
    if (has(come, l)) ++call->times[l], call->statement[l] = statement;
    if (has(members & living, l)) least = std::min(least, call->times[l]), most = std::max(most, call->times[l]);
  }
  if (least == most) open_.erase(call);
}

std::optional<Absence> Members::absent(Mask here, Mask others) {
  for (const Call& call : open_) {
    const auto& times = call.times;
    std::size_t least = kLanes, most = kLanes;
    for (std::size_t l = 0; l < kLanes; ++l) {
      if (has(call.members & here, l) && (least == kLanes || times[l] < times[least])) least = l;
      if (has(call.members & others, l) && (most == kLanes || times[l] > times[most])) most = l;
    }
    if (least == kLanes || most == kLanes || times[least] >= times[most]) continue;
    const Absence absence{static_cast<int>(most), call.statement[most], static_cast<int>(least)};
    return end(), absence;
  }
  return std::nullopt;
}

}  // namespace gemmscope::lockstep
