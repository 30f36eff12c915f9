// SPDX-License-Identifier: MIT
// Calls: PTX ISA, "Control Flow Instructions: call", "Abstracting the ABI".
#include "tracing/lockstep/decoder.h"
#include "tracing/ptx/calls.h"

namespace gemmscope::lockstep {

using ptx::Of;
using ptx::OperandKind;

std::optional<std::uint32_t> Decoder::place_in_frame(const ptx::Operand& operand) const {
  switch (operand.of) {
    case Of::kLocalVariable:
      if (function_.variables[operand.index].space == ptx::Space::kShared) return std::nullopt;
      return places_.variables[operand.index];
    case Of::kParameter:
      if (number_ == 0) return std::nullopt;
      return places_.parameters[operand.index];
    case Of::kReturn: return places_.returns[operand.index];
    default: return std::nullopt;
  }
}

Ref Decoder::frame() { return number_ == 0 ? Ref{} : draft_.special(Holds::k64, Special::kFrame); }

/// What a call's list names, all of it .param variables. PTX allows registers and numbers too, but nvcc writes none.
Result<std::vector<Piece>> Decoder::passed(const ptx::Operand& list) {
  std::vector<Piece> pieces;
  for (const ptx::Operand& each : function_.children_of(list)) {
    if (each.kind != OperandKind::kSymbol || each.of != Of::kLocalVariable || each.value != 0) return refuse_opcode();
    const ptx::Variable& variable = function_.variables[each.index];
    if (variable.space != ptx::Space::kParam) return refuse_opcode();
    pieces.push_back({places_.variables[each.index], static_cast<std::uint32_t>(variable.bytes)});
  }
  return pieces;
}

Result<void> Decoder::add_call(const ptx::Statement& statement) {
  const auto operands = function_.operands_of(statement);
  const auto results = passed(operands[0]), arguments = passed(operands[2]);
  if (!results) return tl::unexpected(results.error());
  if (!arguments) return tl::unexpected(arguments.error());
  Call call{{}, *arguments, *results};
  const ptx::Callees callees = ptx::callees_of(module_, function_, statement);
  const ptx::Function* const first = callees.functions.empty() ? nullptr : &module_.functions[callees.functions[0]];
  if (!callees.by_pointer && !first->is_defined) return add_call_of_runtime(first->name, std::move(call));
  const auto are_alike = [](const std::vector<Piece>& pieces, const std::vector<ptx::Variable>& variables) {
    return std::ranges::equal(pieces, variables, {}, &Piece::bytes, &ptx::Variable::bytes);
  };
  for (const std::uint32_t callee : callees.functions) {
    const ptx::Function& function = module_.functions[callee];
    const bool fits = are_alike(call.arguments, function.parameters) && are_alike(call.results, function.returns);
    if (!fits && callees.by_pointer) continue;
    if (!fits || function.is_entry) return refuse_opcode();
    if (!function.is_defined) continue;
    const auto of = std::ranges::find(program_.functions, callee, &ProgramFunction::source);
    call.functions.push_back(static_cast<std::uint32_t>(of - program_.functions.begin()));
    if (of->called_at == 0) of->called_at = this->statement();
  }
  Ref pointer;
  if (callees.by_pointer) {
    const auto from = source(operands[1], Holds::k64);
    if (!from) return tl::unexpected(from.error());
    pointer = *from;
  }
  DraftInstruction& draft = emit(Does::kCall);
  draft.instruction.index = static_cast<std::uint32_t>(program_.calls.size());
  draft.read = {pointer};
  program_.calls.push_back(std::move(call));
  return {};
}

/// What no module has.
Result<void> Decoder::add_call_of_runtime(std::string_view callee, Call call) {
  const auto are_wide = [&](std::initializer_list<std::uint32_t> bytes) {
    return std::ranges::equal(call.arguments, bytes, {}, &Piece::bytes);
  };
  const bool prints = callee == "vprintf" && are_wide({8, 8}) && call.results.size() <= 1,
             asserts = callee == "__assertfail" && are_wide({8, 8, 4, 8, 8}) && call.results.empty(),
             allocates = callee == "malloc" && are_wide({8}) && call.results.size() == 1 && call.results[0].bytes == 8,
             frees = callee == "free" && are_wide({8}) && call.results.empty();
  if (!prints && !asserts && !allocates && !frees)
    return refuse("a call of '" + std::string(callee) + "' is not supported");
  program_.uses_heap = program_.uses_heap || allocates || frees;
  emit(prints      ? Does::kPrint
       : asserts   ? Does::kAssert
       : allocates ? Does::kMalloc
                   : Does::kFree)
      .instruction.index = static_cast<std::uint32_t>(program_.calls.size());
  program_.calls.push_back(std::move(call));
  return {};
}

/// brx.idx number, table
Result<void> Decoder::add_switch(const ptx::Statement& statement) {
  const auto operands = function_.operands_of(statement);
  if (!function_.has(statement, "idx") || operands.size() != 2 || operands[1].kind != OperandKind::kTable)
    return refuse_opcode();
  const auto number = source(operands[0], Holds::k32);
  if (!number) return tl::unexpected(number.error());
  DraftInstruction& draft = emit(Does::kSwitch);
  draft.read = {*number};
  draft.targets = function_.tables[operands[1].index].statements;
  return {};
}

}  // namespace gemmscope::lockstep
