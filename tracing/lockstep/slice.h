// SPDX-License-Identifier: MIT
/// @file slice.h
/// A program without what only its results need: what is left makes the same requests, by the same lanes, in the same
/// order. In a matrix multiplication that leaves out the multiply-adds, nine of ten instructions.
///
/// Source  M. Weiser, "Program Slicing", 1981. Here: liveness, in which only addresses, predicates, sizes of copies,
/// barriers and membermasks are wanted.
#pragma once

#include <optional>

#include "tracing/lockstep/program.h"

namespace gemmscope::lockstep {

struct Slice {
  Program program;
  /// Nothing that a kernel finds in memory decides where it goes and what it asks for: no access is left that moves
  /// anything (Access::moves).
  bool closed = false;
  /// Who listens needs to be told of requests to local memory. Otherwise loops that make no others are run once where
  /// they do the same each time (quiet_loops.h).
  bool tells_local = true;
};

/// What is stored is kept if a load that is kept may find it, as far as its space tells. Memory that the program leaves
/// behind is not that of the whole program.
///
/// Nothing: what the program does depends on how long it takes, or has an instruction of which it is not known what it
/// touches.
[[nodiscard]] std::optional<Slice> slice_of(const Program& program);

/// `program` with only those instructions for which `kept` says so, and, in front of the n-th of it, those of
/// `added[n]`. Branches lead to what is in front of their target, too.
[[nodiscard]] Program rewritten(const Program& program, const std::vector<bool>& kept,
                                const std::vector<std::vector<Instruction>>& added = {});

}  // namespace gemmscope::lockstep
