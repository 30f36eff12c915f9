// SPDX-License-Identifier: MIT
#include "tracing/lockstep/written.h"

#include "tracing/lockstep/undefined.h"

namespace gemmscope::lockstep {
namespace {

void look_at_loads(Block& block, const Warp& warp, const Access& access, Mask lanes, const Addresses& addresses) {
  UnwrittenLanes unwritten(block, warp, access);
  bool any = false;
  for_lanes(lanes, [&](int l) {
    for (std::uint32_t v = 0; v < access.count; ++v)
      if ((access.unused >> v & 1u) == 0) any = unwritten.look(l, addresses[l] + v * access.bytes, access.bytes) || any;
  });
  unwritten.tell();
  if (!any || !access.moves || block.undefined != nullptr) return;
  block.follow_undefined();
  if (block.undefined != nullptr) block.undefined->access(warp, access, Space::kGlobal, lanes, lanes, addresses);
}

}  // namespace

bool UnwrittenLanes::look(int lane, std::uint64_t address, std::uint64_t bytes) {
  if (block_.limits.watcher == nullptr) return false;
  const Allocation* const array = watched(block_, address);
  if (array == nullptr || array->complete) return false;
  if (!array_.holds(address)) tell(), lanes_ = 0, first_ = ~std::uint64_t{0}, array_ = *array;
  bool is_unwritten = false;
  for (std::uint64_t at = address; at < address + bytes; at += kWordBytes)
    if (array->is_unwritten(at)) is_unwritten = true, lanes_ |= Mask{1} << lane, first_ = std::min(first_, at);
  return is_unwritten;
}

void UnwrittenLanes::tell() const {
  if (lanes_ == 0) return;
  block_.limits.watcher->unwritten(block_.number, warp_.number, access_, array_, lanes_, first_);
}

void note_moved(Block& block, const Warp& warp, const Access& access, Mask lanes, const Addresses& addresses) {
  if (access.kind == AccessKind::kLoad) return look_at_loads(block, warp, access, lanes, addresses);
  for_lanes(lanes, [&](int l) {
    if (const Allocation* const array = watched(block, addresses[l])) array->note_blanks(addresses[l], access.width());
  });
}

void note_unmoved(Block& block, const Warp& warp, const Access& access, Mask lanes, const Addresses& addresses) {
  if (block.limits.watcher == nullptr) return;
  if (access.reads()) look_at_loads(block, warp, access, lanes, addresses);
  if (access.kind == AccessKind::kLoad) return;
  for_lanes(lanes, [&](int l) {
    if (const Allocation* const array = watched(block, addresses[l])) array->note(addresses[l], access.width());
  });
}

}  // namespace gemmscope::lockstep
