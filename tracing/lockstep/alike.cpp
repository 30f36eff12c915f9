// SPDX-License-Identifier: MIT
#include "tracing/lockstep/alike.h"

#include <algorithm>
#include <cstring>

#include "tracing/lockstep/addresses.h"
#include "tracing/lockstep/steps.h"

namespace gemmscope::lockstep {
namespace {

class Following : public Follower {
 public:
  Following(const FollowedProgram& program, const Box& box) : program_(program), box_(box), steps_(box) {}

  Alike result{Verdict::kAlike, 0, 0, {}};

  bool step(Block& block, const Warp& warp, std::uint32_t index, Mask active) override {
    const ChangeRule& rule = program_.rules[index];
    switch (rule.what) {
      case Change::kAccess:
        return access(block, warp, program_.program.accesses[rule.access], rule.from[0], active, nullptr);
      case Change::kCopy: return copy(block, warp, rule, active);
      case Change::kUnknown:
      case Change::kFixed: return fixed(warp, rule, active);
      default: break;
    }
    if (active == kAllLanes && at_once(warp, rule)) return true;
    bool done = true;
    for_lanes(active, [&](int l) { done = done && lane(warp, rule, l); });
    return done || split();
  }

 private:
  static std::uint64_t bits_at(const Warp& warp, const Changing& at, int lane) {
    std::uint64_t value = 0;
    const std::size_t bytes = bytes_of(at.holds);
    std::memcpy(&value, warp.registers + at.value + static_cast<std::size_t>(lane) * bytes, bytes);
    return value;
  }
  static std::byte* place(const Warp& warp, Slot changes, std::size_t axis, int lane) {
    return warp.registers + changes + (axis * kLanes + static_cast<std::size_t>(lane)) * sizeof(std::int64_t);
  }
  static Steps steps_at(const Warp& warp, Slot changes, int lane) {
    Steps steps{};
    if (changes != kNoSlot)
      for (std::size_t a = 0; a < kAxes; ++a) std::memcpy(&steps[a], place(warp, changes, a, lane), sizeof(steps[a]));
    return steps;
  }
  static void put(const Warp& warp, Slot changes, int lane, const Steps& steps) {
    for (std::size_t a = 0; a < kAxes; ++a) std::memcpy(place(warp, changes, a, lane), &steps[a], sizeof(steps[a]));
  }

  /// The box is to be split along an axis on which one of these changes.
  bool fail(std::initializer_list<Steps> all) {
    for (const Steps& steps : all)
      for (std::size_t a = 0; a < kAxes; ++a) changing_[a] = changing_[a] || steps[a] != 0;
    return false;
  }
  /// If no better place is known, along the longest one, where the block's number has most zeros at its end: kernels
  /// take numbers apart by powers of two.
  bool split() {
    result.verdict = Verdict::kSplit;
    if (const auto turn = steps_.turn()) return result.axis = turn->axis, result.at = turn->at, false;
    std::uint32_t longest = 1;
    for (std::size_t a = 0; a < kAxes; ++a)
      if (changing_[a] && box_.size[a] > longest) longest = box_.size[a], result.axis = a;
    if (longest == 1) return cannot();
    const std::uint32_t first = box_.first[result.axis], last = first + longest - 1;
    result.at = (last >> (width_of(first ^ last) - 1) << (width_of(first ^ last) - 1)) - first;
    return false;
  }
  bool cannot() { return result.verdict = Verdict::kCannot, false; }

  using Row = std::array<std::int64_t, kLanes>;  ///< of one axis
  static Row row_at(const Warp& warp, Slot changes, std::size_t axis) {
    Row row{};
    if (changes != kNoSlot) std::memcpy(row.data(), place(warp, changes, axis, 0), sizeof(row));
    return row;
  }

  /// What needs no look at the values, of all lanes together: most of what is done in loops. False: it is none of it.
  bool at_once(const Warp& warp, const ChangeRule& rule) const {
    const bool shifts = rule.what == Change::kShiftLeft && rule.from[1].changes == kNoSlot;
    const bool adds = rule.what == Change::kAdd || rule.what == Change::kSubtract, moves = rule.what == Change::kMove;
    if (!shifts && !adds && !moves) return false;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      if (box_.size[axis] == 1) continue;  // nothing changes along it
      Row row = row_at(warp, rule.from[0].changes, axis);
      if (adds) {
        const Row other = row_at(warp, rule.from[1].changes, axis);
        for (std::size_t l = 0; l < row.size(); ++l) row[l] = added(row[l], other[l], rule.what == Change::kSubtract);
      }
      for (int l = 0; shifts && l < kLanes; ++l) {
        const auto by = static_cast<std::uint32_t>(bits_at(warp, rule.from[1], l));
        auto& its = row[static_cast<std::size_t>(l)];
        its = by < 64 ? static_cast<std::int64_t>(static_cast<std::uint64_t>(its) << by) : 0;
      }
      if (rule.result_bits < 64)
        for (std::int64_t& its : row) its = wrapped(static_cast<std::uint64_t>(its), rule.result_bits);
      for (const Slot to : rule.to) std::memcpy(place(warp, to, axis, 0), row.data(), sizeof(row));
    }
    return true;
  }
  static std::int64_t added(std::int64_t a, std::int64_t b, bool subtracts) {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    return static_cast<std::int64_t>(subtracts ? x - y : x + y);
  }

  bool lane(const Warp& warp, const ChangeRule& rule, int l) {
    std::array<Part, 4> from{};
    for (std::size_t i = 0; i < rule.from.size(); ++i)
      from[i] = {bits_at(warp, rule.from[i], l), steps_at(warp, rule.from[i].changes, l)};
    if (rule.what == Change::kCompare)
      return steps_.compares_alike(rule, from[0], from[1]) || fail({from[0].steps, from[1].steps});
    bool holds = false;
    if (rule.predicate != kNoSlot) {
      Mask mask;
      std::memcpy(&mask, warp.registers + rule.predicate, sizeof(mask));
      holds = (mask >> l & 1u) != 0;
    }
    const auto steps = steps_.steps_of(rule, from, holds);
    if (!steps) return fail({from[0].steps, from[1].steps, from[2].steps});
    for (const Slot to : rule.to) put(warp, to, l, *steps);
    return true;
  }

  /// An operation may read registers of lanes that do not take part, too.
  bool fixed(const Warp& warp, const ChangeRule& rule, Mask active) {
    bool same = true;
    const auto look = [&](Slot changes, Mask lanes) {
      for_lanes(changes == kNoSlot ? 0 : lanes, [&](int l) {
        if (const Steps steps = steps_at(warp, changes, l); !is_zero(steps)) same = fail({steps});
      });
    };
    for (const Changing& from : rule.from) look(from.changes, active);
    for (const Slot other : rule.others) look(other, ~active);
    if (!same) return split();
    for_lanes(active, [&](int l) {
      for (const Slot to : rule.to) put(warp, to, l, {});
    });
    return true;
  }

  bool stays(const Warp& warp, const Changing& address, Mask lanes) {
    bool same = true;
    for_lanes(lanes, [&](int l) {
      if (const Steps steps = steps_at(warp, address.changes, l); !is_zero(steps)) same = fail({steps});
    });
    return same || split();
  }

  /// `sizes`: bytes that each lane moves; null: as many as the access says.
  bool access(Block& block, const Warp& warp, const Access& access, const Changing& address, Mask lanes,
              const std::uint32_t* sizes) {
    Addresses addresses = addresses_of(warp, access);
    Space space = access.space;
    if (access.matrices != 0) lanes = kAllLanes >> (kLanes - 8 * access.matrices);
    if (space == Space::kGeneric) space = resolve(block, warp, lanes, addresses);
    if (space == Space::kGeneric) return cannot();
    if (space != Space::kGlobal) return stays(warp, address, lanes);

    const int first = std::countr_zero(lanes);
    const Steps steps = steps_at(warp, address.changes, first);
    const Allocation* const array = block.allocations.find(addresses[first]);
    if (array == nullptr || (!is_zero(steps) && address.holds != Holds::k64)) return cannot();
    bool same = true, inside = true;
    if (sizes == nullptr && move_alike(warp, address.changes, lanes, steps)) {
      std::uint64_t low = addresses[first], high = low;
      for_lanes(lanes, [&](int l) { low = std::min(low, addresses[l]), high = std::max(high, addresses[l]); });
      inside = steps_.over_box(low, steps).low >= array->address &&
               steps_.over_box(high, steps).high + access.width() <= Wide{array->address} + array->bytes;
      lanes = 0;  // all have been looked at
    }
    for_lanes(lanes, [&](int l) {
      const Steps mine = steps_at(warp, address.changes, l);
      if (mine != steps) same = fail({steps, mine});
      const Interval all = steps_.over_box(addresses[l], mine);
      const std::uint64_t width = sizes == nullptr ? access.width() : sizes[l];
      inside = inside && all.low >= array->address && all.high + width <= Wide{array->address} + array->bytes;
    });
    if (!same) return split();
    const auto align = static_cast<std::int64_t>(access.width());
    const bool aligned = std::ranges::all_of(steps, [&](std::int64_t step) { return step % align == 0; });
    return inside && aligned && note({array->id, steps}) ? true : cannot();
  }
  bool move_alike(const Warp& warp, Slot changes, Mask lanes, const Steps& steps) const {
    bool same = true;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      if (box_.size[axis] == 1) continue;
      const Row row = row_at(warp, changes, axis);
      for_lanes(lanes, [&](int l) { same = same && row[static_cast<std::size_t>(l)] == steps[axis]; });
    }
    return same;
  }
  /// Requests to an array that move differently cannot be told apart afterwards.
  bool note(const Moved& moved) {
    const auto known = std::ranges::find(result.moved, moved.allocation, &Moved::allocation);
    if (known != result.moved.end()) return *known == moved;
    result.moved.push_back(moved);
    return true;
  }

  bool copy(Block& block, const Warp& warp, const ChangeRule& rule, Mask active) {
    std::array<std::uint32_t, kLanes> sizes;
    std::memcpy(sizes.data(), warp.registers + rule.from[2].value, sizeof(sizes));
    Mask reading = 0;
    for_lanes(active, [&](int l) { reading |= Mask{sizes[static_cast<std::size_t>(l)] != 0} << l; });
    const auto* const accesses = program_.program.accesses.data() + rule.access;
    if (!stays(warp, rule.from[2], active)) return false;
    if (reading != 0 && !access(block, warp, accesses[0], rule.from[0], reading, sizes.data())) return false;
    return access(block, warp, accesses[1], rule.from[1], active, nullptr);
  }

  const FollowedProgram& program_;
  const Box& box_;
  StepsOfBox steps_;
  std::array<bool, kAxes> changing_{};  ///< axes along which something changes that may not
};

}  // namespace

Alike run_alike(const FollowedProgram& program, const Launch& launch, const Allocations& allocations, const Box& box,
                Listener* listener, const Limits& limits) {
  const std::uint64_t number =
      box.first[0] + std::uint64_t{launch.grid[0]} * (box.first[1] + std::uint64_t{launch.grid[1]} * box.first[2]);
  std::vector<Fault> faults;
  Block block(program.program, launch, allocations, limits, number, listener, faults, nullptr);
  const std::int64_t one = 1;
  for (const auto& [slot, axis] : program.blocks)
    for (std::size_t l = 0; l < kLanes && box.size[axis] > 1; ++l)
      for (const Warp& warp : block.warps)
        std::memcpy(warp.registers + slot + (axis * kLanes + l) * sizeof(one), &one, sizeof(one));
  Following following(program, box);
  block.follower = &following;
  if (!run_to_end(block) && following.result.verdict == Verdict::kAlike) return {};
  if (!faults.empty()) return {};
  return std::move(following.result);
}

}  // namespace gemmscope::lockstep
