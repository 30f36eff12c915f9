// SPDX-License-Identifier: MIT
/// @file apart.h
/// Lanes of a warp that go on without the others of the warp.
///
/// Lanes that left a branch or a loop wait for the others where their ways meet: so requests are made by as many lanes
/// as possible, as on a GPU. They part in two cases. Some come to a barrier of the block alone. Or nothing goes on any
/// more: lanes go around a loop until the lanes that wait behind it do something, for example release a lock. A GPU
/// since Volta lets lanes go on alone then (CUDA C++ Programming Guide, "Independent Thread Scheduling"; an H100 ran
/// tests/programs/lock_of_lanes.cu). They take turns, and wait for each other at barriers, at a __syncwarp, and where
/// they exchange values.
#pragma once

#include "tracing/lockstep/block.h"

namespace gemmscope::lockstep {

/// The lanes wait at the barrier, and the others of the warp go on.
void set_apart(Warp& warp, const Instruction& instruction, Mask lanes);

/// Lanes that may go on do so, instead of those that ran. False: there are none.
bool take_turns(Warp& warp);

/// All lanes that run are at the barrier. True: the warp waits there; false: they, or others of it, go on.
bool come_to_barrier(Block& block, Warp& warp, const Instruction& instruction, Mask lanes);

/// What the others of the warp do after the lanes that ran have ended.
enum class Others { kNone, kGoOn, kWait };
Others others_of(Block& block, Warp& warp);

/// The lanes that run are where they wait for the others of the warp, and some have parted. True: all that come there
/// run. False: other lanes run now, those that ran or more; the instruction is still to be done.
bool are_together(Warp& warp, const Instruction& instruction);

}  // namespace gemmscope::lockstep
