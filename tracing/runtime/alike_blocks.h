// SPDX-License-Identifier: MIT
/// @file alike_blocks.h
/// A launch recorded without running all of its blocks.
#pragma once

#include <deque>

#include "tracing/lockstep/slice.h"
#include "tracing/runtime/recorder.h"

namespace gemmscope::runtime {

/// Records the selected blocks of the launch as they would have been recorded if all were run, while it runs one block
/// of each box of blocks that are alike (lockstep/alike.h). `recorders`: at least one; each is a host thread's.
/// `slice`: closed.
///
/// False: that cannot be shown, or the launch has faults; what is in the recorders then is of no use.
[[nodiscard]] bool record_alike_blocks(const lockstep::Slice& slice, const lockstep::Launch& launch,
                                       const format::Selection& selection, const lockstep::Allocations& allocations,
                                       std::deque<Recorder>& recorders, const lockstep::Limits& limits = {});

}  // namespace gemmscope::runtime
