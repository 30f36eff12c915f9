// SPDX-License-Identifier: MIT
/// @file life_words.h
/// The life of an element, in words for the window and for the command line.
#pragma once

#include <string>
#include <vector>

#include "tracing/analysis/life.h"

namespace gemmscope::words {

/// "C[3][0..127]"; "C[3][0..3], C[3][32..35]"; of many, the first ones and how many elements they are together.
std::string elements_text(const std::string& matrix, const std::vector<analysis::Rect>& rects);

/// What lanes do with the element: "load", "store to As", "multiply-add".
std::string use_in_words(const format::Recording& recording, const analysis::Use& use);

/// The life of `what`, "A[3][5]", in one sentence: how often it is loaded, stored, read and multiplied, and where it
/// ends. Empty without uses.
std::string life_in_words(const format::Recording& recording, const analysis::Life& life, const std::string& what);

/// Why something is not there, a sentence that names `what`.
std::string absent_in_words(analysis::Absent why, const std::string& what);

/// What other blocks do with the element; empty if there are none.
std::string other_blocks_in_words(const analysis::Life& life);

}  // namespace gemmscope::words
