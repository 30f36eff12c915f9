// SPDX-License-Identifier: MIT
// Loads and stores: the bytes moved.
#include <cstring>

#include "tracing/lockstep/touched_memory.h"
#include "tracing/lockstep/undefined.h"
#include "tracing/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

void do_atomics(Block& block, Warp& warp, const Access& access, Space space, Mask lanes, const Addresses& addresses) {
  bool changes = false;
  UnwrittenLanes unwritten(block, warp, access);
  for_lanes(lanes, [&](int l) {
    const Allocation* const array = space == Space::kGlobal ? watched(block, addresses[l]) : nullptr;
    if (array != nullptr && access.reads() && unwritten.look(l, addresses[l], access.bytes) &&
        block.undefined == nullptr) {
      block.follow_undefined();
      if (block.undefined != nullptr) block.undefined->access(warp, access, space, lanes, lanes, addresses);
    }
    const std::size_t at = static_cast<std::size_t>(l) * access.bytes;
    std::uint64_t b = 0, c = 0;
    std::memcpy(&b, warp.registers + access.values[0] + at, access.bytes);
    if (access.atomic == Atomic::kCompare) std::memcpy(&c, warp.registers + access.values[1] + at, access.bytes);
    const std::uint64_t before = do_atomic(access, host_address(block, warp, space, l, addresses[l]), b, c, changes);
    if (access.result != kNoSlot) std::memcpy(warp.registers + access.result + at, &before, access.bytes);
    if (array != nullptr) array->note(addresses[l], access.bytes);
  });
  unwritten.tell();
  if (changes) block.changes(warp);
}

/// Tells what the lanes are about to store.
void tell_values(Block& block, const Warp& warp, const Access& access, Space space, Mask lanes,
                 const Addresses& addresses) {
  StoredValues::Lanes values;
  for (std::size_t v = 0; v < access.count; ++v)
    for_lanes(lanes, [&](int l) {
      const std::size_t at = static_cast<std::size_t>(l);
      std::memcpy(values[at].data() + v * access.bytes,
                  warp.registers + access.values[v] + at * bytes_of(access.holds[v]), access.bytes);
    });
  block.limits.values->store(access.statement, access.width(), lanes, addresses, values,
                             space == Space::kShared ? &block.stored : nullptr);
}

/// What lanes get that load from nowhere.
void clear(const Warp& warp, const Access& access, Mask lanes) {
  for (std::size_t v = 0; v < access.count; ++v) {
    const std::size_t each = bytes_of(access.holds[v]);
    for_lanes(lanes, [&](int l) {
      std::memset(warp.registers + access.values[v] + static_cast<std::size_t>(l) * each, 0, each);
    });
  }
}

std::size_t index_of(const Block& block, const Access& access) {
  return static_cast<std::size_t>(&access - block.program.accesses.data());
}

Move move_of(const Access& access, const Addresses& addresses, Mask lanes, const Reach& reach) {
  return {.addresses = addresses.data(),
          .lanes = lanes,
          .reach = reach,
          .bytes = access.bytes,
          .count = access.count,
          .extends_sign = access.extends_sign,
          .whole = access.strong && access.count > 1,
          .values = access.values.data(),
          .holds = access.holds.data()};
}

/// The lanes whose generic addresses are of the kernel's arguments.
Mask among_arguments(const Block& block, const Reach& reach, Mask lanes, const Addresses& addresses) {
  const auto begin = reinterpret_cast<std::uint64_t>(block.launch.arguments.data()),
             end = begin + block.launch.arguments.size();
  Mask there = 0;
  if (reach.most < begin || end <= reach.least) return there;
  for_lanes(lanes, [&](int l) { there |= Mask{begin <= addresses[l] && addresses[l] < end} << l; });
  return there;
}

/// `addresses` count from the first argument. Constants have a cache of their own: what is loaded is no request.
void do_arguments(Block& block, Warp& warp, const Access& access, Mask lanes, Addresses& addresses) {
  if (block.listener != nullptr) block.listener->request(warp.number, access, Space::kArgument, lanes, addresses);
  if (access.kind != AccessKind::kLoad)
    return block.fault(FaultKind::kOutOfBounds, warp, std::countr_zero(lanes), access.statement,
                       addresses[static_cast<std::size_t>(std::countr_zero(lanes))], Space::kArgument);
  const Mask there = sound(block, warp, access, Space::kArgument, lanes, addresses);
  if (!access.moves) return;
  if (block.undefined != nullptr) block.undefined->access(warp, access, Space::kArgument, there, lanes, addresses);
  clear(warp, access, lanes & ~there);
  if (there == 0) return;
  for_lanes(there, [&](int l) { addresses[l] += reinterpret_cast<std::uint64_t>(block.launch.arguments.data()); });
  block.moves.load(move_of(access, addresses, there, block.moves.reach(addresses.data(), there)), warp.registers);
}

}  // namespace

void do_access(Block& block, Warp& warp, const Access& access, Mask active) {
  if (access.kind == AccessKind::kStore && access.space != Space::kParameter) block.changes(warp);
  Addresses addresses;
  Reach reach = reach_of(block, warp, access, active, addresses);
  Space space = access.space;
  if (space == Space::kArgument) return do_arguments(block, warp, access, active, addresses);
  if (space == Space::kGeneric) {
    if (const Mask lanes = among_arguments(block, reach, active, addresses); lanes != 0) {
      const Mask others = active & ~lanes;
      for_lanes(lanes, [&](int l) { addresses[l] -= reinterpret_cast<std::uint64_t>(block.launch.arguments.data()); });
      do_arguments(block, warp, access, lanes, addresses);
      if (others != 0) do_access(block, warp, access, others);
      return;
    }
    space = resolve(block, warp, active, addresses);
    if (space == Space::kGeneric)
      return block.fault(FaultKind::kTwoSpaces, warp, std::countr_zero(active), access.statement);
    reach = block.moves.reach(addresses.data(), active);
  }
  if (block.listener != nullptr && space != Space::kParameter)
    block.listener->request(warp.number, access, space, active, addresses);
  Mask there = active;
  const bool together = all_sound(block, space, reach, access.width());  // in one allocation
  if (!together) there = sound(block, warp, access, space, active, addresses);
  if (space == Space::kGlobal) block.found[index_of(block, access)] = block.last_found;
  if (space == Space::kGlobal && block.limits.touched != nullptr)
    block.limits.touched->note(access, there, addresses, access.width());
  const bool is_watched = space == Space::kGlobal && (!together || block.last_found.written != nullptr);
  if (!access.moves && is_watched) note_unmoved(block, warp, access, there, addresses);
  if (space == Space::kShared && !block.written_shared.empty()) note_shared(block, access, there, addresses, reach);
  if (!access.moves) return;
  if (block.undefined != nullptr) block.undefined->access(warp, access, space, there, active, addresses);
  if (access.kind == AccessKind::kAtomic) return do_atomics(block, warp, access, space, there, addresses);
  if (access.kind == AccessKind::kLoad && there != active) clear(warp, access, active & ~there);
  if (there == 0) return;
  const bool is_told = access.kind == AccessKind::kStore && (space == Space::kGlobal || space == Space::kShared);
  if (is_told && block.limits.values != nullptr) tell_values(block, warp, access, space, there, addresses);

  Move move = move_of(access, addresses, there, reach);
  if (space == Space::kShared) move.begin = reinterpret_cast<std::uint64_t>(block.shared.data());
  const bool apart = space == Space::kLocal || space == Space::kParameter;  // each lane's is elsewhere
  if (apart || there != active) {
    const std::uint64_t first = apart ? reinterpret_cast<std::uint64_t>(block.local_of(warp, 0)) : move.begin;
    for (std::size_t l = 0; l < addresses.size(); ++l) addresses[l] += first + (apart ? l * block.local_bytes : 0);
    move.begin = 0;
    move.reach = block.moves.reach(addresses.data(), there);
  }
  (access.kind == AccessKind::kLoad ? block.moves.load : block.moves.store)(move, warp.registers);
  if (is_watched && (!together || may_matter(block, warp, access, block.last_found)))
    note_moved(block, warp, access, there, addresses);
}

}  // namespace gemmscope::lockstep
