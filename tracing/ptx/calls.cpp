// SPDX-License-Identifier: MIT
#include "tracing/ptx/calls.h"

#include <algorithm>

namespace gemmscope::ptx {
namespace {

std::uint32_t without_alias(const Module& module, std::uint32_t function) {
  const std::uint32_t of = module.functions[function].alias_of;
  return of == kNoIndex ? function : of;
}

bool are_alike(const std::vector<Variable>& a, const std::vector<Variable>& b) {
  return std::ranges::equal(a, b, {}, &Variable::bytes, &Variable::bytes);
}

/// By module.functions: whether some code or variable holds its address.
std::vector<bool> have_pointers(const Module& module) {
  std::vector<bool> all(module.functions.size());
  for (const Function& function : module.functions)
    for (const Statement& statement : function.code)
      for (std::size_t i = 0; const Operand& operand : function.operands_of(statement)) {
        const bool is_callee = i++ == 1 && statement.base == "call";
        if (operand.of == Of::kFunction && !is_callee) all[without_alias(module, operand.index)] = true;
      }
  for (const Variable& variable : module.variables)
    for (const Reference& reference : variable.references)
      if (reference.of == Of::kFunction) all[without_alias(module, reference.index)] = true;
  return all;
}

}  // namespace

Callees callees_of(const Module& module, const Function& caller, const Statement& statement) {
  const auto operands = caller.operands_of(statement);
  if (operands[1].of == Of::kFunction) return {{without_alias(module, operands[1].index)}, false};
  Callees callees{{}, true};
  if (operands.size() < 4) return callees;
  const Prototype& prototype = caller.prototypes[operands[3].index];
  if (!prototype.targets.empty()) {
    for (const std::uint32_t target : prototype.targets) callees.functions.push_back(without_alias(module, target));
    return callees;
  }
  const std::vector<bool> has_pointer = have_pointers(module);
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[f];
    if (has_pointer[f] && !function.is_entry && are_alike(function.parameters, prototype.parameters) &&
        are_alike(function.returns, prototype.returns))
      callees.functions.push_back(f);
  }
  return callees;
}

std::vector<std::uint32_t> reached_from(const Module& module, std::uint32_t kernel) {
  std::vector<std::uint32_t> reached{kernel};
  std::vector<bool> known(module.functions.size());
  known[kernel] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Function& function = module.functions[reached[i]];
    for (const Statement& statement : function.code) {
      if (statement.base != "call") continue;
      for (const std::uint32_t callee : callees_of(module, function, statement).functions)
        if (!known[callee] && module.functions[callee].is_defined) known[callee] = true, reached.push_back(callee);
    }
  }
  return reached;
}

}  // namespace gemmscope::ptx
