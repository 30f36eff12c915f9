// SPDX-License-Identifier: MIT
/// @file interrupt.h
/// Ctrl-C. The first one asks the running command to stop and clean up; the next that the command does not wait for,
/// later than half a second, ends the program at once.
#pragma once

#include <array>
#include <csignal>

#include <sys/types.h>

namespace gemmscope::cli {

/// Takes note of SIGINT, SIGTERM and SIGHUP while it lives, unless they are ignored. For work that asks interrupted()
/// now and then.
class WatchInterrupts {
 public:
  /// `most`: so many are noted.
  explicit WatchInterrupts(int most = 1);
  ~WatchInterrupts();
  WatchInterrupts(const WatchInterrupts&) = delete;
  WatchInterrupts& operator=(const WatchInterrupts&) = delete;

  /// As ::fork(), but the child does not watch these signals: until it becomes another program, it would only note a
  /// signal, which would then be lost.
  static pid_t fork();

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

/// Whether a signal has asked the program to stop.
bool interrupted();
/// How often; signals within half a second count once.
int interruptions();

/// Ends the program the way the signal would have, so that a calling shell sees it. Returns if there was none.
void die_of_interrupt();

}  // namespace gemmscope::cli
