// SPDX-License-Identifier: MIT
#include "tracing/simt/block_runner.h"

#include <algorithm>
#include <new>

#include <sys/mman.h>

namespace gemmscope::simt {

constinit thread_local ThreadState this_thread;

namespace {

thread_local BlockRunner* current_runner = nullptr;

// Entries of one thread between two barriers. Memory is only reserved, and used as it is written: the warp-tiling kernel
// needs 700 entries, a naive kernel 2 for each of its K steps.
constexpr std::size_t kLogEntries = std::size_t{1} << 20;
// Entries that may follow the last look at the end: the shared accesses and markers after a global access. The page
// behind them cannot be written, so running past is a crash, never a wrong recording.
constexpr std::size_t kLogSlack = std::size_t{1} << 16;
constexpr std::size_t kGuard = 4096 / sizeof(record::LogEntry);
constexpr std::size_t kLogStride = kLogEntries + kLogSlack + kGuard;
constexpr std::size_t kLanes = 32;

}  // namespace

BlockRunner::BlockRunner(Dim3 block_dim, Body body, const void* arguments, Listener* listener)
    : block_dim_(block_dim), body_(body), arguments_(arguments), listener_(listener),
      fibers_(std::size_t{block_dim.x} * block_dim.y * block_dim.z, &BlockRunner::thread_main),
      threads_(fibers_.size()), logs_(kLanes) {
  if (listener_ == nullptr) return;
  log_bytes_ = kLanes * kLogStride * sizeof(record::LogEntry);
  void* memory = mmap(nullptr, log_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  log_memory_ = static_cast<std::uint64_t*>(memory);
  for (std::size_t l = 0; l < kLanes; ++l) {
    logs_[l] = {log_memory_ + l * kLogStride, 0};
    mprotect(log_memory_ + (l + 1) * kLogStride - kGuard, kGuard * sizeof(record::LogEntry), PROT_NONE);
  }
}

BlockRunner::~BlockRunner() {
  if (log_memory_ != nullptr) munmap(log_memory_, log_bytes_);
}

void BlockRunner::run(Dim3 block) {
  current_runner = this;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    std::uint64_t* log = log_memory_ == nullptr ? nullptr : log_memory_ + i % kLanes * kLogStride;
    const auto linear = static_cast<std::uint32_t>(i);
    const Dim3 thread{linear % block_dim_.x, linear / block_dim_.x % block_dim_.y, linear / (block_dim_.x * block_dim_.y)};
    threads_[i] = {.saved = {.thread = thread, .block = block, .log = log,
                             .log_end = log == nullptr ? nullptr : log + kLogEntries}};
  }
  do resume_from(FiberPool::kMain, 0);
  while (!end_interval());
}

void BlockRunner::thread_main(std::size_t thread) {
  for (;;) {  // one turn for each block
    current_runner->body_(current_runner->arguments_);
    current_runner->leave(thread, State::kDone);
  }
}

void BlockRunner::leave(std::size_t thread, State state) {
  if (listener_ != nullptr) logs_[thread % kLanes] = {threads_[thread].saved.log, this_thread.log};
  threads_[thread].state = state;
  resume_from(thread, thread + 1);
}

/// Switches from fiber `leaving` to the next thread that can run, or back to run() if there is none.
void BlockRunner::resume_from(std::size_t leaving, std::size_t first) {
  std::size_t next = first;
  while (next < threads_.size() && threads_[next].state != State::kRunnable) ++next;
  if (next == threads_.size()) next = FiberPool::kMain;
  if (next == leaving) return;
  if (listener_ != nullptr && leaving != FiberPool::kMain && next / kLanes != leaving / kLanes) hand_over(leaving / kLanes);
  if (next != FiberPool::kMain) {
    running_ = next;
    this_thread = threads_[next].saved;
  }
  fibers_.switch_to(leaving, next);
}

void BlockRunner::hand_over(std::size_t warp) {
  const std::size_t first = warp * kLanes;
  const std::size_t lanes = std::min(kLanes, threads_.size() - first);
  for (std::size_t l = 0; l < lanes; ++l) overflows_ += logs_[l].data() + logs_[l].size() >= threads_[first + l].saved.log_end;
  listener_->on_warp(static_cast<std::uint32_t>(warp), record::LaneLogs(logs_).first(lanes));
  for (auto& log : logs_) log = log.first(0);
}

/// Lets everyone go on. True if the block is done.
bool BlockRunner::end_interval() {
  int line = 0;
  bool done = true;
  bool diverged = false;
  for (const Thread& t : threads_) done = done && t.state == State::kDone;
  for (const Thread& t : threads_) {
    if (!done && t.state == State::kDone) diverged = true;
    if (t.state != State::kAtBarrier) continue;
    diverged = diverged || (line != 0 && t.line != line);
    line = std::max(line, t.line);
  }
  if (listener_ != nullptr) listener_->on_barrier(static_cast<std::uint32_t>(line), diverged);
  for (Thread& t : threads_)
    if (t.state == State::kAtBarrier) t.state = State::kRunnable;
  return done;
}

void block_barrier(int line) {
  BlockRunner* runner = current_runner;
  runner->threads_[runner->running_].line = line;
  runner->leave(runner->running_, BlockRunner::State::kAtBarrier);
}

}  // namespace gemmscope::simt
