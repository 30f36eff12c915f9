// SPDX-License-Identifier: MIT
/// @file scope_words.h
/// What figures add up, and what they were computed from.
#pragma once

#include <string>

#include "tracing/analysis/launch.h"

namespace gemmscope::words {

/// "k-tile 3 of block 0,0", "write-back of block 0,0", "block 0,0", "whole kernel"; without what was not recorded,
/// "recorded part".
std::string scope_in_words(const format::Recording& recording, const analysis::Scope& scope);

/// "computed from 1 of 64 blocks and 1 of 128 k-tiles"; empty if all of it is recorded.
std::string basis_in_words(const analysis::Basis& basis);

/// What those figures leave out, because nobody can compute it: "not counted: 3 of 4 warps and the write-back"; empty
/// if nothing.
std::string left_out_in_words(const analysis::Basis& basis);

/// What is counted like the recorded parts though it differs from them: "edge blocks differ"; empty if nothing.
std::string differing_in_words(const analysis::Basis& basis);

/// What makes those figures inexact, a sentence: blocks that are like none that is recorded, a write-back or warps that
/// are missing; empty if nothing does.
std::string caveat_in_words(const analysis::Basis& basis);

}  // namespace gemmscope::words
