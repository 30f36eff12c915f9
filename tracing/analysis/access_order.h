// SPDX-License-Identifier: MIT
/// @file access_order.h
/// Which of two accesses comes first, as a program's PTX and source say: whether a race is a read after a write, a
/// write after a read, or neither.
#pragma once

#include "tracing/analysis/finding.h"
#include "tracing/analysis/program_steps.h"

namespace gemmscope::analysis {

/// An access, with its place in the program's order.
struct OrderedAccess {
  std::uint32_t step = kNoStatement;
  std::uint32_t when = 0;  ///< ProgramSteps::when()
  bool store = false, atomic = false;
};

/// How a store and another access race.
struct RaceKind {
  Fault fault;
  Sequence sequence;
};

class AccessOrder {
 public:
  /// `steps`: of the recording's PTX; null: it has none.
  AccessOrder(const format::Recording& recording, const ProgramSteps* steps) : r_(recording), steps_(steps) {}

  /// `before`: the store comes first by the warps' requests, which decides where the program does not.
  [[nodiscard]] RaceKind of(const OrderedAccess& store, const OrderedAccess& access, bool before) const;

 private:
  [[nodiscard]] Sequence in_source(std::uint32_t first, std::uint32_t second, Sequence sequence) const;
  [[nodiscard]] RaceKind of_lines(std::uint32_t store, std::uint32_t load) const;
  [[nodiscard]] bool is_plain_change_among_atomics(const OrderedAccess& store, const OrderedAccess& access) const;
  [[nodiscard]] bool are_of_one_pass(const OrderedAccess& one, const OrderedAccess& other) const;
  [[nodiscard]] bool are_of_two_passes(const OrderedAccess& one, const OrderedAccess& other) const;

  const format::Recording& r_;
  const ProgramSteps* steps_;
};

}  // namespace gemmscope::analysis
