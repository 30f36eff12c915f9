// SPDX-License-Identifier: MIT
#include "app/cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace gemmscope::cli {
namespace {

std::atomic<int> signal_seen{0};
static_assert(std::atomic<int>::is_always_lock_free);  // or a signal handler could not use it

void note(int signal) { signal_seen = signal; }

}  // namespace

WatchInterrupts::WatchInterrupts() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction watch {};
    watch.sa_handler = note;
    watch.sa_flags = SA_RESETHAND | SA_RESTART;  // the second one ends the program
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    // Whoever started the program with a signal ignored (nohup, a shell's background) wants it to go on.
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &watch, nullptr);
  }
}

WatchInterrupts::~WatchInterrupts() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
}

bool interrupted() { return signal_seen != 0; }

void die_of_interrupt() {
  if (const int signal = signal_seen; signal != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace gemmscope::cli
