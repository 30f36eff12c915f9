// SPDX-License-Identifier: MIT
/// @file consequences.h
/// Findings that only follow from a race: a thread has read a value too early, or too late, and this value decides
/// where it accesses memory, or whether. In the run that was recorded these accesses were at wrong places, so what they
/// meet there proves no second mistake.
#pragma once

#include <vector>

#include "tracing/analysis/finding.h"
#include "tracing/analysis/program_steps.h"

namespace gemmscope::analysis {

/// The findings, with those that follow from a race in its Finding::consequences.
///
/// A finding follows if the value that decides one of its two accesses was wrong in the recorded run: the load came
/// before the store that it should have come after, or after one that it should have come before. If both accesses are
/// decided by one value, by the same cell, they meet whatever it is, and the finding stays.
[[nodiscard]] std::vector<Finding> with_consequences(const format::Recording& recording, const ProgramSteps& steps,
                                                     std::vector<Finding> findings);

}  // namespace gemmscope::analysis
