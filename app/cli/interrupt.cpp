// SPDX-License-Identifier: MIT
#include "app/cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace gemmscope::cli {
namespace {

std::atomic<int> signal_seen{0};
static_assert(std::atomic<int>::is_always_lock_free);  // or a signal handler could not use it

void note(int signal) {
  signal_seen = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

WatchInterrupts::WatchInterrupts() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

WatchInterrupts::~WatchInterrupts() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool interrupted() { return signal_seen != 0; }

void die_of_interrupt() {
  if (const int signal = signal_seen; signal != 0) std::raise(signal);
}

}  // namespace gemmscope::cli
