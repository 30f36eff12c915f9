// SPDX-License-Identifier: MIT
/// @file same_mistake.h
/// Findings that one repair takes away, as their loads and stores show: which of them names the repair.
#pragma once

#include <map>

#include "tracing/analysis/check_budget.h"
#include "tracing/analysis/finding.h"
#include "tracing/analysis/program_steps.h"

namespace gemmscope::analysis {

class SameMistake {
 public:
  SameMistake(const format::Recording& recording, const ProgramSteps& steps, Budget& budget)
      : r_(recording), steps_(steps), budget_(budget) {}

  /// Why `effect` only follows from `cause`; kNone: it does not.
  ///
  /// Rule    A race follows from an access outside its array, if that access is one of its two; the store of a line
  ///         follows from the load, if the line does both with one index.
  ///         A lost update and races of the same load and store are one mistake. If two lanes load in one request, or
  ///         two blocks change the value, or each thread does so once, no barrier can come between: the atomic
  ///         operation is missing, and the races follow. If not, and a barrier in each pass of a loop would part the
  ///         races, then that is missing, and the update follows, as do other races of these accesses for which there
  ///         is no place. Where warps race and there is no place for a barrier, the branch has to be ended for one: it
  ///         parts the lanes inside of warps, too. A read of memory that was never written follows from a race with a
  ///         store there.
  [[nodiscard]] Why why(const Finding& cause, const Finding& effect) const;

 private:
  [[nodiscard]] bool is_same_index(const Finding& one, const Finding& other) const;
  [[nodiscard]] bool is_sure(const Finding& change) const;
  [[nodiscard]] bool loads_together(std::uint16_t site) const;
  [[nodiscard]] bool is_stored(const Access& load, std::uint32_t byte, std::uint16_t store) const;

  const format::Recording& r_;
  const ProgramSteps& steps_;
  Budget& budget_;                                        ///< what it does not allow is not found
  mutable std::map<std::uint16_t, bool> loads_together_;  ///< by site
};

}  // namespace gemmscope::analysis
