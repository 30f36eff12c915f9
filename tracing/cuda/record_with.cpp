// SPDX-License-Identifier: MIT
#include "tracing/cuda/record_with.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>

#include "tracing/cuda/stream_capture.h"
#include "tracing/record/assemble.h"
#include "tracing/record/on_threads.h"

namespace gemmscope::cuda {

namespace {

std::uint64_t stream_bytes(std::span<const WarpCount> counts) {
  std::uint64_t bytes = 0;
  for (const WarpCount& c : counts) bytes += StreamSize{c.entries, c.requests}.bytes();
  return bytes;
}

/// The host's side: captures on several threads, each taking blocks as it gets to them.
class Coders {
 public:
  Coders(const record::Plan& plan, std::uint64_t blocks, const record::Progress& progress)
      : total_(blocks), progress_(progress) {
    for (unsigned i = record::host_threads(plan.host_threads, blocks); i > 0; --i) captures_.emplace_back(plan);
  }

  Result<void> add(const Stream& stream, BlockSpan blocks) {
    std::atomic<std::uint32_t> next{0};
    Result<void> outcome;
    const auto stop = [&] { next = blocks.count; };
    const auto work = [&](unsigned thread) {
      for (std::uint32_t i; (i = next++) < blocks.count;) {
        Result<void> done = captures_[thread].add_block(stream, blocks, i);
        const std::lock_guard lock(mutex_);
        if (done && progress_ && !progress_(++done_, total_))
          done = fail(ErrorKind::kUsage, "recording was interrupted; nothing was written");
        if (done) continue;
        outcome = std::move(done);
        stop();
      }
    };
    record::on_threads(static_cast<unsigned>(std::min<std::size_t>(captures_.size(), blocks.count)), work, stop);
    return outcome;
  }

  Result<void> assemble(format::Recording& recording) const {
    std::vector<const record::Capture::Parts*> parts;
    for (const StreamCapture& c : captures_) parts.push_back(&c.parts());
    return record::assemble(recording, parts);
  }

 private:
  std::uint64_t done_ = 0, total_;
  const record::Progress& progress_;
  std::mutex mutex_;
  std::vector<StreamCapture> captures_;
};

}  // namespace

Result<void> check_defined(const record::Plan& plan) {
  const kernels::KernelInfo& kernel = *plan.variant.kernel;
  if (kernel.mistake != nullptr && !kernel.mistake->not_on_gpu.empty())
    return fail(ErrorKind::kUsage, "kernel " + std::string(kernel.name) +
                                       " cannot run on a GPU: " + std::string(kernel.mistake->not_on_gpu) +
                                       "; choose the emulator, which shows it");
  if (kernel.misaligned == nullptr || !kernel.misaligned(plan.variant)) return {};
  return fail(ErrorKind::kUsage,
              kernel.wrong_on_purpose(plan.variant) + "; choose the emulator, which shows the lanes");
}

std::vector<BlockSpan> split(std::span<const WarpCount> counts, std::uint32_t warps, std::uint64_t bytes_at_once) {
  std::vector<BlockSpan> spans;
  std::uint64_t bytes = 0;
  for (std::uint32_t b = 0; b < counts.size() / warps; ++b) {
    const std::uint64_t more = stream_bytes(counts.subspan(std::size_t{b} * warps, warps));
    if (spans.empty() || bytes + more > bytes_at_once) {
      spans.push_back({b, 0});
      bytes = 0;
    }
    ++spans.back().count;
    bytes += more;
  }
  return spans;
}

Result<format::Recording> record_with(TracedRun& run, const record::Plan& plan, const record::Progress& progress,
                                      std::uint64_t bytes_at_once) {
  const std::uint32_t blocks = plan.selection.block_y.size() * plan.selection.block_x.size();
  const auto counts = run.count({0, blocks});
  if (!counts) return tl::unexpected(counts.error());
  const std::vector<BlockSpan> spans = split(*counts, plan.warps, bytes_at_once);
  const auto launch = [&](std::size_t i) {
    const auto room =
        std::span(*counts).subspan(std::size_t{spans[i].first} * plan.warps, std::size_t{spans[i].count} * plan.warps);
    return run.record(spans[i], room, static_cast<int>(i % TracedRun::kSlots));
  };

  Coders coders(plan, blocks, progress);
  Result<Stream> stream = launch(0);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (!stream) return tl::unexpected(stream.error());
    std::future<Result<Stream>> following;
    if (i + 1 < spans.size()) following = std::async(launch, i + 1);  // here and now where there are no more threads
    if (auto added = coders.add(*stream, spans[i]); !added) return tl::unexpected(added.error());
    if (following.valid()) stream = following.get();
  }

  format::Recording recording = record::describe(plan);
  if (auto done = coders.assemble(recording); !done) return tl::unexpected(done.error());
  return recording;
}

}  // namespace gemmscope::cuda
