// SPDX-License-Identifier: MIT
/// @file cost.h
/// What a line of the source costs. No drawing.
#pragma once

#include <string>

#include "app/session/look.h"

namespace gemmscope::views {

/// "Line 71: 16 requests, 64 wavefronts, 48 excess": of the current request's line, in the file that is shown.
std::string line_answer(const session::Look& look);

/// What the line costs in Look::summary; nullptr for a line without a site.
const analysis::Count* count_of_line(const session::Look& look, format::Place line);

/// What `line` of `look` costs in `baseline`: the same line of the same source; of another one, of lines with a site of
/// that name the one with the same rank, in the file of the same path. nullptr where there is none.
const analysis::Count* count_in_baseline(const session::Look& look, const session::Look& baseline, format::Place line);

/// What a line's two numbers are: both of shared memory or both of global memory; of a line that touches both, of the
/// one that is further from its ideal.
struct LineCost {
  bool in_sectors = false;   ///< else in wavefronts
  std::uint64_t passes = 0;  ///< wavefronts or sectors
  double factor = 0;         ///< n-way, or sectors over ideal
};
LineCost cost_of_line(const session::Look& look, const analysis::Count& count);
/// The wavefronts or the sectors of a line: a baseline's are shown in the unit of what it is compared with.
std::uint64_t passes_of(const session::Look& look, const analysis::Count& count, bool in_sectors);

/// "Line 71: 16 requests, 64 wavefronts, 48 fewer than the baseline".
std::string line_answer(const session::Look& look, const session::Look& baseline);

/// What the bars are shares of: wavefronts beyond the ideal; of a kernel without shared memory, sectors beyond it.
std::uint64_t excess_of(const session::Look& look, const analysis::Count& count);

}  // namespace gemmscope::views
