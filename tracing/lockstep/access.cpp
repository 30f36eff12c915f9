// SPDX-License-Identifier: MIT
// Loads and stores: where the lanes' addresses point, whether something lies there, and the bytes moved.
#include <algorithm>
#include <bit>
#include <cstring>

#include "tracing/lockstep/block.h"

namespace gemmscope::lockstep {
namespace {

using Addresses = std::array<std::uint64_t, kLanes>;

template <class F>
void for_lanes(Mask lanes, F f) {
  for (; lanes != 0; lanes &= lanes - 1) f(std::countr_zero(lanes));
}

Addresses addresses_of(const Warp& warp, const Access& access) {
  Addresses addresses;
  const auto offset = static_cast<std::uint64_t>(access.offset);
  if (access.address == kNoSlot) {
    addresses.fill(offset);
  } else if (access.address_holds == Holds::k32) {
    const auto* from = reinterpret_cast<const std::uint32_t*>(warp.registers + access.address);
    for (std::size_t l = 0; l < kLanes; ++l) addresses[l] = static_cast<std::uint32_t>(from[l] + offset);
  } else {
    const auto* from = reinterpret_cast<const std::uint64_t*>(warp.registers + access.address);
    for (std::size_t l = 0; l < kLanes; ++l) addresses[l] = from[l] + offset;
  }
  return addresses;
}

/// Where a generic address points.
Space space_of(Block& block, const Warp& warp, int lane, std::uint64_t address) {
  const auto inside = [&](const std::byte* begin, std::uint64_t bytes) {
    return address - reinterpret_cast<std::uint64_t>(begin) < bytes;
  };
  if (inside(block.shared.data(), block.shared.size())) return Space::kShared;
  if (inside(block.local_of(warp, lane), block.program.local_bytes)) return Space::kLocal;
  return Space::kGlobal;
}

/// All lanes' generic addresses, counted from where their space begins. kGeneric: they are in two.
Space resolve(Block& block, const Warp& warp, Mask lanes, Addresses& addresses) {
  const Space first = space_of(block, warp, std::countr_zero(lanes), addresses[std::countr_zero(lanes)]);
  bool alike = true;
  for_lanes(lanes, [&](int l) { alike = alike && space_of(block, warp, l, addresses[l]) == first; });
  if (!alike) return Space::kGeneric;
  for_lanes(lanes, [&](int l) {
    if (first == Space::kShared) addresses[l] -= reinterpret_cast<std::uint64_t>(block.shared.data());
    if (first == Space::kLocal) addresses[l] -= reinterpret_cast<std::uint64_t>(block.local_of(warp, l));
  });
  return first;
}

/// Whether `width` bytes from `address` on are there.
bool is_there(Block& block, Space space, std::uint64_t address, std::uint64_t width) {
  const auto inside = [&](std::uint64_t bytes) { return width <= bytes && address <= bytes - width; };
  if (space == Space::kShared) return inside(block.shared.size());
  if (space == Space::kLocal) return inside(block.program.local_bytes);
  if (!block.last_found.holds(address)) {
    const Allocation* found = block.allocations.find(address);
    if (found == nullptr) return false;
    block.last_found = *found;
  }
  return block.last_found.holds(address) && width <= block.last_found.bytes - (address - block.last_found.address);
}

/// The lanes whose access can be made. The others are faults.
Mask sound(Block& block, const Warp& warp, const Access& access, Space space, Mask lanes, const Addresses& addresses) {
  for_lanes(lanes, [&](int l) {
    const bool aligned = addresses[l] % access.width() == 0;
    if (aligned && is_there(block, space, addresses[l], access.width())) return;
    block.fault(aligned ? FaultKind::kOutOfBounds : FaultKind::kMisaligned, warp, l, access.statement, addresses[l]);
    lanes &= ~(Mask{1} << l);
  });
  return lanes;
}

std::byte* host_address(Block& block, const Warp& warp, Space space, int lane, std::uint64_t address) {
  if (space == Space::kShared) return block.shared.data() + address;
  if (space == Space::kLocal) return block.local_of(warp, lane) + address;
  return reinterpret_cast<std::byte*>(address);
}

/// One value of a lane: narrower in memory than in its register, or as wide.
void load(const Access& access, const std::byte* from, std::byte* to, Holds holds) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, access.bytes);
  const int unused = 64 - 8 * access.bytes;
  if (access.extends_sign) bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
  std::memcpy(to, &bits, bytes_of(holds));
}

void do_atomics(Block& block, const Warp& warp, const Access& access, Space space, Mask lanes,
                const Addresses& addresses) {
  for_lanes(lanes, [&](int l) {
    const std::size_t at = static_cast<std::size_t>(l) * access.bytes;
    std::uint64_t b = 0, c = 0;
    std::memcpy(&b, warp.registers + access.values[0] + at, access.bytes);
    if (access.atomic == Atomic::kCompare) std::memcpy(&c, warp.registers + access.values[1] + at, access.bytes);
    const std::uint64_t before = do_atomic(access, host_address(block, warp, space, l, addresses[l]), b, c);
    if (access.result != kNoSlot) std::memcpy(warp.registers + access.result + at, &before, access.bytes);
  });
}

}  // namespace

void do_access(Block& block, Warp& warp, const Access& access, Mask active) {
  Addresses addresses = addresses_of(warp, access);
  Space space = access.space;
  if (space == Space::kGeneric) space = resolve(block, warp, active, addresses);
  if (space == Space::kGeneric)
    return block.fault(FaultKind::kTwoSpaces, warp, std::countr_zero(active), access.statement);
  if (block.listener != nullptr) block.listener->request(warp.number, access, space, active, addresses);
  const Mask there = sound(block, warp, access, space, active, addresses);
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
