// SPDX-License-Identifier: MIT
#include "app/sweep/run.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "tracing/record/on_threads.h"
#include "tracing/simt/emulator.h"
#include "tracing/simt/launch.h"

namespace gemmscope::sweep {
namespace {

/// Rows that wait, handed out one by one, and what came of them.
class Sweeping {
 public:
  Sweeping(std::span<Row> rows, const Watch& watch) : watch_(watch) {
    for (Row& row : rows)
      if (row.state == State::kWaiting) waiting_.push_back(&row);
  }

  Result<void> run(unsigned wanted) {
    const unsigned threads = std::min(record::host_threads(wanted, ~std::uint64_t{0}), most_threads());
    const unsigned workers = record::host_threads(threads, waiting_.size());
    threads_of_each_ = threads / workers;
    record::on_threads(
        workers, [&](unsigned) { work_on(); }, [&] { stopped_ = true; });
    if (error_) return tl::unexpected(*error_);
    return {};
  }

 private:
  /// Of all workers together: each runs blocks of its own at the same time.
  unsigned most_threads() const {
    std::uint32_t threads = 32;
    for (const Row* row : waiting_) threads = std::max(threads, row->threads);
    return simt::most_host_threads(threads);
  }

  bool go_on() const { return !stopped_ && (!watch_.go_on || watch_.go_on()); }

  void work_on() {
    for (std::size_t i; (i = next_.fetch_add(1)) < waiting_.size();) {
      if (!go_on()) return stop({ErrorKind::kUsage, "the sweep was interrupted"});
      if (auto done = fill_in(*waiting_[i]); !done) return stop(std::move(done.error()));
      const std::lock_guard lock(mutex_);
      ++done_;
      if (watch_.on_row) watch_.on_row(*waiting_[i], done_, waiting_.size());
    }
  }

  void stop(Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
    stopped_ = true;  // only now: who sees it says that it was interrupted
  }

  Result<void> fill_in(Row& row) {
    record::RecordRequest request = row.request;
    request.host_threads = threads_of_each_;
    const auto recording = simt::record(request, [&](std::uint64_t, std::uint64_t) { return go_on(); });
    if (!go_on()) return fail(ErrorKind::kUsage, "the sweep was interrupted");
    if (!recording) return tl::unexpected(recording.error());
    const Figures figures = figures_of(*recording);
    if (figures.misaligned != 0) {
      row.state = State::kFaults;
      row.reason = std::to_string(figures.misaligned) + " requests are misaligned: the GPU faults";
    } else {
      row.state = State::kCounted;
      row.figures = figures;
    }
    return {};
  }

  const Watch& watch_;
  std::vector<Row*> waiting_;
  unsigned threads_of_each_ = 1;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<void> run(std::span<Row> rows, unsigned threads, const Watch& watch) {
  return Sweeping(rows, watch).run(threads);
}

}  // namespace gemmscope::sweep
