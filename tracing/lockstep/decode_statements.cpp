// SPDX-License-Identifier: MIT
#include <array>

#include "tracing/lockstep/decoder.h"
#include "tracing/lockstep/normalised.h"

namespace gemmscope::lockstep {
namespace {

using ptx::OperandKind;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

Result<void> Decoder::add(const ptx::Statement& statement) {
  const std::string_view base = statement.base;
  const auto operands = function_.operands_of(statement);
  if (is_one_of(base, {"ld", "ldu", "st", "atom", "red"})) return add_access(statement);
  if (base == "ldmatrix" || base == "stmatrix") return add_rows(statement);
  if (base == "wmma") return add_wmma(statement);
  if (base == "cp") return add_copy(statement);
  if (base == "cvta") return add_conversion_of_address(statement);
  if (base == "isspacep") return add_test_of_space(statement);
  if (base == "cvt") return add_conversion(statement);
  if (base == "ret" && number_ != 0) return void(emit(Does::kReturn)), Result<void>();
  if (is_one_of(base, {"ret", "exit"})) return void(emit(Does::kExit)), Result<void>();
  if (base == "trap") return void(emit(Does::kTrap)), Result<void>();
  if (base == "call") return add_call(statement);
  if (base == "brx") return add_switch(statement);
  if (is_one_of(base, {"membar", "fence", "prefetch", "nanosleep"})) {
    emit(Does::kNothing);
    return {};
  }
  if (base == "bra") {
    if (operands.size() != 1 || operands[0].kind != OperandKind::kLabel) return refuse_opcode();
    emit(Does::kBranch).instruction.target = operands[0].index;
    return {};
  }
  if (base == "bar" || base == "barrier") {
    if (function_.has(statement, "warp")) return void(emit(Does::kWarpBarrier)), Result<void>();
    return add_barrier(statement);
  }
  if (base == "mbarrier") return add_mbarrier(statement);
  const bool has_vector = std::ranges::any_of(operands, [](const auto& o) { return o.kind == OperandKind::kVector; });
  if (base == "mov" && has_vector) return add_packing(statement);
  return add_operation(statement);
}

Result<void> Decoder::add_operation(const ptx::Statement& statement) {
  const std::string mnemonic = normalised(function_, statement);
  if (const MatrixOperation* whole = find_matrix_operation(mnemonic, isa_); whole != nullptr)
    return add_matrix_operation(statement, *whole);
  const Operation* operation = find_operation(mnemonic, isa_);
  if (operation == nullptr) return refuse_opcode();
  // p|q is two results. Where PTX leaves the second one out, it goes nowhere; of .cc it is the carry flag.
  std::vector<ptx::Operand> operands;
  for (const ptx::Operand& operand : function_.operands_of(statement)) {
    const bool is_pair = operand.kind == OperandKind::kPair;
    if (is_pair)
      for (const ptx::Operand& child : function_.children_of(operand)) operands.push_back(child);
    else
      operands.push_back(operand);
    if (operands.size() == 1 && operation->results == 2 && !is_pair)
      operands.push_back(function_.has(statement, "cc") ? carry_flag() : ptx::Operand{});
  }
  if (is_one_of(statement.base, {"addc", "subc", "madc"})) operands.push_back(carry_flag());
  std::vector<Ref> written, read;
  for (std::size_t i = 0; i < kMostOperands && operation->operands[i] != Holds::kNothing; ++i) {
    if (i >= operands.size()) return refuse_opcode();
    const bool is_result = i < operation->results;
    auto ref =
        is_result ? destination(operands[i], operation->operands[i]) : source(operands[i], operation->operands[i]);
    if (!ref) return tl::unexpected(ref.error());
    (is_result ? written : read).push_back(*ref);
  }
  if (written.size() + read.size() != operands.size()) return refuse_opcode();
  if (is_one_of(statement.base, {"match", "redux", "shfl", "vote"})) {  // whose last operand is the membermask
    DraftInstruction& members = emit(Does::kMembers);
    members.instruction.run = operation->run, members.read = {read.back()};
    if (statement.base == "shfl")
      members.instruction.index = 1, members.read.insert(members.read.end(), {read[1], read[2]});
  }
  emit_operation(mnemonic, std::move(written), std::move(read));
  return {};
}

/// Registers may be wider than the types that are named: the source is cut first, the result extended afterwards.
Result<void> Decoder::add_conversion(const ptx::Statement& statement) {
  const Operation* operation = find_operation(normalised(function_, statement), isa_);
  const auto operands = function_.operands_of(statement);
  const auto modifiers = function_.modifiers_of(statement);
  const auto is_wider = [&](const ptx::Operand& operand, Holds holds) {
    return operand.kind == OperandKind::kRegister && draft_.registers[operand.index] > holds;
  };
  if (operation == nullptr) return refuse_opcode();
  if (operands.size() != 2 ||
      (!is_wider(operands[0], operation->operands[0]) && !is_wider(operands[1], operation->operands[1])))
    return add_operation(statement);
  const auto name = [](Holds holds, char sign) {
    return sign + std::string(holds == Holds::k16 ? "16" : holds == Holds::k32 ? "32" : "64");
  };
  const Holds from = operation->operands[1], to = operation->operands[0];
  Result<Ref> source_ref = Ref{true, operands[1].index};
  if (is_wider(operands[1], from)) {
    const Ref cut = draft_.add_register(from);
    if (!emit_operation("cvt." + name(from, 'u') + "." + name(draft_.holds(*source_ref), 'u'), {cut}, {*source_ref}))
      return refuse_opcode();
    source_ref = cut;
  } else {
    source_ref = source(operands[1], from);
    if (!source_ref) return tl::unexpected(source_ref.error());
  }
  const bool extends = is_wider(operands[0], to);
  Result<Ref> result = extends ? Result<Ref>(draft_.add_register(to)) : destination(operands[0], to);
  if (!result) return tl::unexpected(result.error());
  emit_operation(operation->mnemonic, {*result}, {*source_ref});
  const char sign = modifiers[modifiers.size() - 2].front() == 's' ? 's' : 'u';
  const Ref whole{true, operands[0].index};
  if (extends && !emit_operation("cvt." + name(draft_.holds(whole), sign) + "." + name(to, sign), {whole}, {*result}))
    return refuse_opcode();
  return {};
}

/// A generic address is one of the host: shared and local ones count from where the block's, or the lane's, begin.
Result<void> Decoder::add_conversion_of_address(const ptx::Statement& statement) {
  const auto operands = function_.operands_of(statement);
  if (operands.size() != 2 || function_.has(statement, "u32")) return refuse_opcode();
  const bool is_argument = function_.has(statement, "param");
  if (is_argument && number_ != 0) return refuse_opcode();  // what a function is passed is elsewhere
  const auto to = destination(operands[0], Holds::k64);
  const auto from = source(operands[1], Holds::k64);
  if (!to) return tl::unexpected(to.error());
  if (!from) return tl::unexpected(from.error());
  const bool is_shared = function_.has(statement, "shared"), is_local = function_.has(statement, "local");
  const Special base = is_argument ? Special::kArgumentBase : is_shared ? Special::kSharedBase : Special::kLocalBase;
  if (!is_shared && !is_local && !is_argument)
    emit_operation("mov.u64", {*to}, {*from});
  else
    emit_operation(function_.has(statement, "to") ? "sub.u64" : "add.u64", {*to},
                   {*from, draft_.special(Holds::k64, base)});
  return {};
}

/// isspacep.shared p, address: whether a generic address points into that space.
Result<void> Decoder::add_test_of_space(const ptx::Statement& statement) {
  const auto operands = function_.operands_of(statement);
  if (operands.size() != 2) return refuse_opcode();
  const auto to = destination(operands[0], Holds::kPredicate);
  const auto address = source(operands[1], Holds::k64);
  if (!to) return tl::unexpected(to.error());
  if (!address) return tl::unexpected(address.error());
  const auto inside = [&](Special base, Special bytes) {
    const Ref holds = draft_.add_register(Holds::kPredicate), offset = draft_.add_register(Holds::k64);
    emit_operation("sub.u64", {offset}, {*address, draft_.special(Holds::k64, base)});
    emit_operation("setp.lt.u64", {holds, draft_.add_register(Holds::kPredicate)},
                   {offset, draft_.special(Holds::k64, bytes)});
    return holds;
  };
  const Ref shared = inside(Special::kSharedBase, Special::kSharedBytes),
            local = inside(Special::kLocalBase, Special::kLocalBytes),
            argument = inside(Special::kArgumentBase, Special::kArgumentBytes);
  if (function_.has(statement, "shared") || function_.has(statement, "shared::cta"))
    emit_operation("mov.pred", {*to}, {shared});
  else if (function_.has(statement, "local"))
    emit_operation("mov.pred", {*to}, {local});
  else if (function_.has(statement, "param") || function_.has(statement, "param::entry"))
    emit_operation("mov.pred", {*to}, {argument});
  else if (function_.has(statement, "global"))
    emit_operation("or.pred", {*to}, {shared, local}), emit_operation("or.pred", {*to}, {*to, argument}),
        emit_operation("not.pred", {*to}, {*to});
  else
    return refuse_opcode();
  return {};
}

/// mov.b64 %rd1, {%r1, %r2}, or the other way round.
Result<void> Decoder::add_packing(const ptx::Statement& statement) {
  const auto operands = function_.operands_of(statement);
  if (operands.size() != 2) return refuse_opcode();
  const bool packs = operands[1].kind == OperandKind::kVector;
  const auto parts = function_.children_of(operands[packs ? 1 : 0]);
  const auto modifiers = function_.modifiers_of(statement);
  const int bits = modifiers.empty() ? 0 : ptx::bits_of(ptx::type_named(modifiers.back()));
  if (parts.empty() || bits == 0) return refuse_opcode();
  const int part_bits = bits / static_cast<int>(parts.size());
  const std::string mnemonic = std::string(packs ? "pack" : "unpack") + ".b" + std::to_string(bits) + ".b" +
                               std::to_string(part_bits) + "x" + std::to_string(parts.size());
  const Operation* operation = find_operation(mnemonic, isa_);
  if (operation == nullptr) return refuse_opcode();
  const Holds whole = bits == 32 ? Holds::k32 : Holds::k64, part = part_bits == 16 ? Holds::k16 : Holds::k32;
  std::vector<Ref> written, read;
  for (const ptx::Operand& each : parts) {
    const auto ref = packs ? source(each, part) : destination(each, part);
    if (!ref) return tl::unexpected(ref.error());
    (packs ? read : written).push_back(*ref);
  }
  const auto ref = packs ? destination(operands[0], whole) : source(operands[1], whole);
  if (!ref) return tl::unexpected(ref.error());
  (packs ? written : read).push_back(*ref);
  emit_operation(mnemonic, std::move(written), std::move(read));
  return {};
}

}  // namespace gemmscope::lockstep
