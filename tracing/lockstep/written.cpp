// SPDX-License-Identifier: MIT
#include "tracing/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

void look_at_loads(Block& block, const Warp& warp, const Access& access, Mask lanes, const Addresses& addresses) {
  UnwrittenLanes unwritten(block, warp, access);
  for_lanes(lanes, [&](int l) {
    for (std::uint32_t v = 0; v < access.count; ++v)
      if ((access.unused >> v & 1u) == 0) unwritten.look(l, addresses[l] + v * access.bytes, access.bytes);
  });
  unwritten.tell();
}

}  // namespace

void UnwrittenLanes::look(int lane, std::uint64_t address, std::uint64_t bytes) {
  if (block_.limits.watcher == nullptr) return;
  const Allocation* const array = watched(block_, address);
  if (array == nullptr) return;
  if (!array_.holds(address)) tell(), lanes_ = 0, first_ = ~std::uint64_t{0}, array_ = *array;
  for (std::uint64_t at = address; at < address + bytes; at += kWordBytes)
    if (array->is_unwritten(at)) lanes_ |= Mask{1} << lane, first_ = std::min(first_, at);
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
