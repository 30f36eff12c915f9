// SPDX-License-Identifier: MIT
#include "tracing/lockstep/way_facts.h"

#include <algorithm>
#include <string_view>

namespace gemmscope::lockstep {

bool WayFacts::add(Slot predicate, bool holds) {
  const auto at = std::ranges::lower_bound(known_, predicate, {}, &std::pair<Slot, bool>::first);
  if (at != known_.end() && at->first == predicate) return at->second == holds;
  known_.insert(at, {predicate, holds});
  return true;
}

bool WayFacts::pass(const Program& program, const Instruction& instruction, const Touches& touches) {
  const auto it = std::ranges::find_if(
      known_, [&](const auto& fact) { return std::ranges::count(touches.written, fact.first) != 0; });
  if (it == known_.end()) return true;
  const bool holds = it->second;
  std::erase_if(known_, [&](const auto& fact) { return std::ranges::count(touches.written, fact.first) != 0; });
  const Operation* const operation = instruction.does == Does::kOperate ? operation_of(instruction.run) : nullptr;
  if (operation == nullptr || instruction.predicate != kNoSlot || operation->results != 1) return true;
  const std::string_view name = operation->mnemonic;
  const auto is = [&](std::size_t operand, bool value) {
    const Constant* const constant = constant_in(program, instruction.operands[operand]);
    if (constant != nullptr) return (constant->bits != 0) == value;
    return add(instruction.operands[operand], value);
  };
  if (name == "mov.pred") return is(1, holds);
  if (name == "not.pred") return is(1, !holds);
  if ((name == "and.pred" && holds) || (name == "or.pred" && !holds)) return is(1, holds) && is(2, holds);
  return true;
}

}  // namespace gemmscope::lockstep
