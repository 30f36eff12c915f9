// SPDX-License-Identifier: MIT
#include "tracing/runtime/grid.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

#include "tracing/lockstep/standstill.h"
#include "tracing/record/on_threads.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {

std::vector<lockstep::Fault> run_grid(const lockstep::Program& program, const lockstep::Launch& launch,
                                      const lockstep::Allocations& allocations, unsigned threads,
                                      std::deque<Recorder>* recorders, lockstep::Limits limits, Progress* progress) {
  lockstep::Standstill standstill;
  limits.standstill = &standstill;
  if (const char* const steps = std::getenv(kStepsVariable); steps != nullptr && *steps != 0)
    limits.steps = std::strtoull(steps, nullptr, 10);
  std::vector<lockstep::Fault> faults;
  std::map<std::uint64_t, std::string> printed;  // by block
  std::uint64_t ends_at = launch.blocks();       // the first block that ended the launch
  std::mutex mutex;
  std::atomic<std::uint64_t> next = 0;
  const std::uint64_t blocks = launch.blocks();
  std::uint64_t done = 0;
  const auto stop = [&] { next = blocks; };
  const auto work = [&](unsigned i) {
    std::vector<lockstep::Fault> mine;
    Recorder* const whole = recorders == nullptr ? nullptr : &(*recorders)[i];
    for (std::uint64_t block = next++; block < blocks; block = next++) {
      Recorder* const recorder = whole != nullptr && whole->wants(block) ? whole : nullptr;
      if (recorder != nullptr) recorder->begin_block(block);
      std::string text;
      const bool goes_on = lockstep::run_block(program, launch, allocations, block, recorder, mine, limits, &text);
      if (recorder != nullptr) recorder->end_block();
      if (goes_on && text.empty() && progress == nullptr) continue;
      const std::scoped_lock lock(mutex);
      if (progress != nullptr) (*progress)(++done, blocks);
      if (!text.empty()) printed[block] = std::move(text);
      if (!goes_on) ends_at = std::min(ends_at, block), stop();
    }
    const std::scoped_lock lock(mutex);
    faults.insert(faults.end(), mine.begin(), mine.end());
  };
  const auto most = recorders == nullptr ? threads : static_cast<unsigned>(recorders->size());
  record::on_threads(record::host_threads(most, blocks), work, stop);
  std::erase_if(faults, [&](const lockstep::Fault& fault) { return fault.block > ends_at; });
  std::ranges::stable_sort(faults, {}, &lockstep::Fault::block);
  for (const auto& [block, text] : printed)
    if (block <= ends_at) std::fwrite(text.data(), 1, text.size(), stdout);
  return faults;
}

}  // namespace gemmscope::runtime
