// SPDX-License-Identifier: MIT
/// @file signal_sites.h
/// Which sites give signals in memory, which look for them, and what a look decides.
///
/// A thread that stores to an address, or changes it by an atomic operation, may give a signal there. A thread that
/// loads from it by a strong access (volatile, cuda::atomic), uses the value that an atomic operation finds, or loads
/// it again and again until it has the expected value, looks for a signal. What the look decides comes after the signal
/// that it has seen: a thread that waits in a loop goes on when the signal is there, and what only the last thread to
/// take a ticket does is done when all have taken theirs. What a thread does regardless of what it has seen is not
/// ordered by the signal.
#pragma once

#include <memory>
#include <vector>

#include "tracing/analysis/program_steps.h"
#include "tracing/ptx/derived.h"

namespace gemmscope::analysis {

/// Whether one of two accesses comes before the other.
enum class Known : std::uint8_t {
  kNo,         ///< nothing orders them
  kUndecided,  ///< they are ordered if a thread has seen a certain signal, but values are not recorded
  kYes,
};

/// What a look means for what the same thread does later.
enum class Meaning : std::uint8_t {
  kNone,       ///< nothing: it does that in any case
  kPlace,      ///< the seen value is part of the address
  kChoice,     ///< the seen value and the loaded one are computed with: it may choose
  kCondition,  ///< it does that only if it has seen something
  kWait,       ///< it goes there only when it has seen something
  kNotKnown,   ///< there is no PTX
};

class SignalSites {
 public:
  SignalSites(const format::Recording& recording, std::shared_ptr<const ProgramSteps> steps);

  [[nodiscard]] const ProgramSteps* steps() const { return steps_.get(); }
  /// Whether any thread looks for a signal.
  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] bool looks(std::uint16_t site) const { return looks_[site]; }
  [[nodiscard]] bool gives(std::uint16_t site) const;
  /// Whether the look is in a loop that ends by it.
  [[nodiscard]] bool waits(std::uint16_t site) const { return waits_[site]; }
  /// Whether the look may take a lock: it compares and swaps, or exchanges.
  [[nodiscard]] bool locks(std::uint16_t site) const { return locks_[site]; }
  /// Whether the seen value decides what the thread does, by a branch or a choice of instructions. A load whose value
  /// is only data looks for no signal, whatever its access is called.
  [[nodiscard]] bool decides(std::uint16_t site) const { return decides_[site]; }
  /// Whether the seen value is computed with what is loaded from other arrays, and so may choose between them.
  [[nodiscard]] bool chooses(std::uint16_t site) const;
  /// What the look means for what is done at that site; see Known.
  [[nodiscard]] Meaning meaning(std::uint16_t look, std::uint16_t site) const;

 private:
  /// A loop of the graph; or, if nvcc has made one loop of a loop that begins with another, those blocks of it that are
  /// the other.
  struct Loop {
    std::uint32_t number = 0;  ///< of ProgramSteps::graph()
    std::vector<bool> part{};  ///< by block; empty: the whole loop
    bool only_looks = false;   ///< it does nothing else to memory
    [[nodiscard]] bool has(const ptx::KernelGraph& graph, std::uint32_t block) const {
      return part.empty() ? graph.has(number, block) : part[block];
    }
  };

  void find_waits(std::uint16_t site);
  [[nodiscard]] std::vector<Loop> loops_that_end_by(std::uint32_t branch) const;
  [[nodiscard]] bool may_decide(std::uint16_t site) const;
  [[nodiscard]] bool may_lock(std::uint16_t site) const;

  const format::Recording& r_;
  std::shared_ptr<const ProgramSteps> steps_;
  std::vector<bool> looks_, waits_, locks_, decides_, tensors_;
  bool any_ = false;
  std::vector<std::unique_ptr<ptx::Derived>> derived_;  ///< by site, of looks
  std::vector<std::vector<Loop>> loops_;                ///< by site: those that end by the look
  mutable std::map<std::pair<std::uint16_t, std::uint16_t>, Meaning> known_;
  mutable std::map<std::uint16_t, bool> chooses_;
};

}  // namespace gemmscope::analysis
