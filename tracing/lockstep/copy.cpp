// SPDX-License-Identifier: MIT
// Copies past the registers. They are made when they are asked for: no later moment is more right than this one, as a
// program that can tell the difference has not waited.
#include <cstring>

#include "tracing/lockstep/touched_memory.h"
#include "tracing/lockstep/undefined.h"
#include "tracing/lockstep/written.h"

namespace gemmscope::lockstep {

void do_copy(Block& block, Warp& warp, const Access& from, const Access& to, Slot sizes, Mask active) {
  const Addresses sources = addresses_of(warp, from), targets = addresses_of(warp, to);
  std::array<std::uint32_t, kLanes> bytes;
  std::memcpy(bytes.data(), warp.registers + sizes, sizeof(bytes));
  Mask reading = 0;
  for_lanes(active, [&](int l) {
    if (bytes[l] > from.width()) block.fault(FaultKind::kTooLong, warp, l, from.statement), bytes[l] = 0;
    if (bytes[l] != 0) reading |= Mask{1} << l;
  });
  if (block.listener != nullptr) {
    if (reading != 0) block.listener->request(warp.number, from, from.space, reading, sources);
    block.listener->request(warp.number, to, to.space, active, targets);
  }
  if (block.undefined != nullptr) {
    for (const Access* const each : {&from, &to})
      block.undefined->decides(warp, each->statement, each->address, each->address_holds, active,
                               format::Undefined::Use::kAddress);
    block.undefined->decides(warp, from.statement, sizes, Holds::k32, active, format::Undefined::Use::kOther);
  }
  const Mask fits = sound(block, warp, to, to.space, active, targets);
  UnwrittenLanes unwritten(block, warp, from);
  for_lanes(active, [&](int l) {
    const bool can_read = (reading >> l & 1u) != 0 &&
                          is_sound(block, warp, l, from.statement, from.space, sources[l], bytes[l], from.width());
    if (can_read && unwritten.look(l, sources[l], bytes[l]) && to.moves) block.follow_undefined();
    if (can_read && block.limits.touched != nullptr) block.limits.touched->note(from, Mask{1} << l, sources, bytes[l]);
    if ((fits >> l & 1u) == 0) return;
    const std::uint64_t copied = can_read ? bytes[l] : 0;
    if (block.undefined != nullptr)
      block.undefined->copy(warp, from, to, l, sources[l], targets[l], copied, to.width());
    else
      note_shared_store(block, targets[l], to.width());
    if (!to.moves) return;
    std::byte* const at = host_address(block, warp, to.space, l, targets[l]);
    if (can_read) std::memcpy(at, host_address(block, warp, from.space, l, sources[l]), copied);
    std::memset(at + copied, 0, to.width() - copied);
  });
  unwritten.tell();
}

}  // namespace gemmscope::lockstep
