// SPDX-License-Identifier: MIT
/// @file on_threads.h
/// Work on several host threads whose exceptions reach the caller instead of ending the program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace gemmscope::record {

/// Host threads to use where `wanted` were asked for (0: all cores) and there are `tasks` to do: at least one.
inline unsigned host_threads(unsigned wanted, std::uint64_t tasks) {
  const unsigned cores = wanted != 0 ? wanted : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::clamp<std::uint64_t>(tasks, 1, cores));
}

/// Calls `work(i)` for i in [0, count), each on a thread of its own, one of them the caller's. What any of them throws is
/// thrown here, after all are done.
template <class Work>
void on_threads(unsigned count, const Work& work) {
  std::vector<std::exception_ptr> thrown(count);
  const auto guarded = [&](unsigned i) {
    try {
      work(i);
    } catch (...) {
      thrown[i] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < count; ++i) others.emplace_back(guarded, i);
    guarded(0);
  }
  for (const std::exception_ptr& e : thrown)
    if (e) std::rethrow_exception(e);
}

}  // namespace gemmscope::record
