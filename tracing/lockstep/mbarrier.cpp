// SPDX-License-Identifier: MIT
// mbarrier objects and the copies that they count: PTX ISA, "mbarrier", "cp.async.bulk".
//
// The 64 bits are opaque in PTX. Here: bits 0 to 19 arrivals that are still to come in this phase, 20 to 39 arrivals of
// a phase, 40 to 61 bytes that are still to come, two's complement, 63 the phase's parity.
#include <cstring>

#include "tracing/lockstep/touched_memory.h"
#include "tracing/lockstep/undefined.h"
#include "tracing/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

constexpr std::int64_t kMostPending =
    (1 << 20) - 1;  ///< of arrivals and of bytes: PTX ISA, "Contents of the mbarrier object"

struct Phase {
  std::int64_t pending = 0, expected = 0, bytes = 0;
  bool parity = false;

  static Phase read(std::uint64_t bits) {
    const auto part = [&](int shift) { return static_cast<std::int64_t>(bits >> shift & kMostPending); };
    return {part(0), part(20), static_cast<std::int64_t>(bits << 2) >> 42, bits >> 63 != 0};
  }
  std::uint64_t bits() const {
    return static_cast<std::uint64_t>(pending) | static_cast<std::uint64_t>(expected) << 20 |
           (static_cast<std::uint64_t>(bytes) << 40 & ~(std::uint64_t{3} << 62)) | std::uint64_t{parity} << 63;
  }
  bool is_sound() const {
    return pending >= 0 && expected >= 0 && pending <= kMostPending && bytes >= -kMostPending && bytes <= kMostPending;
  }
  void arrive(std::int64_t count) { pending -= count; }
  void end_if_complete() {
    if (pending == 0 && bytes == 0) pending = expected, parity = !parity;
  }
};

/// What becomes of it; not sound: PTX does not allow this.
Phase after(Phase phase, Mbarrier what, std::uint64_t a) {
  const auto count = static_cast<std::int64_t>(static_cast<std::uint32_t>(a));
  switch (what) {
    case Mbarrier::kInit:
      phase = {count, count, 0, false};
      if (count == 0) phase.pending = -1;
      return phase;
    case Mbarrier::kArriveAndDrop: phase.expected -= count; [[fallthrough]];
    case Mbarrier::kArrive: phase.arrive(count > 0 ? count : kMostPending + 1); break;
    case Mbarrier::kArriveExpect: phase.bytes += count, phase.arrive(1); break;
    case Mbarrier::kExpect: phase.bytes += count; return phase;
    case Mbarrier::kComplete: phase.bytes -= count; break;
    case Mbarrier::kInvalidate:
    case Mbarrier::kCopies:
    case Mbarrier::kTest:
    case Mbarrier::kTestParity: return phase;
  }
  if (phase.is_sound()) phase.end_if_complete();
  return phase;
}

/// One lane's. False: it tests a phase that is not over.
bool do_one(Block& block, const Warp& warp, const Access& access, int lane, std::byte* at, std::uint64_t a) {
  std::uint64_t before;
  std::memcpy(&before, at, sizeof(before));
  const Phase phase = Phase::read(before), then = after(phase, access.mbarrier, a);
  if (access.mbarrier == Mbarrier::kTest || access.mbarrier == Mbarrier::kTestParity) {
    const bool parity = access.mbarrier == Mbarrier::kTest ? Phase::read(a).parity : (a & 1) != 0;
    const bool over = phase.parity != parity;
    Mask result;
    std::memcpy(&result, warp.registers + access.result, sizeof(result));
    result = (result & ~(Mask{1} << lane)) | Mask{over} << lane;
    std::memcpy(warp.registers + access.result, &result, sizeof(result));
    return over;
  }
  if (!then.is_sound()) {
    block.fault(FaultKind::kBadBarrier, warp, lane, access.statement);
    return true;
  }
  const std::uint64_t now = then.bits();
  std::memcpy(at, &now, sizeof(now));
  if (access.mbarrier == Mbarrier::kInit || then.parity != phase.parity)
    ++block.phases[reinterpret_cast<std::uint64_t>(at)];
  if (access.result != kNoSlot) std::memcpy(warp.registers + access.result + 8 * lane, &before, sizeof(before));
  ++block.changed;
  return true;
}

/// The lane's 64 or 32 bits.
std::uint64_t value_of(const Warp& warp, const Access& access, int lane) {
  std::uint64_t value = 0;
  const std::size_t bytes = bytes_of(access.holds[0]);
  std::memcpy(&value, warp.registers + access.values[0] + static_cast<std::size_t>(lane) * bytes, bytes);
  return value;
}

}  // namespace

bool do_mbarrier(Block& block, Warp& warp, const Access& access, Mask active) {
  Addresses addresses = addresses_of(warp, access);
  Space space = access.space;
  if (space == Space::kGeneric) space = resolve(block, warp, active, addresses);
  if (space != Space::kShared)
    return block.fault(FaultKind::kNotShared, warp, std::countr_zero(active), access.statement), true;
  Mask over = 0, not_over = 0;
  std::array<std::uint32_t, kLanes> phases{};
  for_lanes(sound(block, warp, access, space, active, addresses), [&](int l) {
    std::byte* const at = host_address(block, warp, space, l, addresses[l]);
    note_shared_store(block, addresses[l], 8);
    phases[static_cast<std::size_t>(l)] = block.phases[reinterpret_cast<std::uint64_t>(at)];
    (do_one(block, warp, access, l, at, value_of(warp, access, l)) ? over : not_over) |= Mask{1} << l;
  });
  if (block.listener != nullptr) block.listener->mbarrier(warp.number, access, active, addresses, over, phases);
  return not_over == 0;
}

void do_bulk(Block& block, Warp& warp, std::span<const Access> accesses, Slot sizes, Mask active) {
  constexpr std::uint64_t kAlign = 16;
  const Access &from = accesses[0], &to = accesses[1];
  const Access* const mbarrier = accesses.size() > 2 ? &accesses[2] : nullptr;
  const Addresses sources = addresses_of(warp, from), targets = addresses_of(warp, to),
                  objects = mbarrier != nullptr ? addresses_of(warp, *mbarrier) : Addresses{};
  UnwrittenLanes unwritten(block, warp, from);
  for_lanes(active, [&](int l) {
    std::uint32_t bytes;
    std::memcpy(&bytes, warp.registers + sizes + 4 * l, sizeof(bytes));
    BulkCopy copy{
        .from = sources[l], .to = targets[l], .bytes = bytes, .mbarrier = objects[l], .statement = from.statement};
    if (bytes % kAlign != 0)
      return block.fault(FaultKind::kMisaligned, warp, l, from.statement, copy.from, from.space, bytes);
    const auto is_there = [&](const Access& access, std::uint64_t address, std::uint64_t width, std::uint64_t align) {
      return is_sound(block, warp, l, access.statement, access.space, address, width, align);
    };
    if (!is_there(from, copy.from, bytes, kAlign) || !is_there(to, copy.to, bytes, kAlign) ||
        (mbarrier != nullptr && !is_there(*mbarrier, copy.mbarrier, 8, 8)))
      return;
    std::byte* const barrier =
        mbarrier == nullptr ? nullptr : host_address(block, warp, mbarrier->space, l, copy.mbarrier);
    copy.stores = mbarrier == nullptr;
    if (!copy.stores) copy.phase = block.phases[reinterpret_cast<std::uint64_t>(barrier)];
    if (block.listener != nullptr && bytes != 0) block.listener->bulk_copy(warp.number, l, copy);
    if (!copy.stores && unwritten.look(l, copy.from, bytes)) block.follow_undefined();
    if (block.undefined != nullptr)
      block.undefined->copy(warp, from, to, l, copy.from, copy.to, bytes, bytes);
    else if (!copy.stores)
      note_shared_store(block, copy.to, bytes);
    if (block.limits.touched != nullptr)
      block.limits.touched->note(copy.stores ? to : from, Mask{1} << l, copy.stores ? targets : sources, bytes);
    std::memcpy(host_address(block, warp, to.space, l, copy.to), host_address(block, warp, from.space, l, copy.from),
                bytes);
    if (!copy.stores) do_one(block, warp, *mbarrier, l, barrier, bytes);
    if (!copy.stores) return;
    if (const Allocation* const array = watched(block, copy.to)) array->note(copy.to, bytes);
  });
  unwritten.tell();
}

}  // namespace gemmscope::lockstep
