// SPDX-License-Identifier: MIT
/// @file barrier_gaps.h
/// Races by the place where a barrier would come between their two accesses: one barrier that is missing gives a race
/// for each pair of lines around it.
#pragma once

#include <span>

#include "tracing/analysis/finding.h"
#include "tracing/analysis/program_steps.h"

namespace gemmscope::analysis {

/// The smallest possible number of gaps, in the order of their first findings; each race between two lines is in
/// exactly one. No gap has other findings, races of a line with itself, which come from where it stores and not from
/// the order, or races that no barrier fixes.
///
/// `steps`: of the recording's PTX, which says what leads where and which places all threads reach. Null: lines alone
/// count.
[[nodiscard]] std::vector<GapOfRaces> barrier_gaps(const format::Recording& recording, const ProgramSteps* steps,
                                                   std::span<const Finding> findings);

/// The findings, with those of one gap merged into one, which has them as its parts: the one of the worst kind comes
/// first.
[[nodiscard]] std::vector<Finding> one_for_each_gap(const format::Recording& recording, const ProgramSteps& steps,
                                                    std::vector<Finding> findings);

}  // namespace gemmscope::analysis
