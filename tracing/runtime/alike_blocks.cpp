// SPDX-License-Identifier: MIT
#include "tracing/runtime/alike_blocks.h"

#include <condition_variable>

#include "tracing/lockstep/alike.h"
#include "tracing/lockstep/quiet_loops.h"
#include "tracing/record/on_threads.h"

namespace gemmscope::runtime {
namespace {

using lockstep::Box;
using lockstep::Verdict;

/// Boxes that are still to be run, by threads that split them.
class Boxes {
 public:
  /// A failed run of a block is a run more: when there are too many, running all blocks is no slower.
  Boxes(const Box& all, std::uint64_t splits) : due_{all}, splits_(splits) {}

  /// Nothing: all are done, or none need be.
  std::optional<Box> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !due_.empty() || running_ == 0 || stopped_; });
    if (due_.empty() || stopped_) return std::nullopt;
    const Box box = due_.back();
    due_.pop_back();
    ++running_;
    return box;
  }
  void done() {
    const std::scoped_lock lock(mutex_);
    --running_;
    changed_.notify_all();
  }
  void split(const Box& box, std::size_t axis, std::uint32_t at) {
    const std::scoped_lock lock(mutex_);
    Box first = box, second = box;
    first.size[axis] = at;
    second.first[axis] += at, second.size[axis] -= at;
    due_.push_back(second), due_.push_back(first);
    if (splits_-- == 0) stopped_ = true;
  }
  void stop() {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }
  bool stopped() {
    const std::scoped_lock lock(mutex_);
    return stopped_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Box> due_;
  std::uint64_t splits_;
  unsigned running_ = 0;
  bool stopped_ = false;
};

std::uint64_t number_of(const lockstep::Launch& launch, const Box& box, const std::array<std::uint32_t, 3>& at) {
  return box.first[0] + at[0] +
         std::uint64_t{launch.grid[0]} *
             (box.first[1] + at[1] + std::uint64_t{launch.grid[1]} * (box.first[2] + at[2]));
}

Box box_of(const format::Selection& s) {
  return {{s.block_x.begin, s.block_y.begin, s.block_z.begin}, {s.block_x.size(), s.block_y.size(), s.block_z.size()}};
}

/// All blocks of the box but the first. False: that cannot be said of them.
bool repeat(const lockstep::Launch& launch, const Box& box, const std::vector<lockstep::Moved>& moved,
            Recorder& recorder) {
  std::vector<std::pair<std::uint32_t, std::int64_t>> by(moved.size());
  std::array<std::uint32_t, 3> at{};
  for (at[2] = 0; at[2] < box.size[2]; ++at[2])
    for (at[1] = 0; at[1] < box.size[1]; ++at[1])
      for (at[0] = 0; at[0] < box.size[0]; ++at[0]) {
        if (at == std::array<std::uint32_t, 3>{}) continue;
        for (std::size_t i = 0; i < moved.size(); ++i) {
          by[i] = {moved[i].allocation, 0};
          for (std::size_t a = 0; a < at.size(); ++a) by[i].second += moved[i].by[a] * std::int64_t{at[a]};
        }
        if (!recorder.repeat_block(number_of(launch, box, at), by)) return false;
      }
  return true;
}

}  // namespace

bool record_alike_blocks(const lockstep::Slice& slice, const lockstep::Launch& launch,
                         const format::Selection& selection, const lockstep::Allocations& allocations,
                         std::deque<Recorder>& recorders, const lockstep::Limits& limits) {
  lockstep::FollowedProgram program = lockstep::followed(slice.program);
  if (!slice.tells_local) program.program = lockstep::with_quiet_loops(program.program);
  const lockstep::Program alone = slice.tells_local ? slice.program : lockstep::with_quiet_loops(slice.program);
  Boxes boxes(box_of(selection), 16 + launch.blocks() / 4);
  const auto run = [&](const Box& box, Recorder& recorder) {
    const std::uint64_t first = number_of(launch, box, {});
    recorder.begin_block(first);
    if (box.blocks() == 1) {
      std::vector<lockstep::Fault> faults;
      const bool ended = run_block(alone, launch, allocations, first, &recorder, faults, limits);
      recorder.end_block();
      if (!ended || !faults.empty()) boxes.stop();
      return;
    }
    const lockstep::Alike alike = run_alike(program, launch, allocations, box, &recorder, limits);
    if (alike.verdict == Verdict::kCannot || !recorder.trouble().empty()) return boxes.stop();
    if (alike.verdict == Verdict::kSplit) return boxes.split(box, alike.axis, alike.at);
    recorder.end_block();
    if (!repeat(launch, box, alike.moved, recorder)) boxes.stop();
  };
  const auto work = [&](unsigned i) {
    recorders[i].look_for_common_stores();
    for (std::optional<Box> box = boxes.next(); box; box = boxes.next()) {
      run(*box, recorders[i]);
      boxes.done();
    }
  };
  record::on_threads(static_cast<unsigned>(recorders.size()), work, [&] { boxes.stop(); });
  return !boxes.stopped();
}

}  // namespace gemmscope::runtime
