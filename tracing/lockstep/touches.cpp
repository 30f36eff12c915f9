// SPDX-License-Identifier: MIT
#include "tracing/lockstep/touches.h"

#include <unordered_map>

namespace gemmscope::lockstep {
namespace {

void add(std::vector<Slot>& to, Slot slot) {
  if (slot != kNoSlot) to.push_back(slot);
}

void add_access(Touches& touches, const Access& access) {
  add(touches.addresses, access.address);
  add(touches.written, access.result);
  const std::size_t values = access.matrices != 0                   ? access.matrices
                             : access.kind == AccessKind::kMbarrier ? 1
                             : access.kind != AccessKind::kAtomic   ? access.count
                             : access.atomic == Atomic::kCompare    ? 2u
                                                                    : 1u;
  for (std::size_t v = 0; v < values; ++v)
    add(access.kind == AccessKind::kLoad ? touches.written : touches.read, access.values[v]);
}

/// Adds what an operation touches; its operands are its results, then its sources.
bool add_operation(Touches& touches, const Instruction& instruction) {
  const Operation* const operation = operation_of(instruction.run);
  if (operation == nullptr) return false;
  for (std::size_t i = 0; i < kMostOperands && operation->operands[i] != Holds::kNothing; ++i)
    add(i < operation->results ? touches.written : touches.read, instruction.operands[i]);
  return true;
}

bool add_matrices(Touches& touches, const Program& program, const Instruction& instruction) {
  const MatrixOperation* const operation = matrix_operation_of(instruction.run);
  if (operation == nullptr) return false;
  std::size_t at = instruction.index;
  for (std::size_t f = 0; f < operation->fragments.size(); ++f)
    for (std::size_t r = 0; r < operation->fragments[f].registers; ++r)
      add(f == 0 ? touches.written : touches.read, program.operands[at++]);
  return true;
}

}  // namespace

const Operation* operation_of(Run run) {
  // Never destroyed, like the other tables: programs launch kernels until their very end.
  static const auto& all = *[] {
    auto* const by_run = new std::unordered_map<Run, const Operation*>;
    for (const Isa isa : {Isa::kAvx2, Isa::kAvx512})
      for (const Operation& operation : all_operations(isa)) by_run->emplace(operation.run, &operation);
    return by_run;
  }();
  const auto found = all.find(run);
  return found == all.end() ? nullptr : found->second;
}

const MatrixOperation* matrix_operation_of(Run run) {
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512})
    for (const MatrixOperation& operation : all_matrix_operations(isa))
      if (operation.run == run) return &operation;
  return nullptr;
}

std::optional<Touches> touches_of(const Program& program, const Instruction& instruction) {
  Touches touches;
  add(touches.addresses, instruction.predicate);
  const auto accesses = [&](std::size_t count) {
    for (std::size_t a = 0; a < count; ++a) add_access(touches, program.accesses[instruction.index + a]);
  };
  switch (instruction.does) {
    case Does::kOperate:
      if (!add_operation(touches, instruction)) return std::nullopt;
      break;
    case Does::kWhole:
      if (!add_matrices(touches, program, instruction)) return std::nullopt;
      break;
    case Does::kRows:
    case Does::kMbarrier:
    case Does::kAccess: accesses(1); break;
    case Does::kCopy:  // its accesses have no registers for values
      for (std::size_t a = 0; a < 2; ++a) add(touches.addresses, program.accesses[instruction.index + a].address);
      add(touches.addresses, instruction.operands[0]);
      break;
    case Does::kBulk:
    case Does::kBulkStore:
      for (std::size_t a = 0; a < bulk_accesses(instruction.does); ++a)
        add(touches.addresses, program.accesses[instruction.index + a].address);
      add(touches.addresses, instruction.operands[0]);
      break;
    case Does::kBarrier:
      if (static_cast<BarrierUse>(instruction.index) >= BarrierUse::kCount)
        add(touches.written, instruction.operands[0]);
      for (std::size_t i = 1; i < 4; ++i) add(touches.addresses, instruction.operands[i]);
      break;
    case Does::kMembers:
      add(touches.addresses, instruction.operands[0]);
      for (std::size_t i = 1; i <= 2 * std::size_t{instruction.index}; ++i) add(touches.read, instruction.operands[i]);
      break;
    case Does::kClock: add(touches.written, instruction.operands[0]); break;
    case Does::kCarry:
      for (const Slot number : instruction.operands) add(touches.addresses, number);
      break;
    case Does::kBranch:
    case Does::kExit:
    case Does::kCommit:
    case Does::kWait:
    case Does::kWarpBarrier:
    case Does::kNothing: break;
    default: return std::nullopt;
  }
  return touches;
}

Jump way_on(const Instruction& instruction) {
  Jump jump;
  const bool always = instruction.predicate == kNoSlot;
  if (instruction.does == Does::kBranch) jump.targets = {instruction.target}, jump.goes_on = !always;
  if (instruction.does == Does::kExit) jump.leaves = true, jump.goes_on = !always;
  return jump;
}

}  // namespace gemmscope::lockstep
