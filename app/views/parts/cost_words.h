// SPDX-License-Identifier: MIT
/// @file cost_words.h
/// What a request costs, and why, in words: the same ones in every view, with the names of docs/glossary.md.
#pragma once

#include <array>
#include <string>

#include "app/session/look.h"
#include "tracing/analysis/bank_conflicts.h"
#include "tracing/analysis/coalescing.h"

namespace gemmscope::views {

/// The sum over the phases: "1 + 1 = 2"; of a single phase the number alone.
std::string sum_of_phases(const analysis::SharedCost& cost);
/// "2 + 2 + 2 + 2 = 8 wavefronts, ideal 4"; "1 wavefront, the ideal".
std::string wavefronts_in_words(const analysis::SharedCost& cost);

/// Per bank, the most different words that one phase of the request asks of it.
std::array<std::uint8_t, analysis::kBanks> words_asked(const analysis::SharedCost& cost);
/// "8 banks serve 4 different words each"; "No bank serves two different words".
std::string asked_in_words(const analysis::SharedCost& cost);
/// The same, and which lanes ask the first of these banks: "..; bank 0: lanes 0–3".
std::string clash_in_words(const analysis::WarpAccess& access, const analysis::SharedCost& cost);

/// What the sub-op rule does to wide accesses, a sentence.
std::string sub_op_in_words();
/// What another rule says about the same request, and why it differs; says so if it does not.
std::string other_rule_in_words(const analysis::WarpAccess& access, const analysis::SharedCost& cost,
                                analysis::ConflictModel rule);

/// "16 sectors, the ideal for 512 bytes"; "32 sectors, ideal 16: 50 % of bytes used".
std::string sectors_in_words(const analysis::GlobalCost& cost);
/// "512 bytes requested, from 8 lines, ideal 4".
std::string bytes_in_words(const analysis::GlobalCost& cost);
/// "x begins 16 bytes into a sector"; empty for an array that begins where a line does.
std::string begin_in_words(const format::Tensor& array);

/// The sectors of the current request, or why it faults.
std::string sectors_in_words(const session::Look& look);
/// Why the current request faults: "Lanes 1, 3 … 31 need 16 bytes at an address that is not a multiple of 16"; "Lane 4
/// loads 4 bytes beyond the end of x (400 bytes), at byte 400". Empty: it does not.
std::string fault_in_words(const session::Look& look);

}  // namespace gemmscope::views
