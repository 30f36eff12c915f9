// SPDX-License-Identifier: MIT
#include "tracing/lockstep/draft.h"

#include <algorithm>

#include "tracing/lockstep/touches.h"

namespace gemmscope::lockstep {
namespace {

Jump jump_of(const DraftInstruction& draft) {
  const Instruction& instruction = draft.instruction;
  Jump jump;
  const bool always = !draft.predicate.there();
  if (instruction.does == Does::kBranch) jump.targets = {instruction.target}, jump.goes_on = !always;
  if (instruction.does == Does::kSwitch) jump.targets = draft.targets, jump.goes_on = !always;
  if (instruction.does == Does::kExit || instruction.does == Does::kReturn) jump.leaves = true, jump.goes_on = !always;
  return jump;
}

Touched touched_by(const DraftInstruction& draft) {
  Touched touched;
  const auto add = [](std::vector<std::uint32_t>& to, Ref ref) {
    if (ref.there() && ref.is_register) to.push_back(ref.index);
  };
  for (const Ref ref : draft.written) add(touched.written, ref);
  for (const Ref ref : draft.read) add(touched.read, ref);
  add(touched.read, draft.predicate);
  for (const auto& [access, address, result, values] : draft.accesses) {
    add(touched.read, address);
    add(touched.written, result);
    for (const Ref ref : values) add(access.kind == AccessKind::kLoad ? touched.written : touched.read, ref);
  }
  touched.some_lanes = draft.predicate.there();
  return touched;
}

bool is_plain(const Access& access) {
  bool words = access.bytes == 4 && (access.count == 1 || access.count == 4) && access.address != kNoSlot;
  for (std::size_t v = 0; v < access.count; ++v) words = words && access.holds[v] == Holds::k32;
  const bool moves = access.kind == AccessKind::kLoad || access.kind == AccessKind::kStore;
  return words && moves && !access.asynchronous && access.matrices == 0 &&
         (access.space == Space::kGlobal || access.space == Space::kShared);
}

}  // namespace

void Draft::finish(Program& program, ProgramFunction& function) const {
  std::vector<Jump> jumps;
  std::vector<Touched> touched;
  for (const DraftInstruction& draft : code) {
    jumps.push_back(jump_of(draft));
    touched.push_back(touched_by(draft));
  }
  const std::vector<BasicBlock> blocks = basic_blocks(jumps);
  const SlotPlan plan = plan_slots(touched, blocks, registers);

  constexpr std::uint32_t kAlign = 64;  // a vector register of the host
  const auto aligned = [](std::uint32_t n) { return (n + kAlign - 1) / kAlign * kAlign; };
  const std::uint32_t first = aligned(program.register_bytes);
  std::uint32_t end = first + aligned(plan.bytes);
  std::vector<Slot> of_place;
  for (const Place& place : places_) {
    of_place.push_back(end);
    switch (place.kind) {
      case Kind::kConstant: program.constants.push_back({end, place.holds, place.value}); break;
      case Kind::kArgument:
        program.arguments.push_back({end, place.holds, static_cast<std::uint32_t>(place.value), place.bytes});
        break;
      case Kind::kSpecial:
        program.specials.push_back({end, place.holds, static_cast<Special>(place.value)});
        if (program.specials.back().what == Special::kFrame) function.frame = end;
        break;
    }
    end += slot_bytes(place.holds);
  }
  program.register_bytes = end;
  function.registers = first, function.register_bytes = end - first;
  const auto slot_of = [&](Ref ref) {
    return !ref.there() ? kNoSlot : ref.is_register ? first + plan.of[ref.index] : of_place[ref.index];
  };

  const std::vector<std::uint32_t> meets = meeting_blocks(blocks);
  const auto begin = static_cast<std::uint32_t>(program.code.size());
  function.begin = begin;
  for (std::uint32_t b = 0; b < blocks.size(); ++b)
    for (std::uint32_t i = blocks[b].begin; i < blocks[b].end; ++i) {
      const DraftInstruction& draft = code[i];
      Instruction instruction = draft.instruction;
      instruction.predicate = slot_of(draft.predicate);
      const bool many = instruction.does == Does::kWhole;
      if (many) instruction.index = static_cast<std::uint32_t>(program.operands.size());
      std::size_t at = 0;
      for (const std::vector<Ref>* refs : {&draft.written, &draft.read})
        for (const Ref ref : *refs)
          if (many)
            program.operands.push_back(slot_of(ref));
          else
            instruction.operands[at++] = slot_of(ref);
      instruction.meets = meets[b] == kNowhere ? kNowhere : begin + blocks[meets[b]].begin;
      instruction.target += begin;
      if (instruction.does == Does::kSwitch) {
        instruction.index = static_cast<std::uint32_t>(program.tables.size());
        for (std::uint32_t& target : program.tables.emplace_back(draft.targets)) target += begin;
      }
      if (!draft.accesses.empty()) instruction.index = static_cast<std::uint32_t>(program.accesses.size());
      for (const DraftAccess& each : draft.accesses) {
        Access access = each.access;
        access.address = slot_of(each.address), access.result = slot_of(each.result);
        for (std::size_t v = 0; v < each.values.size(); ++v)
          access.values[v] = slot_of(each.values[v]), access.holds[v] = holds(each.values[v]);
        access.plain = is_plain(access);
        program.accesses.push_back(access);
      }
      program.code.push_back(instruction);
      program.statements.push_back(draft.statement);
    }
  find_straight(program.code);
}

}  // namespace gemmscope::lockstep
