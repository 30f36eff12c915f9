// SPDX-License-Identifier: MIT
// Matrices spread over a warp: PTX ISA, "Warp Level Matrix Instructions".
#include "tracing/lockstep/decoder.h"

namespace gemmscope::lockstep {

using ptx::OperandKind;

/// The registers of a fragment; one may stand without braces.
Result<std::vector<Ref>> Decoder::fragment(const ptx::Operand& operand, Holds holds, std::size_t registers,
                                           bool is_result) {
  const std::span<const ptx::Operand> all =
      operand.kind == OperandKind::kVector ? function_.children_of(operand) : std::span(&operand, 1);
  if (all.size() != registers) return refuse_opcode();
  std::vector<Ref> refs;
  for (const ptx::Operand& each : all) {
    const auto ref = is_result ? destination(each, holds) : source(each, holds);
    if (!ref) return tl::unexpected(ref.error());
    refs.push_back(*ref);
  }
  return refs;
}

Result<void> Decoder::add_matrix_operation(const ptx::Statement& statement, const MatrixOperation& operation) {
  const auto operands = function_.operands_of(statement);
  std::vector<Ref> written, read;
  std::size_t at = 0;
  for (const auto& [holds, registers] : operation.fragments) {
    if (registers == 0) continue;
    if (at == operands.size()) return refuse_opcode();
    const bool is_result = at == 0;
    const auto some = fragment(operands[at++], holds, registers, is_result);
    if (!some) return tl::unexpected(some.error());
    std::ranges::copy(*some, std::back_inserter(is_result ? written : read));
  }
  if (at != operands.size()) return refuse_opcode();
  DraftInstruction& draft = emit(Does::kWhole);
  draft.instruction.run = operation.run;
  draft.written = std::move(written), draft.read = std::move(read);
  return {};
}

/// ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {to...}, [rows]; stmatrix the other way round.
Result<void> Decoder::add_rows(const ptx::Statement& statement) {
  Access access;
  const bool loads = statement.base == "ldmatrix";
  access.kind = loads ? AccessKind::kLoad : AccessKind::kStore;
  access.bytes = 16;
  bool is_m8n8 = false, is_b16 = false;
  for (const std::string_view word : function_.modifiers_of(statement)) {
    if (word == "shared" || word == "shared::cta")
      access.space = Space::kShared;
    else if (word == "x1" || word == "x2" || word == "x4")
      access.matrices = static_cast<std::uint8_t>(word[1] - '0');
    else if (word == "trans")
      access.transposed = true;
    else if (word == "m8n8")
      is_m8n8 = true;
    else if (word == "b16")
      is_b16 = true;
    else if (word != "sync" && word != "aligned")
      return refuse_opcode();
  }
  const auto operands = function_.operands_of(statement);
  if (!is_m8n8 || !is_b16 || access.matrices == 0 || operands.size() != 2) return refuse_opcode();
  const auto registers = fragment(operands[loads ? 0 : 1], Holds::k32, access.matrices, loads);
  if (!registers) return tl::unexpected(registers.error());
  auto draft = at_address(access, operands[loads ? 1 : 0]);
  if (!draft) return tl::unexpected(draft.error());
  draft->values = *registers;
  emit(Does::kRows).accesses = {*draft};
  return {};
}

}  // namespace gemmscope::lockstep
