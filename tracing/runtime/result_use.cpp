// SPDX-License-Identifier: MIT
#include "tracing/runtime/result_use.h"

#include <Zydis/Zydis.h>

#include <array>
#include <set>
#include <vector>

namespace gemmscope::runtime {
namespace {

enum class Goes : std::uint8_t { kOn, kMayJump, kJumps, kCalls, kReturns };

struct MachineStep {
  bool is_known = false;
  bool reads = false, writes = false;  ///< eax, or a part of it
  Goes goes = Goes::kOn;
  std::size_t next = 0, target = 0;  ///< in the code
};

using Operands = std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT>;

bool is_eax(ZydisRegister reg) {
  return ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg) == ZYDIS_REGISTER_RAX;
}

/// `xor eax, eax` and the like: the result does not depend on what was there.
bool clears(const ZydisDecodedInstruction& instruction, const Operands& operands) {
  const bool can = instruction.mnemonic == ZYDIS_MNEMONIC_XOR || instruction.mnemonic == ZYDIS_MNEMONIC_SUB ||
                   instruction.mnemonic == ZYDIS_MNEMONIC_SBB;
  return can && operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER && operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
         operands[0].reg.value == operands[1].reg.value;
}

/// A write that depends on a condition counts as a read, because the old value may stay.
void note_operand(const ZydisDecodedOperand& operand, MachineStep& step) {
  if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY)
    step.reads = step.reads || is_eax(operand.mem.base) || is_eax(operand.mem.index);
  if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER || !is_eax(operand.reg.value)) return;
  constexpr unsigned kReads = ZYDIS_OPERAND_ACTION_MASK_READ | ZYDIS_OPERAND_ACTION_CONDWRITE;
  step.reads = step.reads || (operand.actions & kReads) != 0;
  step.writes = step.writes || (operand.actions & ZYDIS_OPERAND_ACTION_WRITE) != 0;
}

/// Where it goes on. A jump through a place in memory at a constant distance leads to another library, instead of a
/// call and a return. Where another indirect jump leads is not known.
void note_way(const ZydisDecodedInstruction& instruction, const ZydisDecodedOperand& to, MachineStep& step) {
  switch (instruction.meta.category) {
    case ZYDIS_CATEGORY_CALL: step.goes = Goes::kCalls; return;
    case ZYDIS_CATEGORY_RET: step.goes = Goes::kReturns; return;
    case ZYDIS_CATEGORY_INTERRUPT:
    case ZYDIS_CATEGORY_SYSCALL:
    case ZYDIS_CATEGORY_SYSRET: step.is_known = false; return;
    case ZYDIS_CATEGORY_COND_BR: step.goes = Goes::kMayJump; break;
    case ZYDIS_CATEGORY_UNCOND_BR: step.goes = Goes::kJumps; break;
    default: step.is_known = instruction.mnemonic != ZYDIS_MNEMONIC_UD2; return;
  }
  if (to.type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
    step.target = step.next + static_cast<std::size_t>(to.imm.value.s);
  else if (to.type == ZYDIS_OPERAND_TYPE_MEMORY && to.mem.base == ZYDIS_REGISTER_RIP)
    step.goes = Goes::kCalls;
  else
    step.is_known = false;
}

MachineStep step_at(const ZydisDecoder& decoder, std::span<const std::uint8_t> code, std::size_t at) {
  ZydisDecodedInstruction instruction;
  Operands operands;
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, &code[at], code.size() - at, &instruction, operands.data())))
    return {};
  MachineStep step{.is_known = true, .next = at + instruction.length};
  note_way(instruction, operands[0], step);
  if (instruction.meta.category == ZYDIS_CATEGORY_NOP || instruction.meta.category == ZYDIS_CATEGORY_WIDENOP)
    return step;
  for (std::size_t i = 0; i < instruction.operand_count; ++i) note_operand(operands[i], step);
  if (clears(instruction, operands)) step.reads = false;
  return step;
}

}  // namespace

ResultUse use_of_result(std::span<const std::uint8_t> code, std::size_t at) {
  constexpr std::size_t kMost = 256;  // instructions: code that neither calls nor computes is shorter
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::set<std::size_t> seen;
  std::vector<std::size_t> due{at};
  bool returns = false, is_known = true;
  while (!due.empty() && is_known) {
    const std::size_t next = due.back();
    due.pop_back();
    if (next >= code.size()) continue;  // another function, instead of a call and a return
    if (!seen.insert(next).second) continue;
    const MachineStep step = step_at(decoder, code, next);
    is_known = step.is_known && seen.size() < kMost;
    if (is_known && step.reads) return ResultUse::kUsed;
    if (step.goes == Goes::kReturns) returns = true;
    if (step.writes || step.goes == Goes::kCalls || step.goes == Goes::kReturns) continue;
    if (step.goes != Goes::kJumps) due.push_back(step.next);
    if (step.goes != Goes::kOn) due.push_back(step.target);
  }
  return !is_known ? ResultUse::kUnknown : returns ? ResultUse::kReturned : ResultUse::kUnused;
}

}  // namespace gemmscope::runtime
