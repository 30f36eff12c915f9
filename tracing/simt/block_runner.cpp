// SPDX-License-Identifier: MIT
#include "tracing/simt/block_runner.h"

#include <algorithm>
#include <cstring>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace gemmscope::simt {

constinit thread_local ThreadState this_thread;
constinit thread_local std::size_t bytes_to_poison = 0;

namespace {

thread_local BlockRunner* current_runner = nullptr;
thread_local bool is_fresh_block = false;  ///< nobody has touched its shared memory yet

constexpr std::size_t kLanes = 32;
// Entries that may follow the last look at the end: the shared accesses after a global access or a marker. The page
// behind them cannot be written, so running past is a crash, never a wrong recording.
constexpr std::size_t kLogSlack = std::size_t{1} << 16;

std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

}  // namespace

BlockRunner::BlockRunner(Dim3 block_dim, Body body, const void* arguments, Listener* listener, std::size_t log_entries)
    : block_dim_(block_dim),
      body_(body),
      arguments_(arguments),
      listener_(listener),
      fibers_(std::size_t{block_dim.x} * block_dim.y * block_dim.z, &BlockRunner::thread_main),
      threads_(fibers_.size()),
      logs_(kLanes),
      log_entries_(log_entries) {
  if (listener_ != nullptr) reserve_logs(log_entries);
}

BlockRunner::~BlockRunner() {
  if (log_memory_ != nullptr) munmap(log_memory_, log_bytes_);
}

void BlockRunner::reserve_logs(std::size_t entries) {
  const std::size_t log = whole_pages((entries + kLogSlack) * sizeof(record::LogEntry)), guard = whole_pages(1);
  log_bytes_ = kLanes * (log + guard);
  void* memory = mmap(nullptr, log_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  log_memory_ = static_cast<record::LogEntry*>(memory);
  for (std::size_t l = 0; l < kLanes; ++l) {
    char* begin = static_cast<char*>(memory) + l * (log + guard);
    logs_[l] = {reinterpret_cast<record::LogEntry*>(begin), 0};
    if (mprotect(begin + log, guard, PROT_NONE) == 0) continue;
    munmap(memory, log_bytes_);
    throw std::bad_alloc();
  }
}

void BlockRunner::run(Dim3 block) {
  current_runner = this;
  is_fresh_block = true;
  divergence_.reset();
  interval_ = 0;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    auto* log = const_cast<record::LogEntry*>(logs_[i % kLanes].data());  // ours; spans of it are handed out to be read
    const auto linear = static_cast<std::uint32_t>(i);
    const Dim3 thread{linear % block_dim_.x, linear / block_dim_.x % block_dim_.y,
                      linear / (block_dim_.x * block_dim_.y)};
    threads_[i] = {
        .start = {
            .thread = thread, .block = block, .log = log, .log_end = log == nullptr ? nullptr : log + log_entries_}};
  }
  do {
    for (std::size_t warp = 0; warp * kLanes < threads_.size(); ++warp) {
      run_warp(warp);
      if (listener_ != nullptr) hand_over(warp);
    }
  } while (!end_interval());
}

/// The first runnable thread from `first` on in the warp of `first - 1`, or kMain.
inline std::size_t BlockRunner::next_lane(std::size_t first) const {
  const std::size_t end = std::min((first + kLanes - 1) / kLanes * kLanes, threads_.size());
  while (first < end && threads_[first].state != State::kRunnable) ++first;
  return first < end ? first : FiberPool::kMain;
}

inline void BlockRunner::switch_to(std::size_t from, std::size_t to) {
  if (to != FiberPool::kMain) {
    running_ = to;
    this_thread = threads_[to].is_inside ? threads_[to].saved : threads_[to].start;
  }
  fibers_.switch_to(from, to);
}

/// The running thread stops here, and the next lane of its warp goes on; after the last one, run_warp() returns.
/// Inlined, with what it calls, into the barriers: 5 % of an untraced run.
inline void BlockRunner::leave(State state) {
  Thread& thread = threads_[running_];
  if (listener_ != nullptr) logs_[running_ % kLanes] = {thread.start.log, this_thread.log};
  thread.state = state;
  // A block barrier ends the interval: the logs are handed over and begin anew.
  thread.is_inside = state == State::kAtWarpBarrier;
  if (thread.is_inside) thread.saved = this_thread;
  switch_to(running_, next_lane(running_ + 1));
}

void BlockRunner::thread_main(std::size_t) {
  for (;;) {  // one turn for each block
    current_runner->body_(current_runner->arguments_);
    current_runner->leave(State::kDone);
  }
}

void BlockRunner::run_warp(std::size_t warp) {
  do {
    std::size_t first = warp * kLanes;
    if (threads_[first].state != State::kRunnable) first = next_lane(first + 1);
    if (first != FiberPool::kMain) switch_to(FiberPool::kMain, first);
  } while (pass_warp_barrier(warp));
}

/// Lets the lanes that wait for their warp go on. False if there are none.
bool BlockRunner::pass_warp_barrier(std::size_t warp) {
  const std::span lanes =
      std::span(threads_).subspan(warp * kLanes).first(std::min(kLanes, threads_.size() - warp * kLanes));
  const auto waits = [](const Thread& t) { return t.state == State::kAtWarpBarrier; };
  if (std::none_of(lanes.begin(), lanes.end(), waits)) return false;
  if (!divergence_) note_divergence(warp * kLanes, lanes.size(), true);
  for (Thread& t : lanes)
    if (waits(t)) t.state = State::kRunnable;
  return true;
}

void BlockRunner::hand_over(std::size_t warp) {
  const std::size_t lanes = std::min(kLanes, threads_.size() - warp * kLanes);
  for (const auto& log : logs_) log_was_full_ = log_was_full_ || log.size() >= log_entries_;
  listener_->on_warp(static_cast<std::uint32_t>(warp), record::LaneLogs(logs_).first(lanes));
  for (auto& log : logs_) log = log.first(0);
}

/// Lets everyone go on. True if the block is done.
bool BlockRunner::end_interval() {
  const bool done =
      std::all_of(threads_.begin(), threads_.end(), [](const Thread& t) { return t.state == State::kDone; });
  if (!done && !divergence_) note_divergence(0, threads_.size(), false);
  int line = 0;
  for (Thread& t : threads_) {
    if (t.state != State::kAtBarrier) continue;
    line = std::max(line, t.line);
    t.state = State::kRunnable;
  }
  if (listener_ != nullptr) listener_->on_barrier(static_cast<std::uint32_t>(line));
  ++interval_;
  return done;
}

/// The first of `count` threads from `first` on that has come somewhere else than thread `first`, if there is one.
void BlockRunner::note_divergence(std::size_t first, std::size_t count, bool of_warp) {
  const auto line = [](const Thread& t) { return t.state == State::kDone ? 0 : static_cast<std::uint32_t>(t.line); };
  const Thread& one = threads_[first];
  for (std::size_t i = first + 1; i < first + count; ++i)
    if (threads_[i].state != one.state || line(threads_[i]) != line(one)) {
      divergence_ = {.y = one.start.block.y,
                     .x = one.start.block.x,
                     .interval = interval_,
                     .thread = static_cast<std::uint32_t>(first),
                     .line = line(one),
                     .other_thread = static_cast<std::uint32_t>(i),
                     .other_line = line(threads_[i]),
                     .of_warp = of_warp};
      return;
    }
}

int poison(const void* shared_memory) {
  if (is_fresh_block) std::memset(const_cast<void*>(shared_memory), 0xff, bytes_to_poison);  // NaN as float and as half
  is_fresh_block = false;  // whoever asks again, and wherever compilers move that to, changes nothing
  return 0;
}

void warp_barrier(int line) {
  if (this_thread.log < this_thread.log_end)
    *this_thread.log++ =
        record::pack(record::marker_key(record::Marker::kWarpBarrier), static_cast<std::uint32_t>(line));
  BlockRunner* runner = current_runner;
  runner->threads_[runner->running_].line = line;
  runner->leave(BlockRunner::State::kAtWarpBarrier);
}

void block_barrier(int line) {
  BlockRunner* runner = current_runner;
  runner->threads_[runner->running_].line = line;
  runner->leave(BlockRunner::State::kAtBarrier);
}

}  // namespace gemmscope::simt
