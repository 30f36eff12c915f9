// SPDX-License-Identifier: MIT
#include "tracing/runtime/grid.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

#include "tracing/lockstep/block.h"
#include "tracing/record/on_threads.h"
#include "tracing/runtime/emulated_device.h"
#include "tracing/runtime/turns.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {

/// A block that has begun, and what is its own until it ends.
struct Resident {
  Resident(const lockstep::Program& program, const lockstep::Launch& launch, const lockstep::Allocations& allocations,
           const lockstep::Limits& limits, std::uint64_t number, Recorder* hears)
      : recorder(hears), block(program, launch, allocations, limits, number, hears, faults, &printed) {}

  Recorder* recorder;
  std::vector<lockstep::Fault> faults;
  std::string printed;
  lockstep::Block block;
};

namespace {

class Grid {
 public:
  Grid(const lockstep::Program& program, const lockstep::Launch& launch, const lockstep::Allocations& allocations,
       const lockstep::Limits& limits, unsigned threads, std::deque<Recorder>* recorders, Progress* progress)
      : program_(program),
        launch_(launch),
        allocations_(allocations),
        limits_(limits),
        recorders_(recorders),
        like_(recorders == nullptr ? nullptr : &recorders->front()),
        progress_(progress),
        turns_(launch.blocks(), threads, room_for_blocks(program, launch)),
        ends_at_(launch.blocks()) {
    for (std::size_t i = recorders == nullptr ? 0 : recorders->size(); i > 0; --i)
      free_.push_back(&(*recorders)[i - 1]);
  }

  /// What each host thread does.
  void work() {
    while (Turns::Turn* const turn = turns_.next()) {
      const bool begins = turn->resident == nullptr;
      if (begins) turn->resident = begin(turn->block);
      run(*turn, begins);
    }
  }
  void abandon() { turns_.abandon(); }
  /// After all that.
  std::vector<lockstep::Fault> end();

 private:
  std::shared_ptr<Resident> begin(std::uint64_t number) {
    Recorder* const recorder = recorder_of(number);
    if (recorder != nullptr) recorder->begin_block(number);
    return std::make_shared<Resident>(program_, launch_, allocations_, limits_, number, recorder);
  }
  Recorder* recorder_of(std::uint64_t number);
  void run(Turns::Turn& turn, bool begins);
  void end(Resident& resident, bool goes_on);
  void add(std::vector<lockstep::Fault>& faults);

  const lockstep::Program& program_;
  const lockstep::Launch& launch_;
  const lockstep::Allocations& allocations_;
  const lockstep::Limits& limits_;
  std::deque<Recorder>* const recorders_;
  const Recorder* const like_;
  Progress* const progress_;
  Turns turns_;
  std::mutex mutex_;  ///< of what follows
  std::vector<Recorder*> free_;
  std::vector<lockstep::Fault> faults_;           ///< one for each place: the lowest block's
  std::map<std::uint64_t, std::string> printed_;  ///< by block
  std::uint64_t done_ = 0, ends_at_;              ///< the lowest block that ended the launch
};

/// One for each block that has begun. Null: the block is not recorded.
Recorder* Grid::recorder_of(std::uint64_t number) {
  if (like_ == nullptr || !like_->wants(number)) return nullptr;
  const std::scoped_lock lock(mutex_);
  if (free_.empty()) return &recorders_->emplace_back(like_->another());
  Recorder* const recorder = free_.back();
  free_.pop_back();
  return recorder;
}

/// Until the block has ended, or gives way to others.
void Grid::run(Turns::Turn& turn, bool begins) {
  using enum lockstep::Round;
  Resident& resident = *turn.resident;
  bool worked = begins;  // before it came to the loop in which it waits
  if (turn.stands_still) worked = lockstep::part_lanes(resident.block);
  for (std::uint32_t in_vain = 0;;) {
    const lockstep::Round round = lockstep::run_round(resident.block);
    if (round == kEnded || round == kFailed) return end(resident, round == kEnded), turns_.ends(turn);
    turns_.note(turn, round == kWorked);
    worked = worked || round == kWorked;
    in_vain = round == kWorked ? 0 : in_vain + 1;
    if (round == kCounted || in_vain > turn.patience || (in_vain > 0 && !turns_.any_works()))
      return turns_.waits(turn, worked, round == kCounted);
  }
}

void Grid::end(Resident& resident, bool goes_on) {
  if (resident.recorder != nullptr) resident.recorder->end_block();
  if (goes_on && resident.recorder == nullptr && resident.faults.empty() && resident.printed.empty() &&
      progress_ == nullptr)
    return;
  const std::scoped_lock lock(mutex_);
  if (resident.recorder != nullptr) free_.push_back(resident.recorder);
  if (progress_ != nullptr) (*progress_)(++done_, launch_.blocks());
  if (!resident.printed.empty()) printed_[resident.block.number] = std::move(resident.printed);
  const bool faulted = !resident.faults.empty();
  add(resident.faults);
  if (goes_on && !faulted) return;
  ends_at_ = std::min(ends_at_, resident.block.number);
  turns_.stop();
}

void Grid::add(std::vector<lockstep::Fault>& faults) {
  for (lockstep::Fault& fault : faults) {
    const auto known = std::ranges::find_if(faults_, [&](const lockstep::Fault& other) {
      return other.kind == fault.kind && other.statement == fault.statement;
    });
    if (known == faults_.end())
      faults_.push_back(std::move(fault));
    else if (fault.block < known->block)
      *known = std::move(fault);
  }
}

std::vector<lockstep::Fault> Grid::end() {
  const auto& left = turns_.left();
  if (!left.empty() && ends_at_ == launch_.blocks()) {
    Resident& first = *left.begin()->second.resident;
    first.block.stuck();
    if (!turns_.all_have_begun()) first.faults.back().room = left.size();
  }
  for (const auto& [number, turn] : left) {
    if (turn.resident->recorder != nullptr) turn.resident->recorder->end_block();
    add(turn.resident->faults);
    printed_[number] = std::move(turn.resident->printed);
  }
  std::erase_if(faults_, [&](const lockstep::Fault& fault) { return fault.block > ends_at_; });
  std::ranges::sort(faults_, {}, [](const lockstep::Fault& fault) { return std::pair(fault.block, fault.order); });
  for (const auto& [block, text] : printed_)
    if (block <= ends_at_) std::fwrite(text.data(), 1, text.size(), stdout);
  return std::move(faults_);
}

}  // namespace

lockstep::Limits limits_of_environment() {
  lockstep::Limits limits;
  if (const char* const steps = std::getenv(kStepsVariable); steps != nullptr && *steps != 0)
    limits.steps = steps_in(steps).value_or(limits.steps);  // Runtime::launch() has refused a text that is not a number
  return limits;
}

std::vector<lockstep::Fault> run_grid(const lockstep::Program& program, const lockstep::Launch& launch,
                                      const lockstep::Allocations& allocations, unsigned threads,
                                      std::deque<Recorder>* recorders, const lockstep::Limits& limits,
                                      Progress* progress) {
  if (recorders != nullptr) threads = static_cast<unsigned>(recorders->size());
  if (program.uses_heap) threads = 1;  // so that malloc gives the same in every run
  threads = record::host_threads(threads, launch.blocks());
  Grid grid(program, launch, allocations, limits, threads, recorders, progress);
  record::on_threads(
      threads, [&](unsigned) { grid.work(); }, [&] { grid.abandon(); });
  return grid.end();
}

}  // namespace gemmscope::runtime
