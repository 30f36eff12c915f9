// SPDX-License-Identifier: MIT
#include "tracing/lockstep/quiet_loops.h"

#include <algorithm>
#include <map>
#include <optional>

#include "tracing/lockstep/slice.h"
#include "tracing/lockstep/slot_set.h"
#include "tracing/lockstep/touches.h"

namespace gemmscope::lockstep {
namespace {

class QuietLoopFinder {
 public:
  explicit QuietLoopFinder(const Program& program)
      : program_(program), added_(program.code.size() + 1), is_entered_(program.code.size() + 1) {
    for (const Instruction& instruction : program.code)
      touches_.push_back(is_quiet(instruction) ? touches_of(program, instruction) : std::nullopt);
  }

  Program run() {
    if (!program_.tables.empty()) return program_;  // where those lead is not looked at
    for (std::uint32_t i = 0; i < program_.code.size(); ++i)
      if (const Instruction& each = program_.code[i]; each.does == Does::kBranch && each.target <= i)
        loops_.emplace_back(each.target, i + 1);
    std::ranges::sort(loops_, [](const auto& a, const auto& b) { return a.second - a.first > b.second - b.first; });
    for (const auto& [begin, end] : loops_) add(begin, end);
    added_.pop_back();  // nothing is quiet up to the end, as programs end by an exit
    Program result = rewritten(program_, std::vector<bool>(program_.code.size(), true), added_);
    result.quiet_loops = std::move(quiet_loops_);
    return result;
  }

 private:
  bool is_quiet(const Instruction& instruction) const {
    if (instruction.does != Does::kAccess)
      return instruction.does == Does::kOperate || instruction.does == Does::kBranch ||
             instruction.does == Does::kNothing;
    const Access& access = program_.accesses[instruction.index];
    return access.space == Space::kLocal && !access.moves && access.kind != AccessKind::kAtomic;
  }

  /// The loop from `begin` to before `end`, and what comes right before it, is one if it can be.
  void add(std::uint32_t begin, std::uint32_t end) {
    if (end >= program_.code.size()) return;
    if (begin > 0 && is_entered_[begin - 1]) return;  // inside a larger one
    for (std::uint32_t i = begin; i < end; ++i)
      if (!touches_[i]) return;
    const std::uint32_t loop = begin;
    while (begin > 0 && touches_[begin - 1] && program_.code[begin - 1].does != Does::kBranch &&
           !is_target(begin, loop, end))
      --begin;
    if (begin == loop || !is_closed(begin, end)) return;
    std::fill(is_entered_.begin() + begin, is_entered_.begin() + end, true);
    Instruction marker;
    marker.operands.fill(kNoSlot);
    marker.index = static_cast<std::uint32_t>(quiet_loops_.size()), marker.target = end;
    marker.does = Does::kQuietLoopEnd;
    added_[end].insert(added_[end].begin(), marker);
    marker.does = Does::kQuietLoop;
    added_[begin].push_back(marker);
    quiet_loops_.push_back(loop_of(begin, end));
  }

  /// Whether a branch that is not in the loop leads there.
  bool is_target(std::uint32_t at, std::uint32_t begin, std::uint32_t end) const {
    for (std::uint32_t i = 0; i < program_.code.size(); ++i)
      if (program_.code[i].does == Does::kBranch && program_.code[i].target == at && (i < begin || i >= end))
        return true;
    return false;
  }
  /// Whether its branches lead nowhere but into it, behind its first instruction, and to its end, and no others do.
  bool is_closed(std::uint32_t begin, std::uint32_t end) const {
    for (std::uint32_t i = 0; i < program_.code.size(); ++i) {
      const Instruction& each = program_.code[i];
      if (each.does != Does::kBranch && each.does != Does::kBarrier) continue;
      const bool from_inside = i >= begin && i<end, to_inside = each.target> begin && each.target < end;
      if (from_inside ? !to_inside && each.target != end : to_inside && each.does == Does::kBranch) return false;
    }
    return true;
  }

  /// What it reads before it has written it, for sure; and what it may write.
  QuietLoop loop_of(std::uint32_t begin, std::uint32_t end) const {
    QuietLoop result;
    std::map<Slot, std::uint32_t> bytes, written;
    for (std::uint32_t i = begin; i < end; ++i) {
      const Instruction& each = program_.code[i];
      if (each.does == Does::kAccess) {
        const Access& access = program_.accesses[each.index];
        result.stores = result.stores || access.kind == AccessKind::kStore;
        if (access.address != kNoSlot) bytes[access.address] = bytes_of(access.address_holds) * kLanes;
      }
      if (each.predicate != kNoSlot) bytes[each.predicate] = sizeof(Mask);
      if (each.does != Does::kOperate) continue;
      const Operation& operation = *operation_of(each.run);
      for (std::size_t o = 0; o < kMostOperands && operation.operands[o] != Holds::kNothing; ++o) {
        if (each.operands[o] == kNoSlot) continue;
        const Holds holds = operation.operands[o];
        const std::uint32_t its = holds == Holds::kPredicate ? sizeof(Mask) : bytes_of(holds) * kLanes;
        bytes[each.operands[o]] = its;
        if (o < operation.results) written[each.operands[o]] = its;
      }
    }
    const SlotSet needed = needed_at(begin, end, written);
    for (const auto& [slot, its] : bytes)
      if (needed.has(slot)) result.reads.push_back({slot, its});
    for (const auto& [slot, its] : written) result.writes.push_back({slot, its});
    return result;
  }

  /// The registers that decide what it leaves in those that it may write.
  SlotSet needed_at(std::uint32_t begin, std::uint32_t end, const std::map<Slot, std::uint32_t>& written) const {
    std::vector<Slot> results;
    for (const auto& [slot, its] : written) results.push_back(slot);
    std::vector<SlotSet> needed(end - begin + 1, SlotSet(program_));
    needed.back().add(results);
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t i = end; i-- > begin;) {
        const Instruction& each = program_.code[i];
        SlotSet before(program_);
        const bool jumps = each.does == Does::kBranch, always = each.predicate == kNoSlot;
        if (jumps) before.add(needed[each.target - begin]);
        if (!jumps || !always) before.add(needed[i + 1 - begin]);
        const bool loads = each.does == Does::kAccess;  // which moves nothing
        if (always && !loads) before.remove(touches_[i]->written);
        if (!loads) before.add(touches_[i]->read);
        before.add(touches_[i]->addresses);
        more = needed[i - begin].add(before) || more;
      }
    }
    return needed.front();
  }

  const Program& program_;
  std::vector<std::optional<Touches>> touches_;  ///< by instruction; nothing: it is not quiet
  std::vector<std::pair<std::uint32_t, std::uint32_t>> loops_;
  std::vector<std::vector<Instruction>> added_;
  std::vector<bool> is_entered_;  ///< instructions of quiet_loops
  std::vector<QuietLoop> quiet_loops_;
};

}  // namespace

Program with_quiet_loops(const Program& program) { return QuietLoopFinder(program).run(); }

}  // namespace gemmscope::lockstep
