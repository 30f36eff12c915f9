// SPDX-License-Identifier: MIT
#include "tracing/ptx/shared_bases.h"

#include <algorithm>
#include <utility>

namespace gemmscope::ptx {
namespace {

constexpr int kMostPasses = 64;
constexpr std::size_t kMostVariables = 16;
constexpr std::size_t kMostLooks = 10'000'000;  ///< then a way counts as one of its own

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
      : module_(module), function_(function), of_(function.registers.size()), loaded_(function.registers.size()) {
    for (const Variable& parameter : function.parameters)
      if (parameter.register_index != kNoIndex) of_[parameter.register_index].others = true;
  }

  std::vector<SharedBases> run(bool choices) {
    settle();
    for (const Statement& statement : function_.code) doubt(statement);
    if (!changed_) settle();
    if (choices) find_choices();
    std::vector<SharedBases> all;
    for (const Statement& statement : function_.code) {
      all.push_back(accessed(statement));
      all.back().chosen =
          !choices || std::ranges::any_of(function_.operands_of(statement), [&](const Operand& operand) {
            return operand.kind == OperandKind::kAddress && has_chosen(operand);
          });
    }
    return all;
  }

 private:
  void settle() {
    int passes = 0;
    do {
      changed_ = false;
      for (const Statement& statement : function_.code) follow(statement);
    } while (changed_ && ++passes < kMostPasses);
  }

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
    const bool loaded = comes_from_memory(statement);
    for_results(statement, [&](std::uint32_t to, const SharedBases& from) {
      changed_ = add(of_[to], from) || (loaded && !loaded_[to]) || changed_;
      loaded_[to] = loaded_[to] || loaded;
    });
  }
  /// After everything is found: a register to which one statement gives the address of a variable, and this one a
  /// number from memory, which may be any address.
  void doubt(const Statement& statement) {
    const auto operands = function_.operands_of(statement);
    const auto may_be_any = [&](const Operand& operand) {
      return base_of(operand).variables.empty() && is_loaded(operand);
    };
    for_results(statement, [&](std::uint32_t to, const SharedBases& from) {
      if (of_[to].variables.empty()) return;
      const bool chooses = statement.base == "selp" && std::ranges::any_of(operands.subspan(1), may_be_any);
      of_[to].others = of_[to].others || chooses || (from.variables.empty() && comes_from_memory(statement));
    });
  }
  /// Registers that hold, or are computed from, a value that depends on the block: by selp, or because several ways
  /// lead to them and the block decides at some branch. The step of a loop is not another way.
  void find_choices() {
    sources_.assign(function_.registers.size(), {});
    chosen_.assign(function_.registers.size(), false);
    const bool branches = mark_of_block();
    for (const Statement& statement : function_.code)
      for_results(statement, [&](std::uint32_t to, const SharedBases&) {
        std::vector<std::uint32_t>& sources = sources_[to].emplace_back();
        const auto operands = function_.operands_of(statement);
        if (std::ranges::find(operands, OperandKind::kAddress, &Operand::kind) != operands.end()) return;  // a load
        for (const Operand& operand : operands.subspan(1))
          for_registers(operand, [&](std::uint32_t r) { sources.push_back(r); });
        if (statement.base == "selp" && operands.size() > 3 && is_of_block(operands[3])) chosen_[to] = true;
      });
    for (std::uint32_t r = 0; r < sources_.size() && branches; ++r) {
      std::size_t ways = 0;
      for (const auto& way : sources_[r]) ways += sources_[r].size() > 1 && !leads_back(way, r) ? 1 : 0;
      if (ways > 1) chosen_[r] = true;
    }
    for (bool more = true; std::exchange(more, false);)
      for (std::uint32_t r = 0; r < sources_.size(); ++r)
        for (const auto& way : sources_[r])
          if (!chosen_[r] && std::ranges::any_of(way, [&](std::uint32_t from) { return chosen_[from]; }))
            chosen_[r] = more = true;
  }
  /// Finds registers that are computed from the block's number. Returns whether a branch is.
  bool mark_of_block() {
    of_block_.assign(function_.registers.size(), false);
    bool branches = false;
    for (bool more = true; std::exchange(more, false);)
      for (const Statement& statement : function_.code) {
        const auto operands = function_.operands_of(statement);
        const bool guarded = statement.predicate != kNoIndex && of_block_[statement.predicate];
        if (statement.base == "bra" || statement.base == "brx") branches = branches || guarded;
        if (operands.empty() || operands[0].kind == OperandKind::kAddress) continue;
        const bool computed =
            std::ranges::any_of(operands.subspan(1), [&](const Operand& o) { return is_of_block(o); });
        if (computed || guarded)
          for_registers(operands[0], [&](std::uint32_t to) {
            more = more || !of_block_[to];
            of_block_[to] = true;
          });
      }
    return branches;
  }
  bool is_of_block(const Operand& operand) const {
    if (operand.kind == OperandKind::kSpecial)
      return operand.special() == Special::kCtaid || operand.special() == Special::kSmid;
    bool found = false;
    for_registers(operand, [&](std::uint32_t from) { found = found || of_block_[from]; });
    return found;
  }
  bool leads_back(std::vector<std::uint32_t> open, std::uint32_t to) {
    std::vector<bool> seen(sources_.size());
    while (!open.empty()) {
      const std::uint32_t r = open.back();
      open.pop_back();
      if (r == to) return true;
      if (seen[r] || ++looks_ > kMostLooks) continue;
      seen[r] = true;
      for (const auto& way : sources_[r]) open.insert(open.end(), way.begin(), way.end());
    }
    return false;
  }
  bool has_chosen(const Operand& operand) const {
    bool chosen = false;
    for_registers(operand, [&](std::uint32_t from) { chosen = chosen || chosen_[from]; });
    return chosen;
  }

  bool is_loaded(const Operand& operand) const {
    bool loaded = false;
    for_registers(operand, [&](std::uint32_t from) { loaded = loaded || loaded_[from]; });
    return loaded;
  }
  /// Whether the statement's result is computed from a loaded value other than the kernel's arguments.
  bool comes_from_memory(const Statement& statement) const {
    const auto operands = function_.operands_of(statement);
    if (operands.empty()) return false;
    const bool loads = std::ranges::find(operands, OperandKind::kAddress, &Operand::kind) != operands.end();
    if (loads) return !is_argument(operands);
    return std::ranges::any_of(operands.subspan(1), [&](const Operand& operand) { return is_loaded(operand); });
  }

  /// Calls `act` with each register that the statement writes, and the sources of its value.
  template <class Act>
  void for_results(const Statement& statement, const Act& act) const {
    const auto operands = function_.operands_of(statement);
    if (operands.empty() || operands[0].kind == OperandKind::kAddress) return;
    SharedBases from;
    const bool calls = statement.base == "call";
    const bool loads = std::ranges::find(operands, OperandKind::kAddress, &Operand::kind) != operands.end();
    if (!calls && !loads) from = computed(statement, operands.subspan(1));
    const bool passed = loads && is_passed(operands);
    for_registers(operands[0], [&](std::uint32_t to) {
      if (function_.registers[to].type == Type::kPred) return;
      const bool may_point = loads && !is_argument(operands) && bits_of(function_.registers[to].type) >= 64;
      SharedBases all = from;
      all.others = all.others || calls || passed || may_point;
      act(to, all);
    });
  }

  /// A value that is added to an address, or that changes bits of it, is an index, wherever it comes from.
  SharedBases computed(const Statement& statement, std::span<const Operand> operands) const {
    constexpr std::string_view kSums[] = {"add", "sub", "mad", "or", "xor", "and", "lop3"};
    const bool sums = std::ranges::find(kSums, statement.base) != std::end(kSums);
    SharedBases all, addresses;
    for (const Operand& operand : operands) {
      const SharedBases its = base_of(operand);
      add(all, its);
      if (!its.variables.empty()) add(addresses, its);
    }
    return sums && !addresses.variables.empty() ? addresses : all;
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

  /// A copy has two addresses. The address after them is the mbarrier's.
  SharedBases accessed(const Statement& statement) const {
    SharedBases bases, unknown;
    bool accesses = false;
    if (!may_be_shared(statement)) return bases;
    const auto modifiers = function_.modifiers_of(statement);
    const auto operands = function_.operands_of(statement);
    const bool is_bulk = std::ranges::find(modifiers, "bulk") != modifiers.end();
    for (const Operand& operand :
         operands.first(is_bulk ? std::min<std::size_t>(operands.size(), 2) : operands.size())) {
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
  std::vector<bool> loaded_;     ///< by register: computed from what was loaded
  bool changed_ = false;
  std::vector<std::vector<std::vector<std::uint32_t>>> sources_;  ///< by register: of each way, what it is from
  std::vector<bool> of_block_, chosen_;                           ///< by register
  std::size_t looks_ = 0;
};

}  // namespace

std::vector<SharedBases> shared_bases_of(const Module& module, const Function& function, bool choices) {
  return SharedBaseFinder(module, function).run(choices);
}

}  // namespace gemmscope::ptx
