// SPDX-License-Identifier: MIT
/// @file slots.h
/// The place of each register of a function in the registers of a warp. PTX has a register for each value it ever
/// computes, thousands in a large kernel; few are in use at the same time, and those fit a core's first cache.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tracing/lockstep/operation.h"
#include "tracing/ptx/flow.h"

namespace gemmscope::lockstep {

using ptx::basic_blocks, ptx::meeting_blocks;
using ptx::BasicBlock, ptx::Jump, ptx::kNowhere;

/// What an instruction does to registers; numbers as in the function's list of them.
struct Touched {
  std::vector<std::uint32_t> written, read;
  bool some_lanes = false;  ///< a predicate decides which lanes do it: the others keep what they have
};

struct SlotPlan {
  std::vector<Slot> of;     ///< each register; kNoSlot: no instruction touches it
  std::uint32_t bytes = 0;  ///< all of them together
};
inline constexpr Slot kNoSlot = ~Slot{0};

/// Two registers share a slot if no lane can need both at once, and if both hold the same: lanes that went different
/// ways need different registers, and each lane's part of the slot is its own only where all have one width.
///
/// `blocks`: as basic_blocks() of the same instructions.
[[nodiscard]] SlotPlan plan_slots(std::span<const Touched> instructions, std::span<const BasicBlock> blocks,
                                  std::span<const Holds> registers);

}  // namespace gemmscope::lockstep
