// SPDX-License-Identifier: MIT
#include <bit>

#include "tracing/lockstep/decode.h"
#include "tracing/lockstep/decoder.h"

namespace gemmscope::lockstep {
namespace {

using ptx::Of;
using ptx::OperandKind;

std::optional<Special> special_of(const ptx::Operand& operand) {
  using S = ptx::Special;
  const auto part = [&](Special x) -> std::optional<Special> {
    const int n = static_cast<int>(operand.selector) - static_cast<int>(ptx::Selector::kX);
    if (n < 0 || n > 2) return std::nullopt;
    return static_cast<Special>(static_cast<int>(x) + n);
  };
  switch (operand.special()) {
    case S::kTid: return part(Special::kTidX);
    case S::kNtid: return part(Special::kNtidX);
    case S::kCtaid: return part(Special::kCtaidX);
    case S::kNctaid: return part(Special::kNctaidX);
    case S::kLaneid: return Special::kLaneid;
    case S::kWarpid: return Special::kWarpid;
    case S::kNwarpid: return Special::kNwarpid;
    case S::kLanemaskEq: return Special::kLanemaskEq;
    case S::kLanemaskLt: return Special::kLanemaskLt;
    case S::kLanemaskLe: return Special::kLanemaskLe;
    case S::kLanemaskGt: return Special::kLanemaskGt;
    case S::kLanemaskGe: return Special::kLanemaskGe;
    case S::kEnvreg:  // what cooperative_groups of CUDA 12 and 13 asks for; the others are nowhere documented
      if (operand.number() == 1) return Special::kGridWorkspaceHigh;
      if (operand.number() == 2) return Special::kGridWorkspaceLow;
      return std::nullopt;
    default: return std::nullopt;
  }
}

/// Instruction::index of kClock. PTX ISA, "Special Registers: %clock, %clock_hi", "%clock64", "%globaltimer".
std::optional<std::uint32_t> clock_of(ptx::Special special, Holds holds) {
  using S = ptx::Special;
  if ((special == S::kClock64 || special == S::kGlobaltimer) && holds == Holds::k64) return 0;
  if ((special == S::kClock || special == S::kGlobaltimerLo) && holds == Holds::k32) return 1;
  if ((special == S::kClockHi || special == S::kGlobaltimerHi) && holds == Holds::k32) return 2;
  return std::nullopt;
}

}  // namespace

Result<Ref> Decoder::special(const ptx::Operand& operand, Holds holds) {
  if (const auto clock = clock_of(operand.special(), holds)) {
    const Ref now = draft_.add_register(holds);
    DraftInstruction& draft = emit(Does::kClock);
    draft.instruction.index = *clock, draft.written = {now};
    return now;
  }
  const auto what = special_of(operand);
  if (!what) return refuse("'" + std::string(module_.text(operand.span)) + "' is not supported");
  return draft_.special(holds, *what);
}

Ref Decoder::negated(Ref predicate) {
  const Ref copy = draft_.add_register(Holds::kPredicate);
  emit_operation("not.pred", {copy}, {predicate});
  return copy;
}

ptx::Operand Decoder::carry_flag() {
  if (!carry_.there()) carry_ = draft_.add_register(Holds::kPredicate);
  ptx::Operand flag;
  flag.kind = OperandKind::kRegister, flag.of = Of::kRegister, flag.index = carry_.index;
  return flag;
}

Result<std::uint64_t> Decoder::address_of(const ptx::Operand& operand) const {
  const auto offset = static_cast<std::uint64_t>(operand.value);
  switch (operand.of) {
    case Of::kNothing: return offset;
    case Of::kParameter: return program_.parameters[operand.index].offset + offset;
    case Of::kLocalVariable: return places_.variables[operand.index] + offset;
    case Of::kModuleVariable:
      if (module_.variables[operand.index].space == ptx::Space::kShared)
        return layout_.module_variables[operand.index] + offset;
      return variables_[operand.index] + offset;
    case Of::kFunction: return function_address(module_, operand.index) + offset;
    default: return refuse_opcode();
  }
}

Result<Ref> Decoder::source(const ptx::Operand& operand, Holds holds) {
  switch (operand.kind) {
    case OperandKind::kRegister: {
      const Ref ref{true, operand.index};
      if (operand.selector != ptx::Selector::kNone || draft_.holds(ref) != holds) return refuse_opcode();
      return operand.negated ? negated(ref) : ref;
    }
    case OperandKind::kSpecial: return special(operand, holds);
    case OperandKind::kInteger: return draft_.constant(holds, static_cast<std::uint64_t>(operand.value));
    case OperandKind::kFloat:
      if (holds != Holds::k32) return refuse_opcode();
      return draft_.constant(holds, static_cast<std::uint64_t>(operand.value));
    case OperandKind::kDouble:  // 1.0 is written for both
      if (holds == Holds::k32)
        return draft_.constant(holds,
                               std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(operand.value))));
      if (holds != Holds::k64) return refuse_opcode();
      return draft_.constant(holds, static_cast<std::uint64_t>(operand.value));
    case OperandKind::kSymbol: {
      if (const auto place = place_in_frame(operand)) {
        const Ref begin = draft_.constant(Holds::k64, *place + static_cast<std::uint64_t>(operand.value));
        if (number_ == 0) return draft_.constant(holds, *place + static_cast<std::uint64_t>(operand.value));
        const Ref address = draft_.add_register(Holds::k64);
        if (holds != Holds::k64 || !emit_operation("add.u64", {address}, {frame(), begin})) return refuse_opcode();
        return address;
      }
      const auto address = address_of(operand);
      if (!address) return tl::unexpected(address.error());
      return draft_.constant(holds, *address);
    }
    default: return refuse_opcode();
  }
}

Result<Ref> Decoder::destination(const ptx::Operand& operand, Holds holds) {
  if (operand.kind == OperandKind::kSink) return draft_.add_register(holds);  // which is never read
  const Ref ref{true, operand.index};
  if (operand.kind != OperandKind::kRegister || draft_.holds(ref) != holds) return refuse_opcode();
  return ref;
}

}  // namespace gemmscope::lockstep
