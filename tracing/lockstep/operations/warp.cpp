// SPDX-License-Identifier: MIT
// What lanes see of each other's registers: PTX ISA, shfl.sync, vote.sync, match.sync, redux.sync, activemask. Lanes of
// the membermask that do not run the instruction together with the others count as if they were not in it; waiting for
// them is up to the caller, which runs the warp. Each lane has a membermask of its own: tiles of a warp run side by
// side.
#include "tracing/lockstep/operations/families.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

constexpr Holds kP = Holds::kPredicate, kW = Holds::k32, kD = Holds::k64;

template <class T>
void put(std::byte* registers, Slot slot, const T* values, Mask active) {
  T* const to = lanes_of<T>(registers, slot);
  for (int l = 0; l < kLanes; ++l) to[l] = (active >> l & 1u) != 0 ? values[l] : to[l];
}
/// For each lane the members of its mask that run.
struct Members {
  Mask of[kLanes];
  Members(std::byte* registers, Slot slot, Mask active) {
    const u32* masks = lanes_of<u32>(registers, slot);
    for (int l = 0; l < kLanes; ++l) of[l] = masks[l] & active;
  }
  bool as_before(int lane) const { return lane > 0 && of[lane] == of[lane - 1]; }
};

enum class Way { kUp, kDown, kButterfly, kIndex };
/// d|p, a, b, c, membermask. Of c, bits 0 to 4 bound the source lane and bits 8 to 12 say which bits of the lane's
/// number are its segment. A source that does not run leaves d undefined in PTX; here it gives what it holds.
template <Way kTo>
void shuffle(std::byte* registers, const Slot* operands, Mask active) {
  const u32 *a = lanes_of<u32>(registers, operands[2]), *b = lanes_of<u32>(registers, operands[3]),
            *c = lanes_of<u32>(registers, operands[4]);
  u32 values[kLanes];
  Mask in_range = 0;
  for (u32 l = 0; l < kLanes; ++l) {
    const u32 by = b[l] & 31, bound = c[l] & 31, segment = c[l] >> 8 & 31;
    const u32 most = (l & segment) | (bound & ~segment), least = l & segment;
    s32 from = 0;
    bool fits = false;
    switch (kTo) {
      case Way::kUp: from = static_cast<s32>(l - by), fits = from >= static_cast<s32>(most); break;
      case Way::kDown: from = static_cast<s32>(l + by), fits = from <= static_cast<s32>(most); break;
      case Way::kButterfly: from = static_cast<s32>(l ^ by), fits = from <= static_cast<s32>(most); break;
      case Way::kIndex: from = static_cast<s32>(least | (by & ~segment)), fits = from <= static_cast<s32>(most); break;
    }
    values[l] = a[fits ? static_cast<u32>(from) & 31 : l];
    in_range |= Mask{fits} << l;
  }
  put(registers, operands[0], values, active);
  put_mask(registers, operands[1], in_range, active);
}

enum class Vote { kAll, kAny, kUniform, kBallot };
template <Vote kWhat>
void vote(std::byte* registers, const Slot* operands, Mask active) {
  const Members members(registers, operands[2], active);
  const Mask yes = get_mask(registers, operands[1]);
  u32 ballots[kLanes];
  Mask holds = 0;
  for (int l = 0; l < kLanes; ++l) {
    ballots[l] = yes & members.of[l];
    const bool all = ballots[l] == members.of[l], any = ballots[l] != 0;
    holds |= Mask{kWhat == Vote::kAll ? all : kWhat == Vote::kAny ? any : all || !any} << l;
  }
  if constexpr (kWhat == Vote::kBallot)
    put(registers, operands[0], ballots, active);
  else
    put_mask(registers, operands[0], holds, active);
}

void active_mask(std::byte* registers, const Slot* operands, Mask active) {
  u32 values[kLanes];
  for (u32& value : values) value = active;
  put(registers, operands[0], values, active);
}

/// d, a, membermask: the lanes that hold what this one holds.
template <class T>
void match_any(std::byte* registers, const Slot* operands, Mask active) {
  const Members members(registers, operands[2], active);
  const T* a = lanes_of<T>(registers, operands[1]);
  u32 values[kLanes];
  for (int l = 0; l < kLanes; ++l) {
    Mask same = 0;
    for (int k = 0; k < kLanes; ++k) same |= Mask{a[k] == a[l]} << k;
    values[l] = same & members.of[l];
  }
  put(registers, operands[0], values, active);
}
/// d|p, a, membermask: the members and true if all hold the same, else 0 and false.
template <class T>
void match_all(std::byte* registers, const Slot* operands, Mask active) {
  const Members members(registers, operands[3], active);
  const T* a = lanes_of<T>(registers, operands[2]);
  u32 values[kLanes];
  Mask holds = 0;
  for (int l = 0; l < kLanes; ++l) {
    const Mask who = members.of[l];
    bool same = true;
    if (members.as_before(l))
      same = (holds >> (l - 1) & 1u) != 0;
    else
      for (int k = 0; k < kLanes; ++k) same &= (who >> k & 1u) == 0 || a[k] == a[__builtin_ctz(who)];
    values[l] = same ? who : 0;
    holds |= Mask{same} << l;
  }
  put(registers, operands[0], values, active);
  put_mask(registers, operands[1], holds, active);
}

template <class T, auto* F>
void reduce(std::byte* registers, const Slot* operands, Mask active) {
  const Members members(registers, operands[2], active);
  const T* a = lanes_of<T>(registers, operands[1]);
  T values[kLanes];
  for (int l = 0; l < kLanes; ++l) {
    T result = 0;
    bool first = true;
    for (int k = 0; k < kLanes && !members.as_before(l); ++k)
      if ((members.of[l] >> k & 1u) != 0) result = first ? a[k] : F(result, a[k]), first = false;
    values[l] = members.as_before(l) ? values[l - 1] : result;
  }
  put(registers, operands[0], values, active);
}
template <class T>
T sum(T a, T b) {
  return static_cast<T>(static_cast<u32>(a) + static_cast<u32>(b));
}
template <class T>
T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T larger(T a, T b) {
  return a < b ? b : a;
}
u32 both(u32 a, u32 b) { return a & b; }
u32 either(u32 a, u32 b) { return a | b; }
u32 one_of(u32 a, u32 b) { return a ^ b; }

}  // namespace

std::span<const Row> warp_operations() {
  static constexpr Row rows[] = {
      {{"shfl.sync.up.b32"}, {kW, kP, kW, kW, kW, kW}, each<shuffle<Way::kUp>>, 2},
      {{"shfl.sync.down.b32"}, {kW, kP, kW, kW, kW, kW}, each<shuffle<Way::kDown>>, 2},
      {{"shfl.sync.bfly.b32"}, {kW, kP, kW, kW, kW, kW}, each<shuffle<Way::kButterfly>>, 2},
      {{"shfl.sync.idx.b32"}, {kW, kP, kW, kW, kW, kW}, each<shuffle<Way::kIndex>>, 2},
      {{"vote.sync.all.pred"}, {kP, kP, kW}, each<vote<Vote::kAll>>},
      {{"vote.sync.any.pred"}, {kP, kP, kW}, each<vote<Vote::kAny>>},
      {{"vote.sync.uni.pred"}, {kP, kP, kW}, each<vote<Vote::kUniform>>},
      {{"vote.sync.ballot.b32"}, {kW, kP, kW}, each<vote<Vote::kBallot>>},
      {{"activemask.b32"}, {kW}, each<active_mask>},
      {{"match.any.sync.b32"}, {kW, kW, kW}, each<match_any<u32>>},
      {{"match.any.sync.b64"}, {kW, kD, kW}, each<match_any<u64>>},
      {{"match.all.sync.b32"}, {kW, kP, kW, kW}, each<match_all<u32>>, 2},
      {{"match.all.sync.b64"}, {kW, kP, kD, kW}, each<match_all<u64>>, 2},
      {{"redux.sync.add.u32"}, {kW, kW, kW}, each<reduce<u32, sum<u32>>>},
      {{"redux.sync.add.s32"}, {kW, kW, kW}, each<reduce<s32, sum<s32>>>},
      {{"redux.sync.min.u32"}, {kW, kW, kW}, each<reduce<u32, smaller<u32>>>},
      {{"redux.sync.min.s32"}, {kW, kW, kW}, each<reduce<s32, smaller<s32>>>},
      {{"redux.sync.max.u32"}, {kW, kW, kW}, each<reduce<u32, larger<u32>>>},
      {{"redux.sync.max.s32"}, {kW, kW, kW}, each<reduce<s32, larger<s32>>>},
      {{"redux.sync.and.b32"}, {kW, kW, kW}, each<reduce<u32, both>>},
      {{"redux.sync.or.b32"}, {kW, kW, kW}, each<reduce<u32, either>>},
      {{"redux.sync.xor.b32"}, {kW, kW, kW}, each<reduce<u32, one_of>>},
  };
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
