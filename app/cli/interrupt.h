// SPDX-License-Identifier: MIT
/// @file interrupt.h
/// Ctrl-C. The first one asks the running command to stop and clean up; a second one ends the program at once.
#pragma once

namespace gemmscope::cli {

/// Takes note of SIGINT and SIGTERM while it lives. For work that asks interrupted() now and then.
class WatchInterrupts {
 public:
  WatchInterrupts();
  ~WatchInterrupts();
  WatchInterrupts(const WatchInterrupts&) = delete;
  WatchInterrupts& operator=(const WatchInterrupts&) = delete;
};

/// Whether somebody wants the program to stop.
bool interrupted();

/// Ends the program the way the signal would have, so that a calling shell sees it. Returns if there was none.
void die_of_interrupt();

}  // namespace gemmscope::cli
