// SPDX-License-Identifier: MIT
/// @file statement_registers.h
/// Which registers a statement reads and writes.
#pragma once

#include "tracing/ptx/module.h"

namespace gemmscope::ptx {

/// Calls act(index into Function::registers) for each register in the operand.
void for_registers(const Function& function, const Operand& operand, const auto& act) {
  if (operand.of == Of::kRegister) act(operand.index);
  for (const Operand& child : function.children_of(operand)) for_registers(function, child, act);
}

/// Whether the first operand is the statement's result.
inline bool writes_first(const Function& function, const Statement& statement) {
  const auto operands = function.operands_of(statement);
  if (operands.empty() || operands[0].kind == OperandKind::kAddress) return false;
  return statement.base != "bra" && statement.base != "brx" && statement.base != "bar" && statement.base != "barrier";
}

void for_written(const Function& function, const Statement& statement, const auto& act) {
  if (writes_first(function, statement)) for_registers(function, function.operands_of(statement)[0], act);
}

/// Without the predicate that guards it.
void for_read(const Function& function, const Statement& statement, const auto& act) {
  const auto operands = function.operands_of(statement);
  for (std::size_t i = writes_first(function, statement) ? 1 : 0; i < operands.size(); ++i)
    for_registers(function, operands[i], act);
}

}  // namespace gemmscope::ptx
