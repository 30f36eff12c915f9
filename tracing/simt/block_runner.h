// SPDX-License-Identifier: MIT
/// @file block_runner.h
/// Runs the blocks of a kernel on one OS thread, one fiber for each CUDA thread.
///
/// Warps run one after the other, and in a warp its lanes, each from barrier to barrier: switching at every access
/// instead was 9 to 25 times slower and gave the same trace, since lanes are put back together afterwards
/// (record/lane_zip.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/record/lane_zip.h"
#include "tracing/simt/cuda_words.h"
#include "tracing/simt/fiber.h"

namespace gemmscope::simt {

class BlockRunner {
 public:
  /// Runs one CUDA thread; blockIdx and threadIdx are set.
  using Body = void (*)(const void* arguments);
  /// What it throws comes out of run(); the block cannot be continued then.
  struct Listener {
    virtual ~Listener() = default;
    /// What the lanes of one warp logged since the last barrier. Warps come in order, each before the next one runs:
    /// all use the same memory for their logs, which so stays in the cache.
    virtual void on_warp(std::uint32_t warp, record::LaneLogs lanes) = 0;
    /// After the last warp of an interval. `line`: of the barrier that ended it, 0 for the kernel's end.
    virtual void on_barrier(std::uint32_t line) = 0;
  };

  /// Entries of one thread between two barriers that a log has room for. Memory is only reserved, and used as it is
  /// written: the warp-tiling kernel needs 700 entries, a naive kernel 3 for each of its K steps.
  static constexpr std::size_t kLogEntries = std::size_t{1} << 20;
  /// Mappings of memory that guard pages make, of the 65 530 that Linux allows a process by default.
  static constexpr std::size_t mappings(std::size_t threads) { return 2 * (threads + 32); }

  /// `listener` may be null: then nothing is logged, which a plain kernel does not do anyway.
  /// Threads are numbered x first, then y, then z; warp = number / 32. Errors: throws std::bad_alloc.
  BlockRunner(Dim3 block_dim, Body body, const void* arguments, Listener* listener,
              std::size_t log_entries = kLogEntries);
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  void run(Dim3 block);

  /// Some thread made more accesses between two barriers than its log has room for: what was logged is incomplete.
  bool log_was_full() const { return log_was_full_; }
  /// The first time that not all threads of the latest block came to the same barrier; nullopt if never.
  const std::optional<format::Divergence>& divergence() const { return divergence_; }

 private:
  friend void block_barrier(int line);
  friend void warp_barrier(int line);
  enum class State : std::uint8_t { kRunnable, kAtWarpBarrier, kAtBarrier, kDone };
  struct Thread {
    ThreadState start;    ///< of every interval
    ThreadState saved{};  ///< where it goes on, if `is_inside`
    State state = State::kRunnable;
    bool is_inside = false;  ///< of an interval: it last waited for its warp
    int line = 0;            ///< of the barrier, of its block or warp, it waits at
  };

  static void thread_main(std::size_t thread);
  void reserve_logs(std::size_t entries);
  void leave(State state);
  std::size_t next_lane(std::size_t first) const;
  void switch_to(std::size_t from, std::size_t to);
  void run_warp(std::size_t warp);
  void hand_over(std::size_t warp);
  bool end_interval();
  bool pass_warp_barrier(std::size_t warp);
  void note_divergence(std::size_t first, std::size_t count, bool of_warp);

  Dim3 block_dim_;
  Body body_;
  const void* arguments_;
  Listener* listener_;
  FiberPool fibers_;
  std::vector<Thread> threads_;
  std::vector<std::span<const record::LogEntry>> logs_;  ///< of each lane of the running warp
  record::LogEntry* log_memory_ = nullptr;
  std::size_t log_bytes_ = 0;
  std::size_t log_entries_;
  std::size_t running_ = 0;
  bool log_was_full_ = false;
  std::uint32_t interval_ = 0;
  std::optional<format::Divergence> divergence_;
};

}  // namespace gemmscope::simt
