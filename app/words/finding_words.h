// SPDX-License-Identifier: MIT
/// @file finding_words.h
/// What a check found, in sentences for the window and for the command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/analysis/check.h"

namespace gemmscope::words {

/// Who does what where, and why it is wrong: "Thread 37 reads As[3][12] in line 87, k-tile 0, of block 0,0. ..."
std::string sentence(const format::Recording& recording, const analysis::Finding& finding);
/// For a recording with a fault: "Thread 36 (warp 1, lane 4) of block (1,0,0) loads 4 bytes beyond the end of in (400
/// bytes), at byte 400, on line 6: its index wrapped at 32 bits. ..."
std::string fault_sentence(const format::Recording& recording);
/// How many findings this launch has: "2 findings", "fault", "fault and 1 finding"; empty: it has none.
std::string findings_in_words(const format::Recording& recording, const analysis::CheckResult& check);
/// How many findings Check lists, including those of the program; and the same in words.
std::size_t listed_findings(const format::Recording& recording, const analysis::CheckResult& check);
std::string listed_in_words(const format::Recording& recording, const analysis::CheckResult& check);
/// For one of CheckResult::remarks: what is done, and why it is not a finding.
std::string remark(const format::Recording& recording, const analysis::Finding& remark);
/// "thread 37 (warp 1, lane 5) reads it": of the finding's place; "... reads the same bytes (of Cs)": by another array.
std::string access_text(const format::Recording& recording, const analysis::Finding& finding,
                        const analysis::Access& access);
/// The finding's address: "1 024"; "\u22124" in front of a matrix, since addresses count mod 2^32.
std::string byte_text(const format::Recording& recording, const analysis::Finding& finding);
/// The same of any byte from the first of `tensor` on.
std::string byte_text(const format::Tensor& tensor, std::uint32_t byte);
/// The same as a number.
std::int64_t signed_byte(const format::Tensor& tensor, std::uint32_t byte);
/// "read after write inside a warp".
std::string fault_text(const analysis::Finding& finding);
/// What is concerned: "As[3][12]", "C[130][4]"; the array alone if the address is none of its elements; empty for
/// threads.
std::string place_text(const format::Recording& recording, const analysis::Finding& finding);
/// `count` with what it counts: "3 accesses", "1 element", "2 cells", "1 block".
std::string counted(const format::Recording& recording, const analysis::Finding& finding);

/// Checks that a recording does not allow, by why it does not. Where beta is not 0, reading C is right, and no check.
struct Unchecked {
  std::string faults;  ///< "stale read, never read"
  std::string_view why;
};
std::vector<Unchecked> unchecked(const analysis::CheckResult& check);

/// How far the checks could look: "All 14 checks looked at every access of the launch", "Not everything was looked at:
/// a part of the launch is recorded", "Nothing was checked: no block is recorded".
std::string looked_at(const analysis::CheckResult& check);

/// "streams not ordered"
std::string_view name_of(format::ProgramFinding::Kind kind);
/// What the launch's program does wrong outside of its kernels; none: there is nothing, or this was not checked.
std::span<const format::ProgramFinding> of_program(const format::Recording& recording);
/// "the host reads sum at my.cu:30, which ... (3 times)"
std::string sentence(const format::ProgramFinding& finding);

}  // namespace gemmscope::words
