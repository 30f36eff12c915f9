// SPDX-License-Identifier: MIT
/// @file rows.h
/// What the check view says: its rows, and the sentences around them. No drawing.
#pragma once

#include <string>
#include <vector>

#include "app/session/look.h"
#include "tracing/analysis/check.h"

namespace gemmscope::views {

/// A fault that was found, for the filter.
struct FoundFault {
  analysis::Fault fault = analysis::Fault::kUninitialisedRead;
  std::size_t findings = 0;
};
std::vector<FoundFault> found_faults(const analysis::CheckResult& check);

/// A finding as cells: fault, place, lines, k-tile (of a program: none), who, count. `narrow`: in fewer words.
std::vector<std::string> finding_cells(const format::Recording& recording, const analysis::Finding& finding,
                                       bool narrow = false);

/// "This kernel is broken: 2 findings"
std::string check_answer(const session::Look& look);
/// What is deliberately broken, or found in other kernels of the program, and what a recording of a part cannot tell.
/// Empty: nothing to say.
std::string check_detail(const session::Look& look);
/// What the baseline's check found, and which kinds of findings are gone or new: "Baseline PA=0: 2 findings; gone:
/// stale read".
std::string check_change(const session::Look& look, const session::Look& baseline);
/// What was checked and what not, and why: a line each.
std::vector<std::string> scope_lines(const format::Recording& recording, const analysis::CheckResult& check);
/// What the checks do not look at, and what does.
std::string beyond_checks();

/// Where a barrier is missing for the chosen race, and for how many findings besides: " A barrier after line 80 and
/// before line 92 would separate them, and those of 9 other findings." Empty for findings that are not races.
std::string missing_barrier(const session::Look& look);

/// Opens it in the window, and in pictures, with both accesses marked.
std::string finding_link(std::size_t finding);
/// All findings with their links, and what was not checked.
std::string check_text(const format::Recording& recording, const analysis::CheckResult& result);

}  // namespace gemmscope::views
