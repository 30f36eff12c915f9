// SPDX-License-Identifier: MIT
/// @file words.h
/// What is said of register banks and operand reuse, the same in the window and on the command line.
#pragma once

#include <string>

#include "tracing/analysis/registers.h"

namespace gemmscope::views {

/// `order` counted with `depth` (0 to analysis::kMostDepth) registers a slot: once, then remembered.
const analysis::RegisterReuse& counted(analysis::FfmaOrder order, int depth);

/// What one step of the k-tile counts; all eight are alike.
struct StepCount {
  int conflicts = 0, hidden = 0, hits = 0, operands = 0;
};
StepCount count_of_step(const analysis::RegisterReuse& all);

/// One sentence: how many conflicts the order hides.
std::string answer_in_words(analysis::FfmaOrder order, int depth);
/// The shares of operands that are hits: of the whole kernel, and of the multiply-adds.
std::string totals_in_words(analysis::FfmaOrder order, int depth);

/// FFMA R1, R66.reuse, R72.reuse, R1
std::string instruction_in_words(const analysis::Ffma& ffma);
/// What the operand of `slot` costs: "read from bank 2, kept".
std::string operand_in_words(const analysis::Ffma& ffma, std::size_t slot);
/// Whether A and B meet in a bank, and what becomes of it.
std::string conflict_in_words(const analysis::Ffma& ffma);
/// "AB": the slots that are set.
std::string slots_text(const std::array<bool, analysis::kOperandSlots>& slots);

/// All orders and depths, whichever of them the view shows.
std::string registers_text();

}  // namespace gemmscope::views
