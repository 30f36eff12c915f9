// SPDX-License-Identifier: MIT
#include "tracing/simt/launch.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "tracing/format/block_name.h"
#include "tracing/record/assemble.h"
#include "tracing/record/capture.h"
#include "tracing/record/on_threads.h"
#include "tracing/record/origin.h"
#include "tracing/simt/block_runner.h"

namespace gemmscope::simt {

namespace {

/// The blocks of a launch, handed out one by one to host threads.
class BlockQueue {
 public:
  BlockQueue(const format::Selection& s, record::Progress progress)
      : y_(s.block_y), x_(s.block_x), progress_(std::move(progress)) {}

  std::uint64_t total() const { return std::uint64_t{y_.size()} * x_.size(); }

  /// False when all are taken or somebody wants to stop.
  bool take(Dim3& block) {
    const std::uint64_t i = next_.fetch_add(1);
    if (i >= total() || stopped_) return false;
    block = {x_.begin + static_cast<std::uint32_t>(i % x_.size()), y_.begin + static_cast<std::uint32_t>(i / x_.size()),
             0};
    return true;
  }
  /// One of those taken is done.
  void finish() {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    if (!progress_(++done_, total())) stopped_ = true;
  }
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }

 private:
  format::Range y_, x_;
  record::Progress progress_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::uint64_t done_ = 0;
};

/// Feeds the logs of one host thread's blocks to its capture, warp by warp.
class Recorder : public BlockRunner::Listener {
 public:
  explicit Recorder(const record::Plan& plan) : capture_(plan.selection, plan.warps) {}

  void begin_block(Dim3 block) {
    capture_.begin_block(block.y, block.x);
    interval_ = 0;
  }
  void on_warp(std::uint32_t warp, record::LaneLogs lanes) override { capture_.add(warp, interval_, lanes); }
  void on_barrier(std::uint32_t line) override {
    capture_.end_interval(line);
    ++interval_;
  }
  void end_block(const std::optional<format::Divergence>& divergence) {
    capture_.end_block();
    if (divergence) divergences_.push_back(*divergence);
  }

  const record::Capture& capture() const { return capture_; }
  const std::vector<format::Divergence>& divergences() const { return divergences_; }

 private:
  record::Capture capture_;
  std::vector<format::Divergence> divergences_;
  std::uint32_t interval_ = 0;
};

unsigned host_threads(const record::Plan& plan, std::uint64_t blocks) {
  return std::min(record::host_threads(plan.host_threads, blocks), most_host_threads(plan.threads));
}

std::string text_of(const format::Divergence& d) { return d.text(format::text_of({.x = d.x, .y = d.y})); }

/// What a runner saw of the kernel that makes its results worthless. A recording tells of divergence, and a kernel that
/// is deliberately broken may have it.
Result<void> judge(const BlockRunner& runner, bool may_diverge) {
  if (runner.divergence() && !may_diverge)
    return fail(ErrorKind::kUsage,
                text_of(*runner.divergence()) + ", which is undefined in CUDA; correct the kernel first");
  if (runner.log_was_full())
    return fail(ErrorKind::kNoSpace,
                "a thread makes more than " + std::to_string(BlockRunner::kLogEntries) +
                    " accesses between two barriers, more than its log can hold; choose a smaller K");
  return {};
}

/// Runs all blocks of `queue`, host thread i with `listener_of(i)`.
/// Errors: what judge() says of a runner.
template <class ListenerOf>
Result<void> run_all(const record::Plan& plan, Bind bind, MatrixMemory& memory, BlockQueue& queue, unsigned threads,
                     bool may_diverge, const ListenerOf& listener_of) {
  const kernels::GemmArguments arguments = plan.arguments(memory.A(), memory.B(), memory.C());
  const BoundBody body = bind(arguments, plan.has_edges());
  std::vector<Result<void>> outcomes(threads);
  const auto work = [&](unsigned i) {
    auto* listener = listener_of(i);
    bytes_to_poison = static_cast<std::size_t>(plan.variant.geometry().shared_bytes);
    BlockRunner runner({plan.threads, 1, 1}, body.run, body.arguments.get(), listener);
    for (Dim3 block; outcomes[i] && queue.take(block); queue.finish()) {
      if (listener != nullptr) listener->begin_block(block);
      runner.run(block);
      if (listener != nullptr) listener->end_block(runner.divergence());
      outcomes[i] = judge(runner, may_diverge);
      if (!outcomes[i]) queue.stop();
    }
  };
  record::on_threads(threads, work, [&] { queue.stop(); });
  for (const Result<void>& outcome : outcomes)
    if (!outcome) return outcome;
  return {};
}

/// A listener that lets the logs go.
struct Nobody : BlockRunner::Listener {
  void begin_block(Dim3) {}
  void end_block(const std::optional<format::Divergence>&) {}
  void on_warp(std::uint32_t, record::LaneLogs) override {}
  void on_barrier(std::uint32_t) override {}
};

}  // namespace

unsigned most_host_threads(std::uint32_t threads) {
  constexpr std::size_t kMappings = 50'000;  // of 65 530, vm.max_map_count's default
  return static_cast<unsigned>(kMappings / BlockRunner::mappings(threads));
}

Result<void> run_blocks(const record::Plan& plan, Bind bind, MatrixMemory& memory, Tracing tracing) {
  const bool traced = tracing == Tracing::kDropped;
  BlockQueue queue({{0, plan.grid_y}, {0, plan.grid_x}, {}, {}, true}, {});
  std::vector<Nobody> listeners(host_threads(plan, queue.total()));
  const auto threads = static_cast<unsigned>(listeners.size());
  const bool may_diverge = plan.variant.kernel->mistake != nullptr;
  return run_all(plan, bind, memory, queue, threads, may_diverge,
                 [&](unsigned i) { return traced ? &listeners[i] : nullptr; });
}

Result<format::Recording> record_blocks(const record::Plan& plan, Bind bind, MatrixMemory& memory,
                                        const record::Progress& progress) {
  BlockQueue queue(plan.selection, progress);
  std::vector<Recorder> recorders;
  for (unsigned i = host_threads(plan, queue.total()); i > 0; --i) recorders.emplace_back(plan);
  const auto threads = static_cast<unsigned>(recorders.size());
  const auto ran = run_all(plan, bind, memory, queue, threads, true, [&](unsigned i) { return &recorders[i]; });
  if (!ran) return tl::unexpected(ran.error());
  if (queue.stopped()) return fail(ErrorKind::kUsage, "recording was interrupted; nothing was written");

  format::Recording recording = record::describe(plan);
  recording.origin = record::make_origin("cpu", record::cpu_name(), "", record::host_compiler());
  std::vector<const record::Capture::Parts*> parts;
  for (const Recorder& r : recorders) {
    parts.push_back(&r.capture().parts());
    recording.divergences.insert(recording.divergences.end(), r.divergences().begin(), r.divergences().end());
  }
  std::sort(recording.divergences.begin(), recording.divergences.end(),
            [](const auto& a, const auto& b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
  if (auto done = record::assemble(recording, parts); !done) return tl::unexpected(done.error());
  return recording;
}

}  // namespace gemmscope::simt
