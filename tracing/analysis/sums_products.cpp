// SPDX-License-Identifier: MIT
#include "tracing/analysis/sums_products.h"

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
  explicit LoadedNumbers(const ptx::Function& kernel) : kernel_(kernel), loaded_(kernel.registers.size()) {
    for (bool more = true; more;) {  // a loop may move what it has loaded further down
      more = false;
      for (const ptx::Statement& statement : kernel.code) more = note(statement) || more;
    }
  }

  [[nodiscard]] bool are_multiplied_by(const ptx::Statement& statement) const {
    const auto operands = kernel_.operands_of(statement);
    return (statement.base == "fma" || statement.base == "mad") && operands.size() == 4 && is_loaded(operands[1]) &&
           is_loaded(operands[2]) && operands[1].index != operands[2].index;
  }

 private:
  /// Returns whether it gives a loaded number to a register for the first time.
  bool note(const ptx::Statement& statement) {
    const auto operands = kernel_.operands_of(statement);
    if (operands.size() != 2) return false;
    const bool loads = statement.base == "ld" && !kernel_.has(statement, "param") && !kernel_.has(statement, "const");
    const bool moves = (statement.base == "mov" || statement.base == "cvt") &&
                       of_each(operands[1], [&](const Operand& from) { return is_loaded(from); });
    bool is_new = false;
    if (loads || moves)
      of_each(operands[0], [&](const Operand& to) {
        if (to.kind != OperandKind::kRegister || loaded_[to.index]) return true;
        return is_new = loaded_[to.index] = true;
      });
    return is_new;
  }

  /// The operand itself, or those of a vector. Returns whether `f` is true for all.
  template <class F>
  bool of_each(const Operand& operand, F f) const {
    if (operand.kind != OperandKind::kVector) return f(operand);
    return std::ranges::all_of(kernel_.children_of(operand), f);
  }

  [[nodiscard]] bool is_loaded(const Operand& operand) const {
    return operand.kind == OperandKind::kRegister && loaded_[operand.index];
  }

  const ptx::Function& kernel_;
  std::vector<bool> loaded_;  ///< by register
};

}  // namespace

bool sums_products(const format::Recording& recording) {
  const auto module = ptx::read(recording.code.ptx);
  const ptx::Function* const kernel = module ? module->find_function(recording.code.entry) : nullptr;
  if (kernel == nullptr) return false;
  const LoadedNumbers numbers(*kernel);
  return std::ranges::any_of(kernel->code, [&](const auto& each) { return numbers.are_multiplied_by(each); });
}

}  // namespace gemmscope::analysis
