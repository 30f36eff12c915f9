// SPDX-License-Identifier: MIT
#include "tracing/lockstep/alike.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "tracing/lockstep/addresses.h"

namespace gemmscope::lockstep {
namespace {

__extension__ using Wide = __int128;            ///< holds what sums and products of 64 bits make, without wrapping
using Steps = std::array<std::int64_t, kAxes>;  ///< a lane's changes

bool is_zero(const Steps& steps) { return steps == Steps{}; }

/// The number that the lower `bits` are, two's complement.
std::int64_t wrapped(std::uint64_t value, int bits) {
  const int unused = 64 - bits;
  return static_cast<std::int64_t>(value << unused) >> unused;
}
Wide number(std::uint64_t value, int bits, bool is_signed) {
  if (is_signed) return wrapped(value, bits);
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

int width_of(std::uint64_t value) { return static_cast<int>(std::bit_width(value)); }

struct Interval {
  Wide low, high;
};

/// A source of one lane.
struct Part {
  std::uint64_t value = 0;
  Steps steps{};
};

class Following : public Follower {
 public:
  Following(const FollowedProgram& program, const Box& box) : program_(program), box_(box) {}

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

  /// Over all blocks of the box.
  Interval over_box(Wide value, const Steps& steps) const {
    Interval all{value, value};
    for (std::size_t a = 0; a < kAxes; ++a) {
      const Wide end = Wide{steps[a]} * (box_.size[a] - 1);
      (end < 0 ? all.low : all.high) += end;
    }
    return all;
  }

  /// Whether the part is the same number plus its steps in all blocks, without wrapping.
  bool is_exact(const Part& part, int bits, bool is_signed) const {
    if (is_zero(part.steps)) return true;
    constexpr std::int64_t kMost = std::int64_t{1} << 60;  // sums of a few steps do not wrap
    if (std::ranges::any_of(part.steps, [](std::int64_t step) { return step > kMost || step < -kMost; })) return false;
    const Interval all = over_box(number(part.value, bits, is_signed), part.steps);
    const Wide end = Wide{1} << (is_signed ? bits - 1 : bits);
    return all.low >= (is_signed ? -end : Wide{0}) && all.high < end;
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
    if (result.at != 0) return false;
    std::uint32_t longest = 1;
    for (std::size_t a = 0; a < kAxes; ++a)
      if (changing_[a] && box_.size[a] > longest) longest = box_.size[a], result.axis = a;
    if (longest == 1) return cannot();
    const std::uint32_t first = box_.first[result.axis], last = first + longest - 1;
    result.at = (last >> (width_of(first ^ last) - 1) << (width_of(first ^ last) - 1)) - first;
    return false;
  }
  bool cannot() { return result.verdict = Verdict::kCannot, false; }

  /// Each block goes the same way, as its lanes compare the same.
  bool compare(const ChangeRule& rule, const Part& a, const Part& b) {
    if (is_zero(a.steps) && is_zero(b.steps)) return true;
    if (!is_exact(a, rule.bits, rule.is_signed) || !is_exact(b, rule.bits, rule.is_signed))
      return fail({a.steps, b.steps});
    const Part &left = rule.swaps ? b : a, &right = rule.swaps ? a : b;
    const Wide difference =
        number(left.value, rule.bits, rule.is_signed) - number(right.value, rule.bits, rule.is_signed);
    Steps steps;
    for (std::size_t i = 0; i < kAxes; ++i) steps[i] = left.steps[i] - right.steps[i];
    const Interval all = over_box(difference, steps);
    if (all.high < 0 || all.low > 0 || (all.low == 0 && all.high == 0)) return true;
    if (rule.relation == Relation::kBelow && all.low == 0) return true;
    if (rule.relation == Relation::kBelow) note_turn(difference, steps);
    return fail({steps});
  }
  /// The first block along the axis of the largest steps where the lane compares otherwise: that is where a box that
  /// reaches beyond the arrays' edges is best split.
  void note_turn(Wide difference, const Steps& steps) {
    std::size_t axis = 0;
    const auto size = [&](std::size_t a) {
      return box_.size[a] < 2 ? 0 : steps[a] < 0 ? -Wide{steps[a]} : Wide{steps[a]};
    };
    for (std::size_t a = 1; a < kAxes; ++a)
      if (size(a) > size(axis)) axis = a;
    if (size(axis) == 0) return;
    const bool below = difference < 0;
    std::uint32_t same = 0, other = box_.size[axis];
    while (other - same > 1) {
      const std::uint32_t middle = same + (other - same) / 2;
      ((difference + Wide{steps[axis]} * middle < 0) == below ? same : other) = middle;
    }
    if (other < box_.size[axis] && (result.at == 0 || (axis == result.axis && other < result.at)))
      result.axis = axis, result.at = other;
  }

  /// One of them is the larger in all blocks: -1 the first, 1 the second, 0 unknown.
  int larger(const ChangeRule& rule, const Part& a, const Part& b) {
    if (!is_exact(a, rule.bits, rule.is_signed) || !is_exact(b, rule.bits, rule.is_signed)) return 0;
    Steps steps;
    for (std::size_t i = 0; i < kAxes; ++i) steps[i] = a.steps[i] - b.steps[i];
    const Wide difference = number(a.value, rule.bits, rule.is_signed) - number(b.value, rule.bits, rule.is_signed);
    const Interval all = over_box(difference, steps);
    if (all.low < 0 && all.high > 0) note_turn(difference, steps);
    return all.low >= 0 ? -1 : all.high <= 0 ? 1 : 0;
  }

  /// The lower bits of all steps that are 0.
  static int even_bits(const Steps& steps) {
    std::uint64_t any = 0;
    for (const std::int64_t step : steps) any |= static_cast<std::uint64_t>(step);
    return any == 0 ? 64 : std::countr_zero(any);
  }

  /// a & mask, of a low mask: its steps stay if the masked bits never carry. Of a high one: if it cuts no step.
  std::optional<Steps> masked(const ChangeRule& rule, const Part& a, std::uint64_t mask) const {
    const auto all = static_cast<std::uint64_t>(number(~std::uint64_t{0}, rule.bits, false));
    mask &= all;
    if (mask == 0) return Steps{};
    const std::uint64_t other = ~mask & all;
    if ((other & (other + 1)) == 0 && even_bits(a.steps) >= width_of(other)) return a.steps;
    if ((mask & (mask + 1)) != 0) return std::nullopt;
    if (even_bits(a.steps) >= width_of(mask)) return Steps{};
    const Interval low = over_box(a.value & mask, a.steps);
    if (low.low < 0 || low.high > mask) return std::nullopt;
    return a.steps;
  }

  std::optional<Steps> shifted_right(const ChangeRule& rule, const Part& a, std::uint64_t by) const {
    if (!is_exact(a, rule.bits, rule.is_signed) || by >= static_cast<std::uint64_t>(rule.bits)) return std::nullopt;
    const int shift = static_cast<int>(by);
    Steps steps{};
    if (even_bits(a.steps) >= shift) {
      for (std::size_t i = 0; i < kAxes; ++i) steps[i] = a.steps[i] >> shift;
      return steps;
    }
    const Interval all = over_box(number(a.value, rule.bits, rule.is_signed), a.steps);
    if (all.low >> shift != all.high >> shift) return std::nullopt;
    return steps;
  }

  /// a * b, where only one of them may have steps.
  std::optional<Steps> product(const ChangeRule& rule, const Part& a, const Part& b) const {
    const Part &moves = is_zero(b.steps) ? a : b, &stays = is_zero(b.steps) ? b : a;
    if (is_zero(moves.steps)) return Steps{};
    if (!is_zero(stays.steps)) return std::nullopt;
    const bool wide = rule.result_bits > rule.bits;
    if (wide && !is_exact(moves, rule.bits, rule.is_signed)) return std::nullopt;
    const auto factor = static_cast<std::uint64_t>(number(stays.value, rule.bits, rule.is_signed));
    Steps steps;
    for (std::size_t i = 0; i < kAxes; ++i)
      steps[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(moves.steps[i]) * factor);
    return steps;
  }

  /// Of the result, before it is wrapped; nothing: it is not value plus steps in all blocks.
  std::optional<Steps> steps_of(const ChangeRule& rule, const std::array<Part, 3>& from, bool holds) {
    const auto& [a, b, c] = from;
    const auto sum = [](const Steps& x, const Steps& y, std::uint64_t sign) {
      Steps steps;
      for (std::size_t i = 0; i < kAxes; ++i)
        steps[i] =
            static_cast<std::int64_t>(static_cast<std::uint64_t>(x[i]) + sign * static_cast<std::uint64_t>(y[i]));
      return steps;
    };
    constexpr std::uint64_t kMinus = ~std::uint64_t{0};
    switch (rule.what) {
      case Change::kMove: return a.steps;
      case Change::kAdd: return sum(a.steps, b.steps, 1);
      case Change::kSubtract: return sum(a.steps, b.steps, kMinus);
      case Change::kNegate:
      case Change::kInvert: return sum({}, a.steps, kMinus);
      case Change::kMultiply: {
        const auto steps = product(rule, a, b);
        return steps ? std::optional(sum(*steps, c.steps, 1)) : std::nullopt;
      }
      case Change::kShiftLeft: {
        if (!is_zero(b.steps)) return std::nullopt;
        const auto by = static_cast<std::uint32_t>(b.value);
        Steps steps{};
        for (std::size_t i = 0; i < kAxes && by < 64; ++i)
          steps[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(a.steps[i]) << by);
        return steps;
      }
      case Change::kShiftRight:
        if (is_zero(a.steps) && is_zero(b.steps)) return Steps{};
        return is_zero(b.steps) ? shifted_right(rule, a, static_cast<std::uint32_t>(b.value)) : std::nullopt;
      case Change::kAnd:
        if (is_zero(a.steps) && is_zero(b.steps)) return Steps{};
        if (is_zero(b.steps)) return masked(rule, a, b.value);
        return is_zero(a.steps) ? masked(rule, b, a.value) : std::nullopt;
      case Change::kOr: {  // bits below all that changes
        const Part &moves = is_zero(b.steps) ? a : b, &stays = is_zero(b.steps) ? b : a;
        if (!is_zero(stays.steps)) return std::nullopt;
        if (even_bits(moves.steps) < width_of(stays.value)) return std::nullopt;
        return moves.steps;
      }
      case Change::kSelect: return holds ? a.steps : b.steps;
      case Change::kMinimum:
      case Change::kMaximum: {
        if (is_zero(a.steps) && is_zero(b.steps)) return Steps{};
        const int which = larger(rule, a, b);
        if (which == 0) return std::nullopt;
        return (which < 0) == (rule.what == Change::kMaximum) ? a.steps : b.steps;
      }
      case Change::kConvert:
        if (rule.result_bits > rule.bits && !is_exact(a, rule.bits, rule.is_signed)) return std::nullopt;
        return a.steps;
      default: return std::nullopt;
    }
  }

  bool lane(const Warp& warp, const ChangeRule& rule, int l) {
    std::array<Part, 3> from{};
    for (std::size_t i = 0; i < rule.from.size(); ++i)
      from[i] = {bits_at(warp, rule.from[i], l), steps_at(warp, rule.from[i].changes, l)};
    if (rule.what == Change::kCompare) return compare(rule, from[0], from[1]);
    bool holds = false;
    if (rule.predicate != kNoSlot) {
      Mask mask;
      std::memcpy(&mask, warp.registers + rule.predicate, sizeof(mask));
      holds = (mask >> l & 1u) != 0;
    }
    auto steps = steps_of(rule, from, holds);
    if (!steps) return fail({from[0].steps, from[1].steps, from[2].steps});
    for (std::int64_t& step : *steps) step = wrapped(static_cast<std::uint64_t>(step), rule.result_bits);
    for (const Slot to : rule.to) put(warp, to, l, *steps);
    return true;
  }

  /// Of all lanes, as an operation may read another lane's registers.
  bool fixed(const Warp& warp, const ChangeRule& rule, Mask active) {
    bool same = true;
    for (const Changing& from : rule.from)
      for (int l = 0; l < kLanes && from.changes != kNoSlot; ++l)
        if (const Steps steps = steps_at(warp, from.changes, l); !is_zero(steps)) same = fail({steps});
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
    for_lanes(lanes, [&](int l) {
      const Steps mine = steps_at(warp, address.changes, l);
      if (mine != steps) same = fail({steps, mine});
      const Interval all = over_box(addresses[l], mine);
      const std::uint64_t width = sizes == nullptr ? access.width() : sizes[l];
      inside = inside && all.low >= array->address && all.high + width <= Wide{array->address} + array->bytes;
    });
    if (!same) return split();
    const auto align = static_cast<std::int64_t>(access.width());
    const bool aligned = std::ranges::all_of(steps, [&](std::int64_t step) { return step % align == 0; });
    return inside && aligned && note({array->id, steps}) ? true : cannot();
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
  std::array<bool, kAxes> changing_{};  ///< axes along which something changes that may not
};

}  // namespace

Alike run_alike(const FollowedProgram& program, const Launch& launch, const Allocations& allocations, const Box& box,
                Listener* listener, const Limits& limits) {
  const std::uint64_t number =
      box.first[0] + std::uint64_t{launch.grid[0]} * (box.first[1] + std::uint64_t{launch.grid[1]} * box.first[2]);
  std::vector<Fault> faults;
  Block block(program.program, launch, allocations, limits, number, listener, faults);
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
