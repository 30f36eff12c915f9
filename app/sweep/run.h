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
#include "app/sweep/store.h"

namespace gemmscope::sweep {

/// The settings at places `index`, `index` + `count`, ...: neighbours cost alike, so all shares do.
struct Share {
  std::uint32_t index = 0, count = 1;
  bool contains(std::size_t place) const { return place % count == index; }
};

struct Work {
  const Store* store = nullptr;  ///< where recordings are kept and looked for; null: in memory, one at a time
  bool only_read = false;        ///< what is not in the store stays kWaiting
  Share share{};                 ///< the rest stays kWaiting
  unsigned threads = 0;          ///< of this computer; 0: all cores
};

/// What was done.
struct Tally {
  std::size_t recorded = 0, read = 0;  ///< settings
  std::size_t replaced = 0;  ///< files of the store that were damaged or of another launch; also in `recorded`
};

struct Watch {
  /// Asked from any thread, also while a setting is recorded; false stops. Null: never.
  std::function<bool()> go_on;
  /// `row`, one of those given to run(), is done, the `done`-th of `total`. One call at a time, from any thread;
  /// nothing else may be read of the other rows meanwhile.
  std::function<void(const Row& row, std::size_t done, std::size_t total)> on_row;
};

/// Fills in the rows that are kWaiting.
///
/// Errors   kUsage if it was stopped; those of simt::record, but for what the plan has found already, and of
///          Store::write. What is in the store by then stays there, whole.
Result<Tally> run(std::span<Row> rows, const Work& work, const Watch& watch = {});

}  // namespace gemmscope::sweep
