// SPDX-License-Identifier: MIT
// The block's 16 barriers, at which warps meet: PTX ISA, "Parallel Synchronization and Communication Instructions:
// bar".
#include <algorithm>
#include <cstring>
#include <iterator>
#include <set>

#include "tracing/lockstep/addresses.h"

namespace gemmscope::lockstep {
namespace {

/// Whether the lanes have the same word there.
bool are_alike(const Warp& warp, Slot slot, Mask lanes) {
  const std::byte* const words = warp.registers + slot;
  if (lanes == kAllLanes) return std::memcmp(words, words + 4, 4 * (kLanes - 1)) == 0;
  bool alike = true;
  for_lanes(lanes,
            [&](int l) { alike = alike && std::memcmp(words + 4 * l, words + 4 * std::countr_zero(lanes), 4) == 0; });
  return alike;
}

std::uint32_t word_at(const Warp& warp, Slot slot, int lane) {
  std::uint32_t word;
  std::memcpy(&word, warp.registers + slot + 4 * lane, sizeof(word));
  return word;
}

/// Warps that have ended are not waited for: PTX ISA, "bar", and every GPU since Volta.
std::size_t running(const Block& block) {
  const auto runs = [](const Warp& warp) { return !warp.ended(); };
  return static_cast<std::size_t>(std::ranges::count_if(block.warps, runs));
}

/// What bar.red gives, to all lanes.
void give(const Barrier& barrier, const Warp& warp, const Instruction& instruction) {
  std::byte* const to = warp.registers + instruction.operands[0];
  const auto use = static_cast<BarrierUse>(instruction.index);
  if (use == BarrierUse::kCount)
    for (std::size_t l = 0; l < kLanes; ++l) std::memcpy(to + 4 * l, &barrier.yes, 4);
  const Mask holds = (use == BarrierUse::kAll ? barrier.yes == barrier.all : barrier.yes != 0) ? kAllLanes : 0;
  if (use == BarrierUse::kAll || use == BarrierUse::kAny) std::memcpy(to, &holds, sizeof(holds));
}

/// Whether a warp at the barrier `at` still has `next` ahead of it, whichever way it goes; or the two are in two
/// functions, and it is unknown.
bool leads_to(const Block& block, const Instruction& at, const Instruction& next) {
  const auto number = [&](const Instruction& i) { return static_cast<std::uint32_t>(&i - block.code.data()); };
  const auto is_before = [&](const ProgramFunction& f) { return (f.begin <= number(at)) != (f.begin <= number(next)); };
  if (std::ranges::any_of(block.program.functions, is_before)) return true;
  if (at.target == next.target) return number(at) < number(next);
  std::uint32_t meets = at.meets;
  while (meets != kNowhere && meets != next.target) meets = block.code[meets].meets;
  return meets != kNowhere;
}

/// Whether a lane can get from behind the barrier `at` to `to` without passing the place where the ways from both have
/// met.
bool can_reach(const Block& block, const Instruction& at, const Instruction& to) {
  const auto number = [&](const Instruction& i) { return static_cast<std::uint32_t>(&i - block.code.data()); };
  std::set<std::uint32_t> behind;
  for (std::uint32_t m = at.meets; m != kNowhere && behind.insert(m).second;) m = block.code[m].meets;
  std::uint32_t end = to.meets;
  while (end != kNowhere && !behind.contains(end)) end = block.code[end].meets;
  std::vector<bool> seen(block.code.size());
  std::vector<std::uint32_t> due = {number(at) + 1};
  while (!due.empty()) {
    const std::uint32_t next = due.back();
    due.pop_back();
    if (next == number(to)) return true;
    if (next >= seen.size() || next == end || seen[next]) continue;
    seen[next] = true;
    const Instruction& i = block.code[next];
    if (i.does == Does::kBranch) due.push_back(i.target);
    if (i.does == Does::kSwitch) std::ranges::copy(block.program.tables[i.index], std::back_inserter(due));
    const bool leaves = i.does == Does::kBranch || i.does == Does::kSwitch || i.does == Does::kExit ||
                        i.does == Does::kReturn || i.does == Does::kTrap;
    if (!leaves || i.predicate != kNoSlot) due.push_back(next + 1);
  }
  return false;
}

/// Tells the listener if not all warps are at the same barrier. They are in branches of their own if none still has
/// another's barrier ahead of it; then all have come to the same number of barriers if none ends while others meet
/// again.
void compare(Block& block, const std::vector<std::uint32_t>& warps) {
  const auto at = [&](std::uint32_t warp) -> const Instruction& { return *block.warps[warp].waits; };
  std::vector<std::uint32_t> each;  // one warp for each barrier
  for (const std::uint32_t w : warps) {
    const auto is_its = [&](std::uint32_t known) { return are_one_barrier(block, at(known), at(w)); };
    if (std::ranges::none_of(each, is_its)) each.push_back(w);
  }
  const auto tell = [&](const Parted& p, bool in_branches) {
    block.listener->apart(p.warp, p.statement, p.other, p.other_statement, in_branches);
  };
  if (block.parted && warps.size() < block.parted->warps) tell(*block.parted, false);
  if (each.size() == 1) return block.parted.reset();
  const auto parted = [&](std::uint32_t warp, std::uint32_t other) {
    return Parted{warp, block.statement_of(at(warp)), other, block.statement_of(at(other)), warps.size()};
  };
  for (const std::uint32_t warp : each)
    for (const std::uint32_t other : each)
      if (&at(warp) != &at(other) && leads_to(block, at(warp), at(other))) return tell(parted(warp, other), false);
  if (!block.parted) block.parted = parted(each[0], each[1]);
  tell(parted(each[0], each[1]), true);
}

void complete(Block& block, std::size_t number) {
  Barrier& barrier = block.barriers[number];
  const Warp* const last = barrier.waiting.empty() ? nullptr : &block.warps[barrier.waiting.back()];
  const bool whole = last != nullptr && barrier.waiting.size() == running(block);
  if (whole) ++block.stored.interval;
  if (block.listener != nullptr && whole) compare(block, barrier.waiting);
  if (block.listener != nullptr && whole)
    block.listener->barrier(block.statement_of(*last->waits));
  else if (block.listener != nullptr)
    block.listener->meeting(static_cast<std::uint32_t>(number), barrier.waiting);
  for (const std::uint32_t w : barrier.waiting) {
    give(barrier, block.warps[w], *block.warps[w].waits);
    block.warps[w].waits = nullptr;
  }
  barrier = {};
}

}  // namespace

bool are_one_barrier(Block& block, const Instruction& one, const Instruction& other) {
  if (&one == &other) return true;
  const std::uint32_t line = block.program.lines[block.statement_of(one)];
  if (line == kNowhere || line != block.program.lines[block.statement_of(other)]) return false;
  const auto [known, is_new] = block.one_barrier.try_emplace(std::minmax({&one, &other}), false);
  if (is_new)
    known->second = !leads_to(block, one, other) && !leads_to(block, other, one) &&
                    (can_reach(block, one, other) || can_reach(block, other, one));
  return known->second;
}

bool reach(Block& block, Warp& warp, const Instruction& instruction, Mask active) {
  const int first = std::countr_zero(active);
  const std::uint32_t number = word_at(warp, instruction.operands[1], first),
                      threads = word_at(warp, instruction.operands[2], first);
  const bool alike =
      are_alike(warp, instruction.operands[1], active) && are_alike(warp, instruction.operands[2], active);
  const std::uint32_t needed = threads / kLanes;
  const bool fits = alike && number < kBarriers && threads % kLanes == 0 &&
                    (block.barriers[number].warps.empty() || block.barriers[number].needed == needed) &&
                    (needed == 0 || block.barriers[number].warps.size() < needed);
  if (!fits) return block.fault(FaultKind::kBadBarrier, warp, first, block.statement_of(instruction)), false;
  Barrier& barrier = block.barriers[number];
  barrier.needed = needed;
  barrier.warps.push_back(warp.number);
  if (block.listener != nullptr && needed != 0) block.listener->arrives(warp.number, number);
  Mask holds;
  std::memcpy(&holds, warp.registers + instruction.operands[3], sizeof(holds));
  barrier.yes += static_cast<std::uint32_t>(std::popcount(holds & active));
  barrier.all += static_cast<std::uint32_t>(std::popcount(active));
  const bool waits = static_cast<BarrierUse>(instruction.index) != BarrierUse::kArrive;
  if (waits) barrier.waiting.push_back(warp.number), warp.waits = &instruction;
  return waits;
}

void settle(Block& block) {
  for (std::size_t b = 0; b < kBarriers; ++b) {
    const Barrier& barrier = block.barriers[b];
    if (barrier.warps.empty()) continue;
    const bool whole = barrier.needed == 0;
    if (whole ? barrier.waiting.size() == running(block) : barrier.warps.size() == barrier.needed) complete(block, b);
  }
}

}  // namespace gemmscope::lockstep
