// SPDX-License-Identifier: MIT
// Barriers: PTX ISA, "Parallel Synchronization and Communication Instructions".
#include <utility>

#include "tracing/lockstep/decoder.h"

namespace gemmscope::lockstep {

/// bar.sync a{, b}; bar.arrive a, b; bar.red.popc.u32 d, a{, b}, {!}c; bar.red.and.pred p, a{, b}, {!}c
Result<void> Decoder::add_barrier(const ptx::Statement& statement) {
  BarrierUse use = BarrierUse::kSync;
  bool known = !function_.has(statement, "cluster"), reduces = false;
  for (const std::string_view word : function_.modifiers_of(statement)) {
    if (word == "arrive") use = BarrierUse::kArrive;
    if (word == "red") reduces = true;
    if (word == "popc") use = BarrierUse::kCount;
    if (word == "and") use = BarrierUse::kAll;
    if (word == "or") use = BarrierUse::kAny;
  }
  auto operands = function_.operands_of(statement);
  const std::size_t more = reduces ? 2 : 0;  // result and predicate
  if (!known || operands.size() < 1 + more || operands.size() > 2 + more || reduces == (use < BarrierUse::kCount) ||
      (use == BarrierUse::kArrive && operands.size() != 2))
    return refuse_opcode();
  Result<Ref> result = draft_.add_register(Holds::k32), holds = draft_.constant(Holds::kPredicate, 1);
  if (reduces) {
    result = destination(operands.front(), use == BarrierUse::kCount ? Holds::k32 : Holds::kPredicate);
    holds = source(operands.back(), Holds::kPredicate);
    operands = operands.subspan(1, operands.size() - 2);
  }
  const Result<Ref> number = source(operands[0], Holds::k32);
  const Result<Ref> threads =
      operands.size() == 2 ? source(operands[1], Holds::k32) : Result<Ref>(draft_.constant(Holds::k32, 0));
  for (const Result<Ref>* each : std::initializer_list<const Result<Ref>*>{&result, &holds, &number, &threads})
    if (!*each) return tl::unexpected(each->error());
  DraftInstruction& draft = emit(Does::kBarrier);
  draft.instruction.index = static_cast<std::uint32_t>(use);
  draft.written = {*result}, draft.read = {*number, *threads, *holds};
  return {};
}

Result<DraftAccess> Decoder::mbarrier_access(const ptx::Operand& address, Space space, Mbarrier what, Ref value) {
  Access access;
  access.kind = AccessKind::kMbarrier, access.space = space, access.bytes = 8, access.mbarrier = what;
  auto draft = at_address(access, address);
  if (draft) draft->values = {value};
  return draft;
}

/// mbarrier.init.shared.b64 [at], count; mbarrier.arrive.shared::cta.b64 state, [at]{, count};
/// mbarrier.try_wait.parity.shared.b64 p, [at], parity{, time}; and others of their kind.
Result<void> Decoder::add_mbarrier(const ptx::Statement& statement) {
  const auto has = [&](std::string_view word) { return function_.has(statement, word); };
  static constexpr std::pair<std::string_view, Mbarrier> kAll[] = {
      {"init", Mbarrier::kInit},        {"inval", Mbarrier::kInvalidate},
      {"arrive", Mbarrier::kArrive},    {"arrive_drop", Mbarrier::kArriveAndDrop},
      {"expect_tx", Mbarrier::kExpect}, {"complete_tx", Mbarrier::kComplete},
      {"test_wait", Mbarrier::kTest},   {"try_wait", Mbarrier::kTest}};
  const auto modifiers = function_.modifiers_of(statement);
  const auto found =
      std::ranges::find(kAll, modifiers.empty() ? "" : modifiers[0], [](const auto& p) { return p.first; });
  if (found == std::end(kAll) || !has("b64")) return refuse_opcode();
  static constexpr std::string_view kKnown[] = {"expect_tx",       "parity",  "noComplete", "shared",
                                                "shared::cta",     "b64",     "cta",        "cluster",
                                                "shared::cluster", "release", "acquire",    "relaxed"};
  for (const std::string_view word : modifiers.subspan(1))
    if (std::ranges::find(kKnown, word) == std::end(kKnown)) return refuse_opcode();
  Mbarrier what = found->second;
  const bool arrives = what == Mbarrier::kArrive || what == Mbarrier::kArriveAndDrop, tests = what == Mbarrier::kTest;
  if (what == Mbarrier::kArriveAndDrop && has("expect_tx")) return refuse_opcode();
  if (what == Mbarrier::kArrive && has("expect_tx")) what = Mbarrier::kArriveExpect;
  if (tests && has("parity")) what = Mbarrier::kTestParity;

  auto operands = function_.operands_of(statement);
  Ref result;
  if (arrives || tests) {
    const auto to =
        operands.empty() ? refuse_opcode() : destination(operands[0], tests ? Holds::kPredicate : Holds::k64);
    if (!to) return tl::unexpected(to.error());
    result = *to, operands = operands.subspan(1);
  }
  if (modifiers[0] == "try_wait" && operands.size() == 3) operands = operands.first(2);  // how long it may wait
  const bool may_lack = what == Mbarrier::kArrive || what == Mbarrier::kArriveAndDrop || what == Mbarrier::kInvalidate;
  if (operands.size() != 2 && !(may_lack && operands.size() == 1)) return refuse_opcode();
  const Holds holds = what == Mbarrier::kTest ? Holds::k64 : Holds::k32;
  const auto value = operands.size() == 2 ? source(operands[1], holds) : Result<Ref>(draft_.constant(holds, 1));
  if (!value) return tl::unexpected(value.error());
  const bool is_shared = has("shared") || has("shared::cta") || has("shared::cluster");
  auto access = mbarrier_access(operands[0], is_shared ? Space::kShared : Space::kGeneric, what, *value);
  if (!access) return tl::unexpected(access.error());
  access->result = result;
  emit(Does::kMbarrier).accesses = {std::move(*access)};
  return {};
}

}  // namespace gemmscope::lockstep
