// SPDX-License-Identifier: MIT
#include "tracing/lockstep/definitions.h"

#include <algorithm>
#include <set>

namespace gemmscope::lockstep {

Definitions::Definitions(const Program& program, const std::vector<Touches>& touches,
                         const std::vector<std::vector<std::uint32_t>>& jumps_to)
    : program_(program), touches_(touches), jumps_to_(jumps_to), begins_(program.code.size() + 1) {
  for (const ProgramFunction& function : program.functions) begins_[function.begin] = true;
}

const std::vector<std::uint32_t>& Definitions::of(std::uint32_t at, Slot slot) {
  const auto [known, is_new] = known_.try_emplace({at, slot});
  if (is_new) walk(at, slot, known->second);
  return known->second;
}

void Definitions::walk(std::uint32_t at, Slot slot, std::vector<std::uint32_t>& found) {
  std::set<std::uint32_t> seen, all;
  std::vector<std::uint32_t> due{at};
  while (!due.empty() && !spent()) {
    std::uint32_t place = due.back();
    due.pop_back();
    for (;; --place) {
      ++steps_;
      if (!jumps_to_[place].empty()) {
        if (!seen.insert(place).second) break;
        due.insert(due.end(), jumps_to_[place].begin(), jumps_to_[place].end());
      }
      if (begins_[place]) break;
      const Instruction& before = program_.code[place - 1];
      const bool always = before.predicate == kNoSlot;
      const bool leaves = before.does == Does::kBranch || before.does == Does::kExit || before.does == Does::kSwitch ||
                          before.does == Does::kReturn;
      if (leaves && always) break;
      if (std::ranges::count(touches_[place - 1].written, slot) == 0) continue;
      all.insert(place - 1);
      if (always) break;  // else lanes for which the predicate does not hold
    }
  }
  found.assign(all.begin(), all.end());
}

bool Definitions::computes(std::uint32_t instruction) const {
  const Instruction& its = program_.code[instruction];
  if (its.does == Does::kOperate) return true;
  if (its.does != Does::kAccess) return false;
  const Access& access = program_.accesses[its.index];
  return access.kind == AccessKind::kLoad && access.space == Space::kArgument;
}

bool Definitions::is_plain(std::uint32_t at, Slot slot) {
  const auto [known, is_new] = is_plain_.try_emplace({at, slot}, false);
  if (!is_new) return known->second;
  std::set<Use> seen{{at, slot}};
  std::vector<Use> due{{at, slot}};
  while (!due.empty() && !spent()) {
    const Use use = due.back();
    due.pop_back();
    for (const std::uint32_t from : of(use.first, use.second)) {
      if (!computes(from)) return false;
      for (const auto* slots : {&touches_[from].read, &touches_[from].addresses})
        for (const Slot read : *slots)
          if (seen.insert({from, read}).second) due.push_back({from, read});
    }
  }
  return known->second = !spent();
}

}  // namespace gemmscope::lockstep
