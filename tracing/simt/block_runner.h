// SPDX-License-Identifier: MIT
/// @file block_runner.h
/// Runs the blocks of a kernel on one OS thread, one fiber for each CUDA thread.
///
/// Threads run one after the other from barrier to barrier: switching at every access instead was 9 to 25 times slower
/// and gave the same trace, since lanes are put back together afterwards (record/lane_zip.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tracing/record/lane_zip.h"
#include "tracing/simt/cuda_words.h"
#include "tracing/simt/fiber.h"

namespace gemmscope::simt {

class BlockRunner {
 public:
  /// Runs one CUDA thread; blockIdx and threadIdx are set.
  using Body = void (*)(const void* arguments);
  struct Listener {
    virtual ~Listener() = default;
    /// What the lanes of one warp logged since the last barrier. Warps come in order, each before the next one runs:
    /// all use the same memory for their logs, which so stays in the cache.
    virtual void on_warp(std::uint32_t warp, record::LaneLogs lanes) = 0;
    /// After the last warp of an interval. `line`: of the barrier that ended it, 0 for the kernel's end; `diverged`: not
    /// all threads came to the same barrier.
    virtual void on_barrier(std::uint32_t line, bool diverged) = 0;
  };

  /// `listener` may be null: then nothing is logged, which a plain kernel does not do anyway.
  /// Threads are numbered x first, then y, then z; warp = number / 32.
  BlockRunner(Dim3 block_dim, Body body, const void* arguments, Listener* listener);
  ~BlockRunner();

  void run(Dim3 block);

  /// Entries a thread wanted to log beyond the reservation; nonzero means the recording is incomplete.
  std::uint64_t overflows() const { return overflows_; }

 private:
  friend void block_barrier(int line);
  enum class State : std::uint8_t { kRunnable, kAtBarrier, kDone };
  struct Thread {
    ThreadState saved;
    State state = State::kRunnable;
    int line = 0;  ///< of the barrier it waits at
  };

  static void thread_main(std::size_t thread);
  void leave(std::size_t thread, State state);
  void resume_from(std::size_t leaving, std::size_t first);
  void hand_over(std::size_t warp);
  bool end_interval();

  Dim3 block_dim_;
  Body body_;
  const void* arguments_;
  Listener* listener_;
  FiberPool fibers_;
  std::vector<Thread> threads_;
  std::vector<std::span<const record::LogEntry>> logs_;  ///< of each lane of the running warp
  std::uint64_t* log_memory_ = nullptr;
  std::size_t log_bytes_ = 0;
  std::size_t running_ = 0;
  std::uint64_t overflows_ = 0;
};

}  // namespace gemmscope::simt
