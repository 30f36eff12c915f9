// SPDX-License-Identifier: MIT
/// @file touches.h
/// Which registers each instruction of a Program reads and writes, and where it leads.
#pragma once

#include <optional>

#include "tracing/lockstep/program.h"

namespace gemmscope::lockstep {

/// The operation or matrix operation that `run` is; null where it is none of the tables'. Where several have one
/// function, any of them: they do the same to the same operands.
[[nodiscard]] const Operation* operation_of(Run run);
[[nodiscard]] const MatrixOperation* matrix_operation_of(Run run);

struct Touches {
  std::vector<Slot> written;
  std::vector<Slot> read;  ///< what it computes from, or stores
  /// What decides where and whether: addresses, sizes, barriers, membermasks, the predicate.
  std::vector<Slot> addresses;
};
/// Nothing: an instruction of which it is not known.
[[nodiscard]] std::optional<Touches> touches_of(const Program& program, const Instruction& instruction);

/// Where the instruction leads, if it is known what it touches.
[[nodiscard]] Jump way_on(const Instruction& instruction);

}  // namespace gemmscope::lockstep
