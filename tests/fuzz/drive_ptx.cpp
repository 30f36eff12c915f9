// SPDX-License-Identifier: MIT
#include <string>

#include "tests/fuzz/drive.h"
#include "tracing/ptx/link.h"
#include "tracing/ptx/read.h"

namespace gemmscope::fuzz {
namespace {

void promise(bool kept, const char* what) {
  if (!kept) broken_promise(what);
}

std::size_t sizes_of(const ptx::Module& module, const ptx::Function& function, ptx::Of of) {
  switch (of) {
    case ptx::Of::kNothing: return 0;
    case ptx::Of::kRegister: return function.registers.size();
    case ptx::Of::kModuleVariable: return module.variables.size();
    case ptx::Of::kFunction: return module.functions.size();
    case ptx::Of::kParameter: return function.parameters.size();
    case ptx::Of::kReturn: return function.returns.size();
    case ptx::Of::kLocalVariable: return function.variables.size();
  }
  return 0;
}

void check_operand(const ptx::Module& module, const ptx::Function& function, const ptx::Operand& operand) {
  if (operand.of != ptx::Of::kNothing)
    promise(operand.index < sizes_of(module, function, operand.of), "an operand names nothing");
  if (operand.kind == ptx::OperandKind::kLabel)
    promise(operand.index <= function.code.size(), "a label lies behind the code");
  if (operand.kind == ptx::OperandKind::kTable)
    promise(operand.index < function.tables.size(), "there is no such table");
  if (operand.kind == ptx::OperandKind::kPrototype)
    promise(operand.index < function.prototypes.size(), "there is no such prototype");
  if (operand.kind == ptx::OperandKind::kSpecial)
    promise(operand.special() < ptx::Special::kNone, "no special register");
  promise(operand.first <= function.operands.size() && operand.count <= function.operands.size() - operand.first,
          "an operand's children lie behind the operands");
  promise(operand.span.begin <= operand.span.end && operand.span.end <= module.text().size(),
          "an operand lies nowhere");
}

void check_function(const ptx::Module& module, const ptx::Function& function) {
  std::uint32_t at = function.body.begin;
  for (const ptx::Statement& statement : function.code) {
    promise(at <= statement.span.begin && statement.span.begin < statement.span.end, "statements overlap");
    at = statement.span.end;
    promise(statement.predicate == ptx::kNoIndex || statement.predicate < function.registers.size(), "no predicate");
    promise(statement.location == ptx::kNoIndex || statement.location < module.locations.size(), "no place");
    promise(function.operands_of(statement).size() == statement.operand_count, "operands are missing");
    for (const auto modifier : function.modifiers_of(statement)) promise(modifier.size() < (1u << 30), "a modifier");
  }
  promise(at <= function.body.end || !function.is_defined, "a statement lies behind its function");
  for (const ptx::Operand& operand : function.operands) check_operand(module, function, operand);
  for (const ptx::Table& table : function.tables)
    for (const std::uint32_t statement : table.statements)
      promise(statement <= function.code.size(), "a table's label lies behind the code");
}

}  // namespace

void drive_ptx(std::string_view text) {
  const auto module = ptx::read(std::string(text));
  if (!module) {
    promise(module.error().message.starts_with("line "), "an error does not name its line");
    promise(module.error().message.find('\n') == std::string::npos, "an error has more than one line");
    return;
  }
  for (const ptx::Function& function : module->functions) check_function(*module, function);
  for (std::uint32_t i = 0; i < module->locations.size(); ++i) {
    const ptx::Location& location = module->locations[i];
    promise(location.caller == ptx::kNoIndex || location.caller < i, "a place is called from a later one");
    promise(location.function == ptx::kNoIndex || location.function < module->inlined_names.size(), "no such name");
  }
  for (const ptx::Variable& variable : module->variables) {
    promise(variable.initial.size() <= variable.bytes, "more is written than a variable holds");
    for (const ptx::Reference& reference : variable.references)
      promise(reference.of != ptx::Of::kNothing && reference.offset + reference.bytes <= variable.bytes, "no address");
  }
  promise(ptx::link({std::string(text), std::string(text)}).has_value(), "what was read cannot be linked");
}

}  // namespace gemmscope::fuzz
