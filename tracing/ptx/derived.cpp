// SPDX-License-Identifier: MIT
#include "tracing/ptx/derived.h"

#include <algorithm>

#include "tracing/ptx/statement_registers.h"

namespace gemmscope::ptx {
namespace {

constexpr int kMostWalks = 64;

bool is_store(const Statement& statement) { return statement.base == "st" || statement.base == "red"; }

const Operand* address_of(const Function& function, const Statement& statement) {
  for (const Operand& operand : function.operands_of(statement))
    if (operand.kind == OperandKind::kAddress) return &operand;
  return nullptr;
}

/// What an address counts from, a register or a variable, and how many bytes it is behind that.
class Address {
 public:
  Of of = Of::kNothing;
  std::uint32_t index = kNoIndex;
  std::int64_t value = 0;

  friend bool operator==(const Address&, const Address&) = default;

  static Address of_operand(const Function& function, const Operand& address) {
    Address found{address.of, address.index, address.value};
    for (int step = 0; step < kMostAdded && found.of == Of::kRegister; ++step) {
      const Statement* const writer = only_writer(function, found.index);
      if (writer == nullptr) break;
      const auto operands = function.operands_of(*writer);
      const bool is_sum = writer->base == "add" && operands.size() == 3 && operands[2].kind == OperandKind::kInteger;
      if (!is_sum && !(writer->base == "mov" && operands.size() == 2)) break;
      const Operand& from = operands[1];
      if (from.kind != OperandKind::kSymbol && from.kind != OperandKind::kRegister) break;
      if (from.kind == OperandKind::kRegister && only_writer(function, from.index) == nullptr) break;
      found = {from.of, from.index, found.value + from.value + (is_sum ? operands[2].value : 0)};
    }
    return found;
  }

 private:
  static constexpr int kMostAdded = 4;
  /// Null: none writes the register, or several do.
  static const Statement* only_writer(const Function& function, std::uint32_t index) {
    const Statement* found = nullptr;
    int writes = 0;
    for (const Statement& s : function.code)
      for_written(function, s, [&](std::uint32_t reg) {
        if (reg == index) found = &s, ++writes;
      });
    return writes == 1 ? found : nullptr;
  }
};

}  // namespace

bool is_load(const Statement& statement) {
  return statement.base == "ld" || statement.base == "ldu" || statement.base == "ldmatrix" || statement.base == "atom";
}

Derived::Derived(const KernelGraph& graph, std::span<const std::uint32_t> from, bool through_memory)
    : graph_(graph), has_(graph.registers()), passes_(graph.frames().size()), decided_(graph.blocks().size()) {
  for (const std::uint32_t step : from) write(step);
  int passes = 0;
  do {
    changed_ = false;
    for (std::uint32_t step = 0; step < graph.steps().size(); ++step) {
      const Function& function = graph.function(step);
      const Statement& statement = graph.statement(step);
      const std::uint32_t frame = graph.steps()[step].frame, caller = graph.frames()[frame].caller;
      if (function.has(statement, "param")) {
        const bool passed = passes_[frame] || (caller != kNoIndex && passes_[caller]);
        if (statement.base == "ld" && passed) write(step);
        if (statement.base == "st" && reads(step) && !passes_[frame]) {
          changed_ = passes_[frame] = true;
          if (caller != kNoIndex) passes_[caller] = true;
        }
        continue;
      }
      if (through_memory && is_store(statement) && is_stored_by(step)) store(step);
      if (through_memory && is_load(statement) && may_load(step)) write(step);
      if (!is_load(statement) && reads(step)) write(step);
    }
  } while (changed_ && ++passes < kMostWalks);
  for (std::uint32_t b = 0; b < graph.blocks().size(); ++b) {
    const BasicBlock& block = graph.blocks()[b];
    const std::uint32_t last = block.end - 1;
    const Statement& statement = graph.statement(last);
    if ((statement.base != "bra" && statement.base != "brx") || block.successors.size() + (block.leaves ? 1 : 0) < 2)
      continue;
    const bool guarded = statement.predicate != kNoIndex && has(last, statement.predicate);
    if (guarded || (statement.base == "brx" && reads(last))) branches_.push_back(b);
  }
  for (const std::uint32_t branch : branches_) {
    std::vector<bool> seen(graph.blocks().size());
    std::vector<std::uint32_t> due = graph.blocks()[branch].successors;
    while (!due.empty()) {
      const std::uint32_t next = due.back();
      due.pop_back();
      if (next == graph.meeting(branch) || seen[next]) continue;
      seen[next] = decided_[next] = true;
      due.insert(due.end(), graph.blocks()[next].successors.begin(), graph.blocks()[next].successors.end());
    }
  }
}

void Derived::write(std::uint32_t step) {
  const std::uint32_t first = graph_.frames()[graph_.steps()[step].frame].first_register;
  for_written(graph_.function(step), graph_.statement(step),
              [&](std::uint32_t reg) { changed_ = changed_ || !has_[first + reg], has_[first + reg] = true; });
}

void Derived::store(std::uint32_t step) {
  const SharedBases& to = graph_.shared_bases(step);
  const std::size_t before = stored_.variables.size();
  stored_.variables.insert(to.variables.begin(), to.variables.end());
  changed_ = changed_ || stored_.variables.size() != before || (to.others && !stored_.others);
  stored_.others = stored_.others || to.others;
}

bool Derived::may_load(std::uint32_t step) const {
  const SharedBases& from = graph_.shared_bases(step);
  const bool shares = std::ranges::any_of(from.variables, [&](auto v) { return stored_.variables.contains(v); });
  const bool any = from.others || !from.variables.empty(), stored = stored_.others || !stored_.variables.empty();
  return shares || (stored_.others && any) || (from.others && stored);
}

bool Derived::reads(std::uint32_t step) const {
  bool any = false;
  const Statement& statement = graph_.statement(step);
  for_read(graph_.function(step), statement, [&](std::uint32_t reg) { any = any || has(step, reg); });
  return any || (statement.predicate != kNoIndex && has(step, statement.predicate));
}

bool Derived::is_stored_by(std::uint32_t step) const {
  const Function& function = graph_.function(step);
  bool any = false;
  for (const Operand& operand : function.operands_of(graph_.statement(step)))
    if (operand.kind != OperandKind::kAddress)
      for_registers(function, operand, [&](std::uint32_t reg) { any = any || has(step, reg); });
  return any;
}

bool Derived::is_address_of(std::uint32_t step) const {
  const Function& function = graph_.function(step);
  const Operand* const address = address_of(function, graph_.statement(step));
  bool any = false;
  if (address != nullptr) for_registers(function, *address, [&](std::uint32_t reg) { any = any || has(step, reg); });
  return any;
}

bool Derived::meets(const Derived& other) const {
  for (std::uint32_t step = 0; step < graph_.steps().size(); ++step)
    if (!is_load(graph_.statement(step)) && !is_store(graph_.statement(step)) && reads(step) && other.reads(step))
      return true;
  return false;
}

bool Derived::decides(std::uint32_t step) const {
  const Statement& statement = graph_.statement(step);
  return decided_[graph_.block_of(step)] || (statement.predicate != kNoIndex && has(step, statement.predicate));
}

bool have_one_address(const KernelGraph& graph, std::uint32_t load, std::uint32_t store) {
  if (graph.steps()[load].frame != graph.steps()[store].frame) return false;
  const Function& function = graph.function(load);
  const Operand* const one = address_of(function, graph.statement(load));
  const Operand* const other = address_of(function, graph.statement(store));
  return one != nullptr && other != nullptr &&
         Address::of_operand(function, *one) == Address::of_operand(function, *other);
}

}  // namespace gemmscope::ptx
