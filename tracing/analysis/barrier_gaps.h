// SPDX-License-Identifier: MIT
/// @file barrier_gaps.h
/// Races by the place where a barrier would come between their two accesses: one barrier that is missing gives a race
/// for each pair of lines around it.
#pragma once

#include <span>

#include "tracing/analysis/finding.h"
#include "tracing/analysis/program_steps.h"

namespace gemmscope::analysis {

/// As few as there can be, in the order of their first findings; each race between two lines is in exactly one. In none
/// are other findings, races of a line with itself, which come from where it stores and not from the order, and those
/// that no barrier mends.
///
/// `steps`: of the recording's PTX, which says what leads where and where all threads come by. Null: lines alone count.
[[nodiscard]] std::vector<GapOfRaces> barrier_gaps(const format::Recording& recording, const ProgramSteps* steps,
                                                   std::span<const Finding> findings);

/// The findings, those of one gap as one, which has them as its parts: that of the worst kind leads.
[[nodiscard]] std::vector<Finding> one_for_each_gap(const format::Recording& recording, const ProgramSteps& steps,
                                                    std::vector<Finding> findings);

}  // namespace gemmscope::analysis
