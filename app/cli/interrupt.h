// SPDX-License-Identifier: MIT
/// @file interrupt.h
/// Ctrl-C. The first one asks the running command to stop and clean up; a second one ends the program at once.
#pragma once

#include <array>
#include <csignal>

namespace gemmscope::cli {

/// Takes note of SIGINT, SIGTERM and SIGHUP while it lives, unless they are ignored. For work that asks interrupted()
/// now and then.
class WatchInterrupts {
 public:
  WatchInterrupts();
  ~WatchInterrupts();
  WatchInterrupts(const WatchInterrupts&) = delete;
  WatchInterrupts& operator=(const WatchInterrupts&) = delete;

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

/// Whether somebody wants the program to stop.
bool interrupted();

/// Ends the program the way the signal would have, so that a calling shell sees it. Returns if there was none.
void die_of_interrupt();

}  // namespace gemmscope::cli
