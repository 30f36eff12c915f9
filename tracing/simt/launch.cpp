// SPDX-License-Identifier: MIT
#include "tracing/simt/launch.h"

#include <atomic>

#include "tracing/record/assemble.h"
#include "tracing/record/capture.h"
#include "tracing/record/on_threads.h"
#include "tracing/record/origin.h"
#include "tracing/simt/bodies.h"

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
    if (progress_ && !progress_(i, total())) stopped_ = true;
    block = {x_.begin + static_cast<std::uint32_t>(i % x_.size()), y_.begin + static_cast<std::uint32_t>(i / x_.size()), 0};
    return !stopped_;
  }
  bool stopped() const { return stopped_; }

 private:
  format::Range y_, x_;
  record::Progress progress_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stopped_{false};
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
  void on_barrier(std::uint32_t line, bool diverged) override {
    capture_.end_interval(line);
    ++interval_;
    diverged_ = diverged_ || diverged;
  }
  void end_block() { capture_.end_block(); }

  const record::Capture& capture() const { return capture_; }
  bool diverged() const { return diverged_; }

 private:
  record::Capture capture_;
  std::uint32_t interval_ = 0;
  bool diverged_ = false;
};

GemmArguments arguments_of(const record::Plan& plan, MatrixMemory& memory) {
  return {static_cast<int>(plan.M), static_cast<int>(plan.N), static_cast<int>(plan.K), plan.alpha, plan.beta,
          memory.A(), memory.B(), memory.C(), plan.variant.layout()};
}

/// A listener that lets the logs go.
struct Nobody : BlockRunner::Listener {
  void on_warp(std::uint32_t, record::LaneLogs) override {}
  void on_barrier(std::uint32_t, bool) override {}
};

}  // namespace

void run_blocks(const record::Plan& plan, MatrixMemory& memory, Tracing tracing) {
  const bool traced = tracing == Tracing::kDropped;
  const GemmArguments arguments = arguments_of(plan, memory);
  const BlockRunner::Body body = find_body(plan.variant, traced, plan.has_edges());
  BlockQueue queue({{0, plan.grid_y}, {0, plan.grid_x}, {}, {}, true}, {});
  record::on_threads(record::host_threads(plan.host_threads, queue.total()), [&](unsigned) {
    Nobody nobody;
    BlockRunner runner({plan.threads, 1, 1}, body, &arguments, traced ? &nobody : nullptr);
    for (Dim3 block; queue.take(block);) runner.run(block);
  });
}

Result<format::Recording> record_blocks(const record::Plan& plan, MatrixMemory& memory, const record::Progress& progress) {
  const GemmArguments arguments = arguments_of(plan, memory);
  const BlockRunner::Body body = find_body(plan.variant, true, plan.has_edges());

  BlockQueue queue(plan.selection, progress);
  const unsigned threads = record::host_threads(plan.host_threads, queue.total());
  std::vector<Recorder> recorders;
  for (unsigned i = 0; i < threads; ++i) recorders.emplace_back(plan);
  std::atomic<std::uint64_t> dropped{0};
  record::on_threads(threads, [&](unsigned i) {
    Recorder& recorder = recorders[i];
    BlockRunner runner({plan.threads, 1, 1}, body, &arguments, &recorder);
    for (Dim3 block; queue.take(block);) {
      recorder.begin_block(block);
      runner.run(block);
      recorder.end_block();
    }
    dropped += runner.overflows();
  });
  for (const Recorder& r : recorders)
    if (r.diverged()) return fail(ErrorKind::kUsage, "threads of one block stopped at different barriers, which is undefined in CUDA; the kernel must be corrected first");
  if (queue.stopped()) return fail(ErrorKind::kUsage, "recording was stopped before it was complete; nothing was kept");

  format::Recording recording = record::describe(plan);
  recording.origin = record::make_origin("cpu", record::cpu_name(), "", record::host_compiler());
  recording.dropped = dropped;
  std::vector<const record::Capture::Parts*> parts;
  for (const Recorder& r : recorders) parts.push_back(&r.capture().parts());
  record::assemble(recording, parts);
  return recording;
}

}  // namespace gemmscope::simt
