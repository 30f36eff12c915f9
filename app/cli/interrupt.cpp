// SPDX-License-Identifier: MIT
#include "app/cli/interrupt.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

#include <unistd.h>

namespace gemmscope::cli {
namespace {

std::atomic<int> signal_seen{0};
std::atomic<int> times_seen{0}, most_times{1};
std::atomic<std::int64_t> seen_at{0};  ///< ms
// Or a signal handler could not use them.
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * std::int64_t{1000} + time.tv_nsec / 1'000'000;
}

/// Who waits may end the program by one signal more. `timeout` sends each twice, to the program and to its group: that
/// is one.
void note(int signal) {
  constexpr std::int64_t kTogether = 500;  // ms
  if (signal_seen != 0 && now() - seen_at <= kTogether) return;
  if (++times_seen > most_times) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // which comes when this ends
  }
  seen_at = now();
  signal_seen = signal;
}

}  // namespace

WatchInterrupts::WatchInterrupts(int most) {
  most_times = most;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction watch {};
    watch.sa_handler = note;
    watch.sa_flags = SA_RESTART;
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    // If the program was started with a signal ignored (nohup, a shell's background), the signal is not to stop it.
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &watch, nullptr);
  }
}

WatchInterrupts::~WatchInterrupts() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
}

pid_t WatchInterrupts::fork() {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  const pid_t child = ::fork();
  for (const int signal : kSignals) {
    struct sigaction now {};
    if (child == 0 && ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN)
      std::signal(signal, SIG_DFL);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return child;
}

bool interrupted() { return signal_seen != 0; }
int interruptions() { return times_seen; }

void die_of_interrupt() {
  if (const int signal = signal_seen; signal != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace gemmscope::cli
