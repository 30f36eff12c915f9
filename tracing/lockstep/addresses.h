// SPDX-License-Identifier: MIT
/// @file addresses.h
/// Where the lanes' addresses point, and whether memory is there. Here because every access of every warp needs it.
#pragma once

#include <bit>

#include "tracing/lockstep/block.h"

namespace gemmscope::lockstep {

using Addresses = std::array<std::uint64_t, kLanes>;

template <class F>
void for_lanes(Mask lanes, F f) {
  for (; lanes != 0; lanes &= lanes - 1) f(std::countr_zero(lanes));
}

inline Addresses addresses_of(const Warp& warp, const Access& access) {
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

/// The same into `addresses`, and how far those of `lanes` reach.
inline Reach reach_of(const Block& block, const Warp& warp, const Access& access, Mask lanes, Addresses& addresses) {
  const auto offset = static_cast<std::uint64_t>(access.offset);
  if (access.address != kNoSlot)
    return block.moves.addresses(warp.registers + access.address, access.address_holds, offset, lanes,
                                 addresses.data());
  addresses.fill(offset);
  return {offset, offset, offset};
}

/// Where a generic address points.
inline Space space_of(Block& block, const Warp& warp, int lane, std::uint64_t address) {
  const auto inside = [&](const std::byte* begin, std::uint64_t bytes) {
    return address - reinterpret_cast<std::uint64_t>(begin) < bytes;
  };
  if (inside(block.shared.data(), block.shared.size())) return Space::kShared;
  if (inside(block.local_of(warp, lane), block.local_bytes)) return Space::kLocal;
  if (inside(block.launch.arguments.data(), block.launch.arguments.size())) return Space::kArgument;
  return Space::kGlobal;
}

/// All lanes' generic addresses, counted from where their space begins. kGeneric: they are in two.
inline Space resolve(Block& block, const Warp& warp, Mask lanes, Addresses& addresses) {
  const Space first = space_of(block, warp, std::countr_zero(lanes), addresses[std::countr_zero(lanes)]);
  bool alike = true;
  for_lanes(lanes, [&](int l) { alike = alike && space_of(block, warp, l, addresses[l]) == first; });
  if (!alike) return Space::kGeneric;
  for_lanes(lanes, [&](int l) {
    if (first == Space::kShared) addresses[l] -= reinterpret_cast<std::uint64_t>(block.shared.data());
    if (first == Space::kLocal) addresses[l] -= reinterpret_cast<std::uint64_t>(block.local_of(warp, l));
    if (first == Space::kArgument) addresses[l] -= reinterpret_cast<std::uint64_t>(block.launch.arguments.data());
  });
  return first;
}

/// Whether `width` bytes from `address` on are there.
inline bool is_there(Block& block, Space space, std::uint64_t address, std::uint64_t width) {
  const auto inside = [&](std::uint64_t bytes) { return width <= bytes && address <= bytes - width; };
  if (space == Space::kShared) return inside(block.shared.size());
  if (space == Space::kLocal || space == Space::kParameter) return inside(block.local_bytes);
  if (space == Space::kArgument) return inside(block.launch.arguments.size());
  if (!block.last_found.holds(address)) {
    const Allocation* found = block.allocations.find(address);
    if (found == nullptr) return false;
    block.last_found = *found;
  }
  return block.last_found.holds(address) && width <= block.last_found.bytes - (address - block.last_found.address);
}

/// Whether all lanes' accesses can be made, as far as their reach shows.
inline bool all_sound(Block& block, Space space, const Reach& reach, std::uint64_t width) {
  if ((reach.bits & (width - 1)) != 0 || !is_there(block, space, reach.most, width)) return false;
  return space != Space::kGlobal || block.last_found.holds(reach.least);
}

/// Whether the lane's access can be made. If not, it is a fault.
inline bool is_sound(Block& block, const Warp& warp, int lane, std::uint32_t statement, Space space,
                     std::uint64_t address, std::uint64_t width, std::uint64_t align) {
  const bool aligned = address % align == 0;
  if (aligned && is_there(block, space, address, width)) return true;
  block.fault(aligned ? FaultKind::kOutOfBounds : FaultKind::kMisaligned, warp, lane, statement, address, space, width,
              align);
  return false;
}

/// The lanes whose access can be made. The others are faults.
inline Mask sound(Block& block, const Warp& warp, const Access& access, Space space, Mask lanes,
                  const Addresses& addresses) {
  Mask sound = lanes;
  for_lanes(lanes, [&](int l) {
    if (!is_sound(block, warp, l, access.statement, space, addresses[l], access.width(), access.width()))
      sound &= ~(Mask{1} << l);
  });
  if (sound != lanes) block.note_request(access.statement, lanes, addresses);
  return sound;
}

inline std::byte* host_address(Block& block, const Warp& warp, Space space, int lane, std::uint64_t address) {
  if (space == Space::kShared) return block.shared.data() + address;
  if (space == Space::kLocal || space == Space::kParameter) return block.local_of(warp, lane) + address;
  return reinterpret_cast<std::byte*>(address);
}

}  // namespace gemmscope::lockstep
