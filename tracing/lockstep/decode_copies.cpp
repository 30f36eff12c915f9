// SPDX-License-Identifier: MIT
// Copies past the registers: PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy".
#include "tracing/lockstep/decoder.h"

namespace gemmscope::lockstep {

using ptx::OperandKind;

Result<void> Decoder::add_copy(const ptx::Statement& statement) {
  const auto modifiers = function_.modifiers_of(statement);
  const auto operands = function_.operands_of(statement);
  if (modifiers.size() < 2 || modifiers[0] != "async") return refuse_opcode();
  if (modifiers[1] == "ca" || modifiers[1] == "cg") return add_one_copy(statement);
  if (modifiers[1] == "bulk") return add_bulk_copy(statement);
  if (modifiers[1] == "mbarrier") return add_arrival_of_copies(statement);
  if (modifiers.size() != 2) return refuse_opcode();
  if (modifiers[1] == "wait_group" && operands.size() == 1 && operands[0].kind == OperandKind::kInteger)
    return void(emit(Does::kWait).instruction.index = static_cast<std::uint32_t>(operands[0].value)), Result<void>();
  if (!operands.empty() || (modifiers[1] != "commit_group" && modifiers[1] != "wait_all")) return refuse_opcode();
  emit(Does::kCommit);
  if (modifiers[1] == "wait_all") emit(Does::kWait);  // "equivalent to commit_group, wait_group 0"
  return {};
}

/// cp.async.ca.shared.global [to], [from], 16{, source size or predicate}{, cache policy}
Result<void> Decoder::add_one_copy(const ptx::Statement& statement) {
  const auto modifiers = function_.modifiers_of(statement);
  auto operands = function_.operands_of(statement);
  if (modifiers.size() < 4 || (modifiers[2] != "shared" && modifiers[2] != "shared::cta") || modifiers[3] != "global")
    return refuse_opcode();
  for (const std::string_view word : modifiers.subspan(4))
    if (!word.starts_with("L2::")) return refuse_opcode();
  if (function_.has(statement, "L2::cache_hint") && !operands.empty()) operands = operands.first(operands.size() - 1);
  if (operands.size() < 3 || operands.size() > 4 || operands[2].kind != OperandKind::kInteger) return refuse_opcode();
  const std::int64_t bytes = operands[2].value;
  const bool fits = bytes == 16 || (modifiers[1] == "ca" && (bytes == 4 || bytes == 8));
  if (!fits) return refuse_opcode();

  const auto half = [&](AccessKind kind, Space space, const ptx::Operand& address) {
    Access access;
    access.kind = kind, access.space = space, access.asynchronous = true;
    access.bytes = static_cast<std::uint8_t>(bytes);
    return at_address(access, address);
  };
  const auto from = half(AccessKind::kLoad, Space::kGlobal, operands[1]);
  const auto to = half(AccessKind::kStore, Space::kShared, operands[0]);
  if (!from) return tl::unexpected(from.error());
  if (!to) return tl::unexpected(to.error());
  const Ref all = draft_.constant(Holds::k32, static_cast<std::uint64_t>(bytes));
  Result<Ref> read = all;
  if (operands.size() == 4) {
    const bool ignores =
        operands[3].kind == OperandKind::kRegister && draft_.registers[operands[3].index] == Holds::kPredicate;
    read = source(operands[3], ignores ? Holds::kPredicate : Holds::k32);
    if (!read) return tl::unexpected(read.error());
    if (ignores) {
      const Ref chosen = draft_.add_register(Holds::k32);
      emit_operation("selp.b32", {chosen}, {draft_.constant(Holds::k32, 0), all, *read});
      read = chosen;
    }
  }
  DraftInstruction& draft = emit(Does::kCopy);
  draft.accesses = {*from, *to}, draft.read = {*read};
  return {};
}

/// cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [to], [from], bytes, [mbarrier]{, cache policy}
/// cp.async.bulk.global.shared::cta.bulk_group [to], [from], bytes{, cache policy}
/// As copies are there at once, what waits for groups of the latter has nothing to do.
Result<void> Decoder::add_bulk_copy(const ptx::Statement& statement) {
  const auto modifiers = function_.modifiers_of(statement).subspan(2);
  const auto operands = function_.operands_of(statement);
  const auto is = [&](std::size_t n, std::string_view word) { return n < modifiers.size() && modifiers[n] == word; };
  const bool waits = is(0, "wait_group") && operands.size() == 1 && operands[0].kind == OperandKind::kInteger &&
                     (modifiers.size() == 1 || (modifiers.size() == 2 && is(1, "read")));
  if (waits || (is(0, "commit_group") && modifiers.size() == 1 && operands.empty()))
    return emit(Does::kNothing), Result<void>();
  const bool loads =
      (is(0, "shared::cluster") || is(0, "shared::cta")) && is(1, "global") && is(2, "mbarrier::complete_tx::bytes");
  const bool stores = is(0, "global") && is(1, "shared::cta") && is(2, "bulk_group");
  const bool has_policy = is(3, "L2::cache_hint");
  if ((!loads && !stores) || modifiers.size() != (has_policy ? 4 : 3)) return refuse_opcode();
  if (operands.size() != (loads ? 4u : 3u) + (has_policy ? 1 : 0)) return refuse_opcode();
  Access from, to;
  from.space = loads ? Space::kGlobal : Space::kShared, to.space = loads ? Space::kShared : Space::kGlobal;
  to.kind = AccessKind::kStore;
  from.asynchronous = to.asynchronous = true;
  from.count = to.count = 4;  // in pieces of 16 bytes
  const auto source_access = at_address(from, operands[1]), target = at_address(to, operands[0]);
  const auto bytes = source(operands[2], Holds::k32);
  if (!source_access) return tl::unexpected(source_access.error());
  if (!target) return tl::unexpected(target.error());
  if (!bytes) return tl::unexpected(bytes.error());
  if (stores) {
    DraftInstruction& draft = emit(Does::kBulkStore);
    draft.accesses = {*source_access, *target}, draft.read = {*bytes};
    return {};
  }
  const auto mbarrier = mbarrier_access(operands[3], Space::kShared, Mbarrier::kComplete, *bytes);
  if (!mbarrier) return tl::unexpected(mbarrier.error());
  DraftInstruction& draft = emit(Does::kBulk);
  draft.accesses = {*source_access, *target, *mbarrier}, draft.read = {*bytes};
  return {};
}

/// cp.async.mbarrier.arrive{.noinc}.shared.b64 [mbarrier]: as the copies are there already, the lane arrives now.
Result<void> Decoder::add_arrival_of_copies(const ptx::Statement& statement) {
  const auto operands = function_.operands_of(statement);
  if (!function_.has(statement, "arrive") || !function_.has(statement, "b64") || operands.size() != 1)
    return refuse_opcode();
  const bool is_shared = function_.has(statement, "shared") || function_.has(statement, "shared::cta");
  auto access = mbarrier_access(operands[0], is_shared ? Space::kShared : Space::kGeneric,
                                function_.has(statement, "noinc") ? Mbarrier::kArrive : Mbarrier::kCopies,
                                draft_.constant(Holds::k32, 1));
  if (!access) return tl::unexpected(access.error());
  access->access.asynchronous = true;
  emit(Does::kMbarrier).accesses = {std::move(*access)};
  return {};
}

}  // namespace gemmscope::lockstep
