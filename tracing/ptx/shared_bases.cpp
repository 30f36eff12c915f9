// SPDX-License-Identifier: MIT
#include "tracing/ptx/shared_bases.h"

#include <algorithm>

namespace gemmscope::ptx {
namespace {

constexpr int kMostPasses = 64;
constexpr std::size_t kMostVariables = 16;

/// Whether that is more than was known of `to`.
bool add(SharedBases& to, const SharedBases& from) {
  const std::size_t before = to.variables.size();
  if (before <= kMostVariables) to.variables.insert(from.variables.begin(), from.variables.end());
  const bool others = to.others || from.others || to.variables.size() > kMostVariables;
  const bool more = others != to.others || to.variables.size() != before;
  to.others = others;
  return more;
}

class SharedBaseFinder {
 public:
  SharedBaseFinder(const Module& module, const Function& function)
      : module_(module), function_(function), of_(function.registers.size()) {
    for (const Variable& parameter : function.parameters)
      if (parameter.register_index != kNoIndex) of_[parameter.register_index].others = true;
  }

  std::vector<SharedBases> run() {
    int passes = 0;
    do {
      changed_ = false;
      for (const Statement& statement : function_.code) follow(statement);
    } while (changed_ && ++passes < kMostPasses);
    std::vector<SharedBases> all;
    for (const Statement& statement : function_.code) all.push_back(accessed(statement));
    return all;
  }

 private:
  /// Calls `act` with each register of the operand, and of those within it.
  template <class Act>
  void for_registers(const Operand& operand, const Act& act) const {
    if (operand.of == Of::kRegister && operand.index < of_.size()) act(operand.index);
    for (const Operand& child : function_.children_of(operand)) for_registers(child, act);
  }
  /// What the operand's value, or the address that it is, is computed from.
  SharedBases base_of(const Operand& operand) const {
    SharedBases bases;
    const bool named = operand.kind == OperandKind::kSymbol || operand.kind == OperandKind::kAddress;
    const Variable* const variable = named ? variable_of(module_, function_, operand) : nullptr;
    if (variable != nullptr && variable->space == Space::kShared) bases.variables.insert(variable->name);
    for_registers(operand, [&](std::uint32_t from) { add(bases, of_[from]); });  // predicates have none
    return bases;
  }

  void follow(const Statement& statement) {
    const auto operands = function_.operands_of(statement);
    if (operands.empty() || operands[0].kind == OperandKind::kAddress) return;
    SharedBases from;
    const bool calls = statement.base == "call";
    const bool loads = std::ranges::find(operands, OperandKind::kAddress, &Operand::kind) != operands.end();
    if (!calls && !loads)
      for (const Operand& operand : operands.subspan(1)) add(from, base_of(operand));
    const bool passed = loads && is_passed(operands);
    for_registers(operands[0], [&](std::uint32_t to) {
      if (function_.registers[to].type == Type::kPred) return;
      const bool may_point = loads && !is_argument(operands) && bits_of(function_.registers[to].type) >= 64;
      SharedBases all = from;
      all.others = all.others || calls || passed || may_point;
      changed_ = add(of_[to], all) || changed_;
    });
  }

  /// What the kernel is launched with is no address in shared memory.
  bool is_argument(std::span<const Operand> operands) const {
    return function_.is_entry && operands.size() > 1 && operands[1].of == Of::kParameter;
  }
  /// By a caller, or by a function that was called.
  bool is_passed(std::span<const Operand> operands) const {
    const Variable* const from = operands.size() > 1 ? variable_of(module_, function_, operands[1]) : nullptr;
    return from != nullptr && from->space == Space::kParam && !is_argument(operands);
  }

  bool says_shared(const Statement& statement) const {
    const auto modifiers = function_.modifiers_of(statement);
    return std::any_of(modifiers.begin(), modifiers.end(),
                       [](std::string_view m) { return space_named(m) == Space::kShared; });
  }
  /// It says so, or says of no space.
  bool may_be_shared(const Statement& statement) const {
    const auto modifiers = function_.modifiers_of(statement);
    return says_shared(statement) || std::none_of(modifiers.begin(), modifiers.end(),
                                                  [](std::string_view m) { return space_named(m) != Space::kNone; });
  }

  /// A copy has two addresses.
  SharedBases accessed(const Statement& statement) const {
    SharedBases bases, unknown;
    bool accesses = false;
    if (!may_be_shared(statement)) return bases;
    for (const Operand& operand : function_.operands_of(statement)) {
      if (operand.kind != OperandKind::kAddress) continue;
      accesses = true;
      const SharedBases its = base_of(operand);
      add(its.variables.empty() ? unknown : bases, its);
    }
    if (bases.variables.empty() && accesses) bases.others = unknown.others || says_shared(statement);
    bases.others = bases.others || (changed_ && accesses);  // there was more to be found
    return bases;
  }

  const Module& module_;
  const Function& function_;
  std::vector<SharedBases> of_;  ///< by register
  bool changed_ = false;
};

}  // namespace

std::vector<SharedBases> shared_bases_of(const Module& module, const Function& function) {
  return SharedBaseFinder(module, function).run();
}

}  // namespace gemmscope::ptx
