// SPDX-License-Identifier: MIT
#include "tracing/runtime/grid.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "tracing/record/on_threads.h"

namespace gemmscope::runtime {

std::vector<lockstep::Fault> run_grid(const lockstep::Program& program, const lockstep::Launch& launch,
                                      const lockstep::Allocations& allocations, unsigned threads,
                                      std::deque<Recorder>* recorders, const lockstep::Limits& limits) {
  std::vector<lockstep::Fault> faults;
  std::mutex mutex;
  std::atomic<std::uint64_t> next = 0;
  const std::uint64_t blocks = launch.blocks();
  const auto stop = [&] { next = blocks; };
  const auto work = [&](unsigned i) {
    std::vector<lockstep::Fault> mine;
    Recorder* const recorder = recorders == nullptr ? nullptr : &(*recorders)[i];
    for (std::uint64_t block = next++; block < blocks; block = next++) {
      if (recorder != nullptr) recorder->begin_block(block);
      if (!lockstep::run_block(program, launch, allocations, block, recorder, mine, limits)) stop();
      if (recorder != nullptr) recorder->end_block();
    }
    const std::scoped_lock lock(mutex);
    faults.insert(faults.end(), mine.begin(), mine.end());
  };
  const auto most = recorders == nullptr ? threads : static_cast<unsigned>(recorders->size());
  record::on_threads(record::host_threads(most, blocks), work, stop);
  std::ranges::stable_sort(faults, {}, &lockstep::Fault::block);
  return faults;
}

}  // namespace gemmscope::runtime
