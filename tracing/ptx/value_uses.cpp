// SPDX-License-Identifier: MIT
#include "tracing/ptx/value_uses.h"

#include <algorithm>
#include <map>
#include <set>

#include "tracing/ptx/derived.h"
#include "tracing/ptx/statement_registers.h"

namespace gemmscope::ptx {
namespace {

constexpr std::size_t kMostWriters = 32;

/// The steps that write the registers that the step stores.
std::vector<std::uint32_t> makers_of(const KernelGraph& graph, std::uint32_t store) {
  const Function& function = graph.function(store);
  const auto operands = function.operands_of(graph.statement(store));
  std::set<std::uint32_t> stored;
  for (std::size_t i = graph.statement(store).base == "atom" ? 1 : 0; i < operands.size(); ++i)
    if (operands[i].kind != OperandKind::kAddress)
      for_registers(function, operands[i], [&](std::uint32_t reg) { stored.insert(reg); });
  std::vector<std::uint32_t> makers;
  for (std::uint32_t step = 0; step < graph.steps().size(); ++step)
    if (graph.steps()[step].frame == graph.steps()[store].frame)
      for_written(function, graph.statement(step), [&](std::uint32_t reg) {
        if (stored.contains(reg)) makers.push_back(step);
      });
  return makers;
}

/// The number that the step puts into a register; nothing: it does something else.
const Operand* constant_of(const KernelGraph& graph, std::uint32_t step) {
  const auto operands = graph.function(step).operands_of(graph.statement(step));
  const bool is_mov = graph.statement(step).base == "mov" && operands.size() == 2;
  return is_mov && operands[1].kind == OperandKind::kInteger ? &operands[1] : nullptr;
}

bool is_used(const KernelGraph& graph, std::uint32_t step) {
  const Derived result(graph, std::span(&step, 1), false);
  for (std::uint32_t s = 0; s < graph.steps().size(); ++s)
    if (s != step && result.reads(s)) return true;
  return false;
}

}  // namespace

bool leads_past_barriers(const KernelGraph& graph, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t begin = graph.block_of(from), end = graph.block_of(to);
  if (begin == end && from < to) return true;
  std::set<std::uint32_t> shut;  // where a pass of a loop begins that has both
  for (const std::uint32_t loop : graph.loops_of(begin))
    if (graph.has(loop, end)) shut.insert(graph.header(loop));
  std::vector<bool> seen(graph.blocks().size());
  std::vector<std::uint32_t> due{begin};
  while (!due.empty()) {
    const std::uint32_t block = due.back();
    due.pop_back();
    for (const std::uint32_t next : graph.blocks()[block].successors) {
      if (seen[next] || shut.contains(next)) continue;
      if (next == end) return true;
      seen[next] = true;
      due.push_back(next);
    }
  }
  return false;
}

bool is_kept_for(const KernelGraph& graph, std::uint32_t store, std::uint32_t load) {
  const std::vector<std::uint32_t> makers = makers_of(graph, store);
  const Derived loaded(graph, std::span(&load, 1), false), stored(graph, makers, false);
  std::set<std::uint32_t> from_load;  // registers
  std::map<std::uint32_t, std::vector<std::uint32_t>> others;
  for (std::uint32_t step = 0; step < graph.steps().size(); ++step) {
    const std::uint32_t first = graph.frames()[graph.steps()[step].frame].first_register;
    const Statement& statement = graph.statement(step);
    const bool comes_from_load = step == load || (!is_load(statement) && loaded.reads(step));
    for_written(graph.function(step), statement, [&](std::uint32_t reg) {
      if (comes_from_load)
        from_load.insert(first + reg);
      else
        others[first + reg].push_back(step);
    });
  }
  const auto is_stored = [&](std::uint32_t step) {
    if (std::ranges::find(makers, step) != makers.end() || (!is_load(graph.statement(step)) && stored.reads(step)))
      return true;
    const Operand* const number = constant_of(graph, step);
    const auto is_same = [&](std::uint32_t maker) {
      const Operand* const its = constant_of(graph, maker);
      return number != nullptr && its != nullptr && its->value == number->value;
    };
    return std::ranges::any_of(makers, is_same) || Derived(graph, std::span(&step, 1), false).is_stored_by(store);
  };
  std::size_t looked_at = 0;
  for (const auto& [reg, steps] : others)
    if (from_load.contains(reg))
      for (const std::uint32_t step : steps)
        if (looked_at++ < kMostWriters && is_stored(step)) return true;
  return false;
}

bool is_blind_exchange(const KernelGraph& graph, std::uint32_t load, std::uint32_t exchange) {
  const Statement& statement = graph.statement(exchange);
  if (statement.base != "atom" || !graph.function(exchange).has(statement, "exch")) return false;
  if (!have_one_address(graph, load, exchange) || is_used(graph, exchange)) return false;
  const std::vector<std::uint32_t> makers = makers_of(graph, exchange);
  const Derived loaded(graph, std::span(&load, 1), false), stored(graph, makers, false);
  return loaded.is_stored_by(exchange) || (loaded.decides(exchange) && loaded.meets(stored));
}

bool tells_of_others(const KernelGraph& graph, std::uint32_t step) {
  const Function& function = graph.function(step);
  const Statement& statement = graph.statement(step);
  if (statement.base != "atom" && statement.base != "red") return false;
  for (const std::string_view word : {"max", "min", "and", "or", "cas"})
    if (function.has(statement, word)) return true;
  return function.has(statement, "exch") && is_used(graph, step);
}

}  // namespace gemmscope::ptx
