// SPDX-License-Identifier: MIT
/// @file compare_words.h
/// How two recordings differ, in a sentence or two.
#pragma once

#include <string>
#include <vector>

#include "tracing/analysis/compare.h"

namespace gemmscope::words {

/// "As_store"; where several sites have one name, with the tensor: "s_store (As)".
std::string label_of(const analysis::Comparison& comparison, const analysis::ComparedSite& site);

/// One to five sentences, the first of which can stand alone: "The second recording has 12 288 fewer wavefronts at
/// As_store (4 096 instead of 16 384) and 8 192 more requests at As_load (16 384 instead of 8 192).", the three largest
/// differences and how many more there are; what is in one recording alone; the totals; where only addresses or widths
/// differ; barriers. Without differences, that they make the same requests, as far as that is known.
std::vector<std::string> comparison_in_words(const analysis::Comparison& comparison, analysis::ConflictModel model);

}  // namespace gemmscope::words
