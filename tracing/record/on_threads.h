// SPDX-License-Identifier: MIT
/// @file on_threads.h
/// Work on several host threads whose exceptions reach the caller instead of ending the program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace gemmscope::record {

/// Host threads to use where `wanted` were asked for (0: all cores) and there are `tasks` to do: at least one.
inline unsigned host_threads(unsigned wanted, std::uint64_t tasks) {
  const unsigned cores = wanted != 0 ? wanted : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::clamp<std::uint64_t>(tasks, 1, cores));
}

/// Calls `work(i)` for i in [0, count), each on a thread of its own, the first on the caller's. Where the system has no
/// more threads, fewer do the work: it must come from a queue that all share. When one throws, `stop()` is called,
/// which should empty the queue, and after all are done the exception is thrown here.
template <class Work, class Stop>
void on_threads(unsigned count, const Work& work, const Stop& stop) {
  std::vector<std::exception_ptr> thrown(count);
  const auto guarded = [&](unsigned i) {
    try {
      work(i);
    } catch (...) {
      thrown[i] = std::current_exception();
      stop();
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (unsigned i = 1; i < count; ++i) others.emplace_back(guarded, i);
    } catch (const std::system_error&) {  // no more threads
    }
    guarded(0);
  }
  for (const std::exception_ptr& e : thrown)
    if (e) std::rethrow_exception(e);
}

}  // namespace gemmscope::record
