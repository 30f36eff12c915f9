// SPDX-License-Identifier: MIT
/// @file advice_words.h
/// What would fix a finding, and what that would fix besides.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tracing/analysis/finding.h"

namespace gemmscope::words {

/// Where a barrier is missing: "a barrier after line 80 and before line 92", "a barrier after line 80, in each pass of
/// the loop,".
std::string gap_text(const analysis::BarrierGap& gap);

/// What would fix a race: "A barrier after line 12 would separate them." Empty: that is not known.
std::string advice(const analysis::Finding& finding);
/// "write after write of sums[4], lines 8 and 12 (3 accesses); ..."; of more than `most` "22 more races".
std::string races_text(const format::Recording& recording, std::span<const analysis::Finding> races,
                       std::size_t most = SIZE_MAX);
/// The other races that the same barrier would fix, and the findings that only follow from this one, by why they do.
/// Each is a sentence without its full stop. More than `most` are only counted.
std::vector<std::string> further_races(const format::Recording& recording, const analysis::Finding& finding,
                                       std::size_t most = SIZE_MAX);

}  // namespace gemmscope::words
