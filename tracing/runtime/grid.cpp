// SPDX-License-Identifier: MIT
#include "tracing/runtime/grid.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "tracing/record/on_threads.h"

namespace gemmscope::runtime {

std::vector<lockstep::Fault> run_grid(const lockstep::Program& program, const lockstep::Launch& launch,
                                      const lockstep::Allocations& allocations, unsigned threads,
                                      const lockstep::Limits& limits) {
  std::vector<lockstep::Fault> faults;
  std::mutex mutex;
  std::atomic<std::uint64_t> next = 0;
  const std::uint64_t blocks = launch.blocks();
  const auto stop = [&] { next = blocks; };
  const auto work = [&](unsigned) {
    std::vector<lockstep::Fault> mine;
    for (std::uint64_t block = next++; block < blocks; block = next++)
      if (!lockstep::run_block(program, launch, allocations, block, nullptr, mine, limits)) stop();
    const std::scoped_lock lock(mutex);
    faults.insert(faults.end(), mine.begin(), mine.end());
  };
  record::on_threads(record::host_threads(threads, blocks), work, stop);
  std::ranges::stable_sort(faults, {}, &lockstep::Fault::block);
  return faults;
}

}  // namespace gemmscope::runtime
