// SPDX-License-Identifier: MIT
#include "tracing/lockstep/computed.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gemmscope::lockstep {
namespace {

bool is_arithmetic(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"abs", "add", "cvt", "div", "ex2", "fma", "mad", "max", "min", "mul", "neg", "selp", "sqrt", "sub", "tanh"});
  return std::ranges::find(kNames, name.substr(0, name.find('.'))) != kNames.end();
}

bool may_load(const Program& program, const Instruction& instruction) {
  if (instruction.does != Does::kAccess) return false;
  const Access& access = program.accesses[instruction.index];
  return access.kind != AccessKind::kStore && !access.constant && access.space != Space::kArgument;
}

bool compares(const Instruction& instruction) {
  const Operation* const operation = instruction.does == Does::kOperate ? operation_of(instruction.run) : nullptr;
  return operation != nullptr && operation->mnemonic.starts_with("set");
}

}  // namespace

Loaded::Loaded(const Program& program, const std::vector<Touches>& touches) {
  const auto add = [&](Slot slot) {
    if (slot == kNoSlot || contains(slot)) return false;
    if (slot >= is_loaded_.size()) is_loaded_.resize(slot + std::size_t{1});
    return is_loaded_[slot] = true, true;
  };
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < program.code.size(); ++i) {
      const Instruction& instruction = program.code[i];
      const bool loads = may_load(program, instruction), keeps = instruction.does != Does::kAccess;
      const bool passes = keeps && !compares(instruction) &&
                          std::ranges::any_of(touches[i].read, [&](Slot slot) { return contains(slot); });
      if (loads || passes)
        for (const Slot slot : touches[i].written) more = add(slot) || more;
    }
  }
}

PartBefore computed_before(const Instruction& instruction, const Operation& operation, const RegisterPart& piece,
                           const Loaded& loaded) {
  const std::string_view name = operation.mnemonic;
  if (!is_arithmetic(name) || operation.results != 1) return {};
  const auto bytes = [&](std::size_t i) { return bytes_of(operation.operands[i]); };
  if (name.starts_with("cvt") && name.find("x2.f32") != name.npos) {  // the first source is the upper half
    const std::uint32_t half = bytes(0) / 2;
    if (piece.offset / half != (piece.offset + piece.bytes - 1) / half) return {true, {}};
    const std::size_t source = piece.offset < half ? 2 : 1;
    if (!loaded.contains(instruction.operands[source])) return {};
    return {false, RegisterPart{instruction.operands[source], 0, bytes(source)}};
  }
  std::optional<std::size_t> source;
  for (std::size_t i = 1; i < operation.operands.size() && operation.operands[i] != Holds::kNothing; ++i) {
    const Slot slot = instruction.operands[i];
    if (operation.operands[i] == Holds::kPredicate || !loaded.contains(slot)) continue;
    if (source && instruction.operands[*source] != slot) return {};
    source = i;
  }
  if (!source) return {};
  const Slot slot = instruction.operands[*source];
  if (name.ends_with("x2")) return {false, RegisterPart{slot, piece.offset, piece.bytes}};
  if (piece.offset != 0) return {};
  return {false, RegisterPart{slot, 0, bytes(*source)}};
}

}  // namespace gemmscope::lockstep
