// SPDX-License-Identifier: MIT
/// @file common_ways.h
/// Which places all threads of a block reach together, as far as a kernel's code shows: a barrier of the block may be
/// there.
#pragma once

#include <vector>

#include "tracing/ptx/kernel_graph.h"

namespace gemmscope::ptx {

class CommonWays {
 public:
  /// Rule    A branch parts threads if its condition may differ between them: if it comes from the thread's number,
  ///         from the result of an atomic operation or a shuffle, from memory at an address that differs, or was
  ///         computed where threads are apart. Threads that go to the kernel's end have ended: the others are all that
  ///         remain.
  explicit CommonWays(const KernelGraph& graph);

  /// Whether all threads that have not ended reach the step, equally often.
  [[nodiscard]] bool has(std::uint32_t step) const { return !apart_[graph_.block_of(step)]; }
  /// The last common step before `step` or at it, and the first behind it; kNoIndex: there is none.
  [[nodiscard]] std::uint32_t before(std::uint32_t step) const;
  [[nodiscard]] std::uint32_t after(std::uint32_t step) const;
  /// Branches by which differing threads may end before the step: if they do, the others go on together.
  [[nodiscard]] std::vector<std::uint32_t> ends_before(std::uint32_t step) const;
  /// Whether the same branches part the threads that reach the two.
  [[nodiscard]] bool are_parted_alike(std::uint32_t one, std::uint32_t other) const;

 private:
  struct Branch {
    std::uint32_t block = 0;
    std::vector<bool> parts;  ///< blocks behind it where some of the threads are
  };
  void follow(std::uint32_t step);
  void part(std::uint32_t block);
  [[nodiscard]] bool only_ends(std::uint32_t block) const;
  /// The outermost branch that parts the threads in the block.
  [[nodiscard]] const Branch* around(std::uint32_t block) const;
  [[nodiscard]] std::uint32_t register_of(std::uint32_t step, std::uint32_t index) const {
    return graph_.frames()[graph_.steps()[step].frame].first_register + index;
  }
  void vary(std::uint32_t reg) { changed_ = changed_ || !varies_[reg], varies_[reg] = true; }

  const KernelGraph& graph_;
  std::vector<bool> varies_;  ///< by register: threads may have different values
  std::vector<bool> passes_;  ///< by frame: it passes a differing value to a function, or returns it
  std::vector<bool> apart_;   ///< by block
  std::vector<bool> parted_;  ///< by block: it is in `branches_`
  std::vector<Branch> branches_;
  std::vector<bool> ends_;  ///< by block: some of the threads that leave it end
  bool changed_ = false;
};

}  // namespace gemmscope::ptx
