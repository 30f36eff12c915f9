// SPDX-License-Identifier: MIT
/// @file check.h
/// What is wrong with a kernel, found from its recording alone: docs/checks.md explains every check with an example.
///
/// A recording of a part of a launch never gives a kind of finding that the whole would not give: where what was left
/// out could matter, nothing is claimed (CheckScope says so). Counts may differ: of a race, each access is counted with
/// the nearest store that is recorded.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "tracing/analysis/check_budget.h"
#include "tracing/analysis/finding.h"
#include "tracing/analysis/remarks.h"

namespace gemmscope::analysis {

/// How far a recording allows a check.
struct CheckScope {
  enum class Extent : std::uint8_t { kWhole, kRecorded, kNothing } extent = Extent::kWhole;
  std::string_view why;  ///< what is missing, in a clause; empty for kWhole
  bool applies = true;   ///< false: it is for matrix products in tiles, or for older GPUs, and not for this kernel
};

/// All lists are in one order: what ended the launch, then by fault, races inside a warp last, then as in the program.
struct CheckResult {
  std::vector<Finding> findings;
  std::vector<Finding> agreed;             ///< not findings: both threads stored the same value (Finding::agreed)
  std::vector<Finding> unused;             ///< not findings: nothing depends on these reads of unwritten memory
  std::vector<Finding> branch_barriers;    ///< not findings, but worth knowing: divergences in branches
  std::vector<Remark> remarks;             ///< what the launch leaves unused, and what is doubtful in its product
  std::vector<Finding> undecided;          ///< accesses that may or may not race (Finding::undecided)
  std::vector<GapOfRaces> gaps;            ///< where the barriers of the findings are missing
  std::array<CheckScope, kFaults> scopes;  ///< by Fault

  std::uint64_t count(Fault fault) const;  ///< of all findings of that kind
  /// Why there may be more faults than were found, of the first check that is kRecorded. Empty: all was looked at, or
  /// nothing.
  std::string_view incomplete() const;
  int made() const;      ///< checks that looked at anything
  int applying() const;  ///< checks that could apply
  /// How far all checks that were made have looked: kWhole only if each of them looked at the whole launch.
  CheckScope::Extent extent() const;
};

/// Cost     a walk over each pattern, in which barrier intervals that repeat are looked at once, and one over the
///          blocks: a fraction of a second for 4096^3.
[[nodiscard]] CheckResult check(const format::Recording& recording,
                                const Clock& clock = std::chrono::steady_clock::now);
/// `tiles`: what tiles_of() has found in the recording.
[[nodiscard]] CheckResult check(const format::Recording& recording, const std::optional<Tiles>& tiles,
                                const Clock& clock = std::chrono::steady_clock::now);

}  // namespace gemmscope::analysis
