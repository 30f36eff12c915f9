// SPDX-License-Identifier: MIT
/// @file run.h
/// Records the settings of a sweep on the emulator, on all cores, and counts them.
///
/// Knows nothing of a terminal or a window: a caller that draws runs it on a thread of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "app/sweep/row.h"
#include "tracing/format/result.h"

namespace gemmscope::sweep {

struct Watch {
  /// Asked from any thread, also while a setting is recorded; false stops. Null: never.
  std::function<bool()> go_on;
  /// `row`, one of those given to run(), is done, the `done`-th of `total`. One call at a time, from any thread;
  /// nothing else may be read of the other rows meanwhile.
  std::function<void(const Row& row, std::size_t done, std::size_t total)> on_row;
};

/// Fills in the rows that are kWaiting. `threads`: of this computer; 0: all cores.
///
/// Errors   kUsage if it was stopped; those of simt::record, but for what the plan has found already.
Result<void> run(std::span<Row> rows, unsigned threads = 0, const Watch& watch = {});

}  // namespace gemmscope::sweep
