// SPDX-License-Identifier: MIT
/// @file finding_words.h
/// What a check found, in sentences for the window and for the command line.
#pragma once

#include <string>
#include <vector>

#include "tracing/analysis/barrier_gaps.h"

namespace gemmscope::words {

/// Who does what where, and why it is wrong: "Thread 37 reads As[3][12] in line 87, k-tile 0, of block 0,0. ..."
std::string sentence(const format::Recording& recording, const analysis::Finding& finding);
/// Of one of CheckResult::remarks: what is done, and why it is no finding.
std::string remark(const format::Recording& recording, const analysis::Finding& remark);
/// "thread 37 (warp 1, lane 5) reads it": of the finding's place; "... reads the same bytes, of Cs": by another array.
std::string access_text(const format::Recording& recording, const analysis::Finding& finding,
                        const analysis::Access& access);
/// The finding's address: "1 024"; "\u22124" in front of a matrix, since addresses count mod 2^32.
std::string byte_text(const format::Recording& recording, const analysis::Finding& finding);
/// The same of any byte from the first of `tensor` on.
std::string byte_text(const format::Tensor& tensor, std::uint32_t byte);
/// "read after write inside a warp".
std::string fault_text(const analysis::Finding& finding);
/// What is concerned: "As[3][12]", "C[130][4]"; the array alone if the address is none of its elements; empty for
/// threads.
std::string place_text(const format::Recording& recording, const analysis::Finding& finding);
/// What `count` counts: "accesses", "elements", "cells", "blocks".
std::string counted(const analysis::Finding& finding);

/// Checks that a recording does not allow, by why it does not. Where beta is not 0, reading C is right, and no check.
struct Unchecked {
  std::string faults;  ///< "stale read, never read"
  std::string_view why;
};
std::vector<Unchecked> unchecked(const analysis::CheckResult& check);

/// Where a barrier is missing: "a barrier after line 80 and before line 92".
std::string gap_text(const analysis::BarrierGap& gap);

/// How far the checks could look: "All 14 checks looked at every access of the launch", "Not everything was looked at:
/// a part of the launch is recorded", "Nothing was checked: no block is recorded".
std::string looked_at(const analysis::CheckResult& check);

}  // namespace gemmscope::words
