// SPDX-License-Identifier: MIT
/// @file derived.h
/// What a kernel computes from the values that some of its statements give.
#pragma once

#include <span>
#include <vector>

#include "tracing/ptx/kernel_graph.h"

namespace gemmscope::ptx {

class Derived {
 public:
  /// For the values that the steps `from` write to registers.
  ///
  /// Rule    The result of an instruction comes from everything that it reads. With `through_memory`, a value that is
  ///         loaded from a variable in shared memory comes from all values that are stored to the variable.
  Derived(const KernelGraph& graph, std::span<const std::uint32_t> from, bool through_memory);

  /// Whether the value that the step stores is computed from them; and whether they are part of its address.
  [[nodiscard]] bool is_stored_by(std::uint32_t step) const;
  [[nodiscard]] bool is_address_of(std::uint32_t step) const;
  /// Whether they decide if a thread reaches the step: by its predicate, or by a branch before it.
  [[nodiscard]] bool decides(std::uint32_t step) const;
  /// Whether some instruction computes with both these and those.
  [[nodiscard]] bool meets(const Derived& other) const;
  /// Whether the step reads one of them, or its predicate is one.
  [[nodiscard]] bool reads(std::uint32_t step) const;
  /// The blocks that end in a branch that they decide.
  [[nodiscard]] const std::vector<std::uint32_t>& branches() const { return branches_; }

 private:
  [[nodiscard]] bool has(std::uint32_t step, std::uint32_t reg) const {
    return has_[graph_.frames()[graph_.steps()[step].frame].first_register + reg];
  }
  void write(std::uint32_t step);
  void store(std::uint32_t step);
  [[nodiscard]] bool may_load(std::uint32_t step) const;

  const KernelGraph& graph_;
  std::vector<bool> has_;     ///< by register
  std::vector<bool> passes_;  ///< by frame: as a parameter or result
  SharedBases stored_;        ///< where derived values are in shared memory
  bool changed_ = false;
  std::vector<std::uint32_t> branches_;
  std::vector<bool> decided_;  ///< by block
};

/// Whether a statement puts into registers what it finds in memory: ld, ldu, ldmatrix, atom.
[[nodiscard]] bool is_load(const Statement& statement);

/// Whether a load and a store have the same address, that is, name it by the same register or variable and the
/// same distance from it, which may have been added before.
[[nodiscard]] bool have_one_address(const KernelGraph& graph, std::uint32_t load, std::uint32_t store);

}  // namespace gemmscope::ptx
