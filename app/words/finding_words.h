// SPDX-License-Identifier: MIT
/// @file finding_words.h
/// What a check found, in sentences for the window and for the command line.
#pragma once

#include <string>

#include "tracing/analysis/check.h"

namespace gemmscope::words {

/// Who does what where, and why it is wrong: "Thread 37 reads As[3][12] in line 87, k-tile 0, of block 0,0. ..."
std::string sentence(const format::Recording& recording, const analysis::Finding& finding);
/// What is concerned: "As[3][12]", "C[130][4]"; the array alone if the address is none of its elements; empty for
/// threads.
std::string place_text(const format::Recording& recording, const analysis::Finding& finding);
/// A link to the step: "block=0,0/warp=1/request=423/lane=5". Of what nobody did, to the block and k-tile.
std::string link_text(const format::Recording& recording, const analysis::Finding& finding);
/// What `count` counts: "accesses", "elements", "cells", "blocks".
std::string counted(const analysis::Finding& finding);

}  // namespace gemmscope::words
