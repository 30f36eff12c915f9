// SPDX-License-Identifier: MIT
/// @file bundles.h
/// Loads that a warp can make together. Kernels read a row of a tile by many loads from one register: [%r64],
/// [%r64+4], ... What takes long in each is to find out where the lanes' addresses point and how they are arranged. It
/// is the same for all of them, and four neighbouring words of a lane come as fast as one.
///
/// Only while nothing listens: the first load makes the others, too, which then do nothing. A recording has all of
/// them, in the program's order.
#pragma once

#include <span>
#include <vector>

#include "tracing/lockstep/draft.h"

namespace gemmscope::lockstep {

/// For each instruction that moves words (Bundle), the first of its bundle, which may be itself; kNowhere: it moves
/// none. Between the first and the last of a bundle, nothing but loads and operations happens, the address stays, and
/// nothing uses what the later ones load into, so that they may as well come first.
///
/// `touched`: what each instruction does to registers.
[[nodiscard]] std::vector<std::uint32_t> first_of_bundles(const Draft& draft, std::span<const BasicBlock> blocks,
                                                          std::span<const Touched> touched);

/// Adds to Program::fast what the program has from instruction `begin` on. `first`: as first_of_bundles().
void add_fast(Program& program, std::uint32_t begin, std::span<const std::uint32_t> first);

/// The program, but its fast code tells which lanes should take part in shuffles: undefined.h needs this.
[[nodiscard]] Program with_members(const Program& program);

}  // namespace gemmscope::lockstep
