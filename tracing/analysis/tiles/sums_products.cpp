// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/sums_products.h"

#include <algorithm>
#include <vector>

#include "tracing/ptx/read.h"

namespace gemmscope::analysis {
namespace {

using ptx::Operand;
using ptx::OperandKind;

/// The registers of a kernel that hold loaded numbers.
class LoadedNumbers {
 public:
  /// `computed`: what is computed from them counts, too.
  LoadedNumbers(const ptx::Function& kernel, bool computed)
      : kernel_(kernel), computed_(computed), loaded_(kernel.registers.size()) {
    for (bool more = true; more;) {  // a loop may move what it has loaded further down
      more = false;
      for (const ptx::Statement& statement : kernel.code) more = note(statement) || more;
    }
  }

  /// Two different numbers, whose product is added to a third.
  [[nodiscard]] bool are_summed_by(const ptx::Statement& statement) const {
    const auto operands = kernel_.operands_of(statement);
    return (statement.base == "fma" || statement.base == "mad") && operands.size() == 4 && is_loaded(operands[1]) &&
           is_loaded(operands[2]) && operands[1].index != operands[2].index;
  }
  [[nodiscard]] bool two_are_multiplied_by(const ptx::Statement& statement) const {
    const auto operands = kernel_.operands_of(statement);
    return are_multiplied_by(statement) && operands[1].index != operands[2].index;
  }
  [[nodiscard]] bool are_multiplied_by(const ptx::Statement& statement) const {
    constexpr std::string_view kMultiply[] = {"fma", "mad", "mul", "dp4a", "dp2a"};
    const auto operands = kernel_.operands_of(statement);
    return std::ranges::find(kMultiply, statement.base) != std::end(kMultiply) && operands.size() > 2 &&
           is_loaded(operands[1]) && is_loaded(operands[2]);
  }

 private:
  /// Returns whether it gives a loaded number to a register for the first time.
  bool note(const ptx::Statement& statement) {
    const auto operands = kernel_.operands_of(statement);
    if (computed_ ? operands.size() < 2 : operands.size() != 2) return false;
    const bool loads = statement.base == "ld" && !kernel_.has(statement, "param") && !kernel_.has(statement, "const");
    const bool moves = (statement.base == "mov" || statement.base == "cvt") &&
                       of_each(operands[1], [&](const Operand& from) { return is_loaded(from); });
    const auto from_loaded = [&](const Operand& from) {
      return !of_each(from, [&](const Operand& o) { return !is_loaded(o); });
    };
    const bool computes = computed_ && statement.base != "ld" && statement.base != "st" &&
                          std::ranges::any_of(operands.subspan(1), from_loaded);
    bool is_new = false;
    if (loads || moves || computes)
      of_each(operands[0], [&](const Operand& to) {
        if (to.kind != OperandKind::kRegister || loaded_[to.index]) return true;
        return is_new = loaded_[to.index] = true;
      });
    return is_new;
  }

  /// The operand itself, or those of a vector, or of a pair, as what a shuffle gives is. Returns whether `f` is true
  /// for all.
  template <class F>
  bool of_each(const Operand& operand, F f) const {
    if (operand.kind != OperandKind::kVector && operand.kind != OperandKind::kPair) return f(operand);
    return std::ranges::all_of(kernel_.children_of(operand), f);
  }

  [[nodiscard]] bool is_loaded(const Operand& operand) const {
    return operand.kind == OperandKind::kRegister && loaded_[operand.index];
  }

  const ptx::Function& kernel_;
  const bool computed_;
  std::vector<bool> loaded_;  ///< by register
};

bool is_of_matrices(const ptx::Statement& statement) {
  return statement.base == "mma" || statement.base == "wmma" || statement.base == "wgmma";
}

/// Whether it holds for any statement of the kernel. `computed`: see LoadedNumbers.
bool any_of(const format::Recording& recording, bool computed, bool if_not_known, const auto& is) {
  const auto module = ptx::read(recording.code.ptx);
  const ptx::Function* const kernel = module ? module->find_function(recording.code.entry) : nullptr;
  if (kernel == nullptr) return if_not_known;
  const LoadedNumbers numbers(*kernel, computed);
  return std::ranges::any_of(kernel->code, [&](const ptx::Statement& each) { return is(numbers, each); });
}

}  // namespace

bool sums_products(const format::Recording& recording) {
  return any_of(recording, false, false,
                [](const LoadedNumbers& numbers, const ptx::Statement& each) { return numbers.are_summed_by(each); });
}

bool multiplies_loaded(const format::Recording& recording) {
  return any_of(recording, false, false, [](const LoadedNumbers& numbers, const ptx::Statement& each) {
    return is_of_matrices(each) || numbers.two_are_multiplied_by(each);
  });
}

bool may_multiply(const format::Recording& recording) {
  return any_of(recording, true, true, [](const LoadedNumbers& numbers, const ptx::Statement& each) {
    return each.base == "call" || is_of_matrices(each) || numbers.are_multiplied_by(each);
  });
}

}  // namespace gemmscope::analysis
