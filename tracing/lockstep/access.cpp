// SPDX-License-Identifier: MIT
// Loads and stores: the bytes moved.
#include <cstring>

#include "tracing/lockstep/addresses.h"

namespace gemmscope::lockstep {
namespace {

/// One value of a lane: narrower in memory than in its register, or as wide.
void load(const Access& access, const std::byte* from, std::byte* to, Holds holds) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, access.bytes);
  const int unused = 64 - 8 * access.bytes;
  if (access.extends_sign) bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
  std::memcpy(to, &bits, bytes_of(holds));
}

void do_atomics(Block& block, Warp& warp, const Access& access, Space space, Mask lanes, const Addresses& addresses) {
  bool changes = false;
  for_lanes(lanes, [&](int l) {
    const std::size_t at = static_cast<std::size_t>(l) * access.bytes;
    std::uint64_t b = 0, c = 0;
    std::memcpy(&b, warp.registers + access.values[0] + at, access.bytes);
    if (access.atomic == Atomic::kCompare) std::memcpy(&c, warp.registers + access.values[1] + at, access.bytes);
    const std::uint64_t before = do_atomic(access, host_address(block, warp, space, l, addresses[l]), b, c, changes);
    if (access.result != kNoSlot) std::memcpy(warp.registers + access.result + at, &before, access.bytes);
  });
  if (changes) block.changes(warp);
}

}  // namespace

void do_access(Block& block, Warp& warp, const Access& access, Mask active) {
  Addresses addresses = addresses_of(warp, access);
  Space space = access.space;
  if (space == Space::kGeneric) space = resolve(block, warp, active, addresses);
  if (space == Space::kGeneric)
    return block.fault(FaultKind::kTwoSpaces, warp, std::countr_zero(active), access.statement);
  if (block.listener != nullptr && space != Space::kParameter)
    block.listener->request(warp.number, access, space, active, addresses);
  const Mask there = sound(block, warp, access, space, active, addresses);
  if (access.kind == AccessKind::kStore && space != Space::kParameter) block.changes(warp);
  if (access.kind == AccessKind::kAtomic) return do_atomics(block, warp, access, space, there, addresses);
  for (std::size_t v = 0; v < access.count; ++v) {
    const std::size_t each = bytes_of(access.holds[v]);
    std::byte* const values = warp.registers + access.values[v];
    for_lanes(active, [&](int l) {
      std::byte* const value = values + static_cast<std::size_t>(l) * each;
      const bool is_sound = (there >> l & 1u) != 0;
      std::byte* const at = is_sound ? host_address(block, warp, space, l, addresses[l]) + v * access.bytes : nullptr;
      if (access.kind == AccessKind::kStore) {
        if (is_sound) std::memcpy(at, value, access.bytes);
      } else if (is_sound) {
        load(access, at, value, access.holds[v]);
      } else {
        std::memset(value, 0, each);
      }
    });
  }
}

}  // namespace gemmscope::lockstep
