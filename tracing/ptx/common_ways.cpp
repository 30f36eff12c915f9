// SPDX-License-Identifier: MIT
#include "tracing/ptx/common_ways.h"

#include <algorithm>

#include "tracing/ptx/statement_registers.h"

namespace gemmscope::ptx {
namespace {

constexpr int kMostWaysPasses = 64;

bool differs(Special special) {
  switch (special) {
    case Special::kTid:
    case Special::kLaneid:
    case Special::kWarpid:
    case Special::kLanemaskEq:
    case Special::kLanemaskLe:
    case Special::kLanemaskLt:
    case Special::kLanemaskGe:
    case Special::kLanemaskGt:
    case Special::kClock:
    case Special::kClockHi:
    case Special::kClock64:
    case Special::kGlobaltimer:
    case Special::kGlobaltimerLo:
    case Special::kGlobaltimerHi: return true;
    default: return false;
  }
}

/// Whether lanes may get different results although all give the same value.
bool gives_each_its_own(const Function& function, const Statement& statement) {
  for (const std::string_view base : {"atom", "shfl", "match", "activemask", "vote", "redux", "elect", "mbarrier"})
    if (statement.base == base) return true;
  return (statement.base == "ld" && (function.has(statement, "local") || function.has(statement, "volatile"))) ||
         statement.base == "ldmatrix" || statement.base == "mma" || statement.base == "wmma";
}

}  // namespace

CommonWays::CommonWays(const KernelGraph& graph)
    : graph_(graph),
      varies_(graph.registers()),
      passes_(graph.frames().size()),
      apart_(graph.blocks().size()),
      parted_(graph.blocks().size()),
      ends_(graph.blocks().size()) {
  constexpr std::size_t kMostBits = std::size_t{1} << 27;
  int passes = 0;
  do {
    changed_ = false;
    for (std::uint32_t step = 0; step < graph.steps().size(); ++step) follow(step);
    const bool fits = branches_.size() * apart_.size() < kMostBits;
    if (++passes == kMostWaysPasses || !fits) apart_.assign(apart_.size(), true), branches_.clear(), changed_ = false;
  } while (changed_);
}

bool CommonWays::only_ends(std::uint32_t block) const {
  const BasicBlock& b = graph_.blocks()[block];
  if (!b.leaves || !b.successors.empty()) return false;
  for (std::uint32_t s = b.begin; s < b.end; ++s)
    if (graph_.statement(s).base != "ret" && graph_.statement(s).base != "exit") return false;
  return true;
}

void CommonWays::part(std::uint32_t block) {
  if (parted_[block]) return;
  const BasicBlock& b = graph_.blocks()[block];
  if (graph_.loops_of(block).empty() && std::ranges::any_of(b.successors, [&](auto s) { return only_ends(s); })) {
    ends_[block] = true;
    return;
  }
  if (b.successors.size() < 2) return;
  parted_[block] = true;
  Branch branch{block, std::vector<bool>(apart_.size())};
  std::vector<std::uint32_t> due = b.successors;
  while (!due.empty()) {
    const std::uint32_t next = due.back();
    due.pop_back();
    if (next == graph_.meeting(block) || branch.parts[next]) continue;
    branch.parts[next] = true;
    changed_ = changed_ || !apart_[next], apart_[next] = true;
    const auto& more = graph_.blocks()[next].successors;
    due.insert(due.end(), more.begin(), more.end());
  }
  branches_.push_back(std::move(branch));
}

void CommonWays::follow(std::uint32_t step) {
  const Function& function = graph_.function(step);
  const Statement& statement = graph_.statement(step);
  const std::uint32_t frame = graph_.steps()[step].frame, caller = graph_.frames()[frame].caller;
  bool varies = apart_[graph_.block_of(step)] || gives_each_its_own(function, statement);
  if (statement.predicate != kNoIndex) varies = varies || varies_[register_of(step, statement.predicate)];
  for_read(function, statement, [&](std::uint32_t reg) { varies = varies || varies_[register_of(step, reg)]; });
  const auto is_special = [&](const Operand& o) { return o.kind == OperandKind::kSpecial && differs(o.special()); };
  for (const Operand& operand : function.operands_of(statement)) {
    varies = varies || is_special(operand);
    for (const Operand& child : function.children_of(operand)) varies = varies || is_special(child);
  }
  const bool is_parameter = function.has(statement, "param");
  if (statement.base == "st" && is_parameter && varies) {
    changed_ = changed_ || !passes_[frame], passes_[frame] = true;
    if (caller != kNoIndex) changed_ = changed_ || !passes_[caller], passes_[caller] = true;
  }
  if (statement.base == "ld" && is_parameter)
    varies = varies || passes_[frame] || (caller != kNoIndex && passes_[caller]);
  if (!varies) return;
  for_written(function, statement, [&](std::uint32_t reg) { vary(register_of(step, reg)); });
  if (statement.base == "bra" || statement.base == "brx") part(graph_.block_of(step));
}

const CommonWays::Branch* CommonWays::around(std::uint32_t block) const {
  const Branch* found = nullptr;
  for (const Branch& branch : branches_) {
    if (!branch.parts[block] || (apart_[branch.block] && branch.block != block)) continue;
    if (apart_[branch.block]) continue;
    const auto place = [&](const Branch& b) { return graph_.place(graph_.blocks()[b.block].begin); };
    if (found == nullptr || place(branch) < place(*found)) found = &branch;
  }
  return found;
}

std::uint32_t CommonWays::before(std::uint32_t step) const {
  if (has(step)) return step;
  const Branch* const branch = around(graph_.block_of(step));
  return branch == nullptr ? kNoIndex : graph_.blocks()[branch->block].end - 1;
}

std::uint32_t CommonWays::after(std::uint32_t step) const {
  const std::uint32_t block = graph_.block_of(step);
  if (has(step)) return step + 1 < graph_.blocks()[block].end ? step + 1 : kNoIndex;
  const Branch* const branch = around(block);
  if (branch == nullptr || graph_.meeting(branch->block) == kNowhere) return kNoIndex;
  const std::uint32_t meets = graph_.meeting(branch->block);
  return apart_[meets] ? kNoIndex : graph_.blocks()[meets].begin;
}

std::vector<std::uint32_t> CommonWays::ends_before(std::uint32_t step) const {
  std::vector<std::uint32_t> branches;
  for (std::uint32_t block = 0; block < ends_.size(); ++block) {
    const std::uint32_t last = graph_.blocks()[block].end - 1;
    if (ends_[block] && graph_.place(last) < graph_.place(step)) branches.push_back(last);
  }
  return branches;
}

bool CommonWays::are_parted_alike(std::uint32_t one, std::uint32_t other) const {
  const std::uint32_t a = graph_.block_of(one), b = graph_.block_of(other);
  return std::ranges::all_of(branches_, [&](const Branch& branch) { return branch.parts[a] == branch.parts[b]; });
}

}  // namespace gemmscope::ptx
