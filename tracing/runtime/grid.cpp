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

namespace {

/// A recorder for each block, as they run by turns.
std::vector<lockstep::Fault> run_cooperative(const lockstep::Program& program, const lockstep::Launch& launch,
                                             const lockstep::Allocations& allocations, std::deque<Recorder>* recorders,
                                             const lockstep::Limits& limits, Progress* progress) {
  std::vector<lockstep::Fault> faults;
  std::vector<lockstep::Listener*> listeners;
  std::vector<std::string> printed(launch.blocks());
  for (std::uint64_t b = 0; recorders != nullptr && b < launch.blocks(); ++b) {
    Recorder& recorder = (*recorders)[b];
    listeners.push_back(recorder.wants(b) ? &recorder : nullptr);
    if (recorder.wants(b)) recorder.begin_block(b);
  }
  static_cast<void>(lockstep::run_together(program, launch, allocations, listeners, faults, limits, printed));
  for (std::uint64_t b = 0; b < listeners.size(); ++b)
    if (listeners[b] != nullptr) (*recorders)[b].end_block();
  if (progress != nullptr) (*progress)(launch.blocks(), launch.blocks());
  for (const std::string& text : printed) std::fwrite(text.data(), 1, text.size(), stdout);
  std::ranges::stable_sort(faults, {}, &lockstep::Fault::block);
  return faults;
}

}  // namespace

lockstep::Limits limits_of_environment() {
  lockstep::Limits limits;
  if (const char* const steps = std::getenv(kStepsVariable); steps != nullptr && *steps != 0)
    limits.steps = std::strtoull(steps, nullptr, 10);
  return limits;
}

std::vector<lockstep::Fault> run_grid(const lockstep::Program& program, const lockstep::Launch& launch,
                                      const lockstep::Allocations& allocations, unsigned threads,
                                      std::deque<Recorder>* recorders, lockstep::Limits limits, Progress* progress) {
  lockstep::Standstill standstill;
  limits.standstill = &standstill;
  if (launch.grid_workspace != 0) return run_cooperative(program, launch, allocations, recorders, limits, progress);
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
  const auto most = program.uses_heap      ? 1  // so that malloc gives the same in every run
                    : recorders == nullptr ? threads
                                           : static_cast<unsigned>(recorders->size());
  record::on_threads(record::host_threads(most, blocks), work, stop);
  std::erase_if(faults, [&](const lockstep::Fault& fault) { return fault.block > ends_at; });
  std::ranges::stable_sort(faults, {}, &lockstep::Fault::block);
  for (const auto& [block, text] : printed)
    if (block <= ends_at) std::fwrite(text.data(), 1, text.size(), stdout);
  return faults;
}

}  // namespace gemmscope::runtime
