// SPDX-License-Identifier: MIT
/// @file consequences.h
/// Findings that only follow from another: see same_mistake.h, and what follows from a value. A thread has read it too
/// early, or too late, and computes the address of another access from it. In the run that was recorded this access was
/// at a wrong place, so what it meets there proves no second mistake.
#pragma once

#include <vector>

#include "tracing/analysis/check_budget.h"
#include "tracing/analysis/finding.h"
#include "tracing/analysis/program_steps.h"

namespace gemmscope::analysis {

/// The findings, with those that follow from one in its Finding::consequences.
///
/// A finding follows from a race if the value in one of its two addresses was wrong in the recorded run: the load came
/// before the store that it should have come after, or after one that it should have come before. If the same cell
/// gives both addresses, they meet whatever it holds, and the finding stays. So do findings that the budget leaves
/// unexamined.
[[nodiscard]] std::vector<Finding> with_consequences(const format::Recording& recording, const ProgramSteps& steps,
                                                     std::vector<Finding> findings, Budget& budget);

}  // namespace gemmscope::analysis
