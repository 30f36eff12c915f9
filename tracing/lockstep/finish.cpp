// SPDX-License-Identifier: MIT
#include "tracing/lockstep/finish.h"

#include <utility>

#include "tracing/lockstep/bundles.h"
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

class Finisher {
 public:
  Finisher(const Draft& draft, Program& program, ProgramFunction& function)
      : draft_(draft), program_(program), function_(function) {}

  void run() {
    std::vector<Jump> jumps;
    std::vector<Touched> touched;
    for (const DraftInstruction& instruction : draft_.code) {
      jumps.push_back(jump_of(instruction));
      touched.push_back(touched_by(instruction));
    }
    const std::vector<BasicBlock> blocks = basic_blocks(jumps);
    const std::vector<std::uint32_t> first = first_of_bundles(draft_, blocks, touched);
    for (std::uint32_t i = 0; i < first.size(); ++i)  // what a bundle loads is there from its first on
      if (first[i] != kNowhere && first[i] != i) add(touched[first[i]].written, touched[i].written);
    lay_out(plan_slots(touched, blocks, draft_.registers));
    add_code(blocks);
    add_fast(program_, function_.begin, first);
  }

 private:
  static void add(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& more) {
    to.insert(to.end(), more.begin(), more.end());
  }

  /// The registers, and behind them what is filled before the kernel runs.
  void lay_out(SlotPlan plan) {
    constexpr std::uint32_t kAlign = 64;  // a vector register of the host
    const auto aligned = [](std::uint32_t n) { return (n + kAlign - 1) / kAlign * kAlign; };
    function_.registers = aligned(program_.register_bytes);
    of_register_ = std::move(plan.of);
    std::uint32_t end = function_.registers + aligned(plan.bytes);
    for (const Draft::Place& place : draft_.places()) {
      of_place_.push_back(end);
      fill(place, end);
      end += slot_bytes(place.holds);
    }
    program_.register_bytes = end;
    function_.register_bytes = end - function_.registers;
  }
  void fill(const Draft::Place& place, Slot at) {
    switch (place.kind) {
      case Draft::Kind::kConstant: program_.constants.push_back({at, place.holds, place.value}); break;
      case Draft::Kind::kArgument:
        program_.arguments.push_back({at, place.holds, static_cast<std::uint32_t>(place.value), place.bytes});
        break;
      case Draft::Kind::kSpecial:
        program_.specials.push_back({at, place.holds, static_cast<Special>(place.value)});
        if (program_.specials.back().what == Special::kFrame) function_.frame = at;
        break;
    }
  }
  Slot slot_of(Ref ref) const {
    if (!ref.there()) return kNoSlot;
    return ref.is_register ? function_.registers + of_register_[ref.index] : of_place_[ref.index];
  }

  void add_code(const std::vector<BasicBlock>& blocks) {
    const std::vector<std::uint32_t> meets = meeting_blocks(blocks);
    function_.begin = static_cast<std::uint32_t>(program_.code.size());
    for (std::uint32_t b = 0; b < blocks.size(); ++b)
      for (std::uint32_t i = blocks[b].begin; i < blocks[b].end; ++i) {
        Instruction instruction = finished(draft_.code[i]);
        if (meets[b] != kNowhere) instruction.meets = function_.begin + blocks[meets[b]].begin;
        if (instruction.does == Does::kBarrier) instruction.target = function_.begin + blocks[b].begin;
        program_.code.push_back(instruction);
        program_.statements.push_back(draft_.code[i].statement);
      }
  }
  Instruction finished(const DraftInstruction& draft) {
    Instruction instruction = draft.instruction;
    instruction.predicate = slot_of(draft.predicate);
    instruction.target += function_.begin;
    add_operands(draft, instruction);
    if (instruction.does == Does::kSwitch) {
      instruction.index = static_cast<std::uint32_t>(program_.tables.size());
      for (std::uint32_t& target : program_.tables.emplace_back(draft.targets)) target += function_.begin;
    }
    if (!draft.accesses.empty()) instruction.index = static_cast<std::uint32_t>(program_.accesses.size());
    for (const DraftAccess& each : draft.accesses) {
      Access access = each.access;
      access.address = slot_of(each.address), access.result = slot_of(each.result);
      for (std::size_t v = 0; v < each.values.size(); ++v)
        access.values[v] = slot_of(each.values[v]), access.holds[v] = draft_.holds(each.values[v]);
      program_.accesses.push_back(access);
    }
    return instruction;
  }
  void add_operands(const DraftInstruction& draft, Instruction& instruction) {
    const bool many = instruction.does == Does::kWhole;
    if (many) instruction.index = static_cast<std::uint32_t>(program_.operands.size());
    std::size_t at = 0;
    for (const std::vector<Ref>* refs : {&draft.written, &draft.read})
      for (const Ref ref : *refs)
        if (many)
          program_.operands.push_back(slot_of(ref));
        else
          instruction.operands[at++] = slot_of(ref);
  }

  const Draft& draft_;
  Program& program_;
  ProgramFunction& function_;
  std::vector<Slot> of_register_, of_place_;
};

}  // namespace

void finish(const Draft& draft, Program& program, ProgramFunction& function) {
  Finisher(draft, program, function).run();
}

}  // namespace gemmscope::lockstep
