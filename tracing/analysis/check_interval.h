// SPDX-License-Identifier: MIT
/// @file check_interval.h
/// What goes wrong in a block's memory between two barriers, where nothing orders the accesses of different warps, nor
/// those of different lanes between two __syncwarps.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "tracing/analysis/access_order.h"
#include "tracing/analysis/check_budget.h"
#include "tracing/analysis/check_findings.h"
#include "tracing/analysis/meets.h"
#include "tracing/analysis/phases.h"
#include "tracing/analysis/signal_graph.h"

namespace gemmscope::analysis {

/// One interval's segments, of each warp at most one, in the order of warps.
using IntervalSegments = std::span<const format::Segment* const>;

/// What an interval is looked at in, cell by cell: the block's shared memory, or one array in global memory.
struct Memory {
  std::uint8_t base = format::kSharedBase;  ///< of its requests: see format::Row
  std::uint32_t bytes = 4;                  ///< of a cell: as many as the narrowest access has
  std::uint64_t cells = 0;                  ///< up to the end; accesses to an array may be beyond it
};

/// What is in a cell when an interval begins.
struct CellState {
  bool written = false;
  bool read = false;  ///< since it was written
  Access by;          ///< the last store
};

struct Interval {
  std::vector<const format::Segment*> segments;  ///< see IntervalSegments
  std::vector<Meets> meets;                      ///< of each of them
  std::optional<Phases> phases;                  ///< in rows of the segments, too; none: `meets` is all that is known
  std::uint32_t after = kNoStatement;            ///< the barrier before it: ProgramSteps::barriers_before()
  std::vector<const format::Segment*> others;    ///< also of the interval: they may give signals
};
/// `steps`: of the recording's PTX; null: it has none.
[[nodiscard]] std::vector<Interval> intervals_of(const format::Pattern& pattern, const ProgramSteps* steps);

/// What an interval does to a cell.
struct CellChange {
  std::uint32_t cell = 0;
  bool stored = false, loaded = false;  ///< by any thread
  // The last store:
  std::uint32_t row = 0;
  std::uint16_t segment = 0, site = 0;
  std::uint8_t lane = 0;

  /// `block`: whose state it is.
  void apply(CellState& state, std::uint32_t block, IntervalSegments segments) const;
};

struct IntervalOutcome {
  struct Found {
    std::uint64_t count = 0;
    std::uint32_t row = 0;  ///< of `example`, the first of all
    Finding example;
  };
  std::map<FindingKey, Found> found;
  std::vector<CellChange> changes;
  bool complete = true;   ///< false: there was no room for more
  bool left_out = false;  ///< there are more findings than Findings::kMost
};

/// One interval of one block.
class IntervalCheck {
 public:
  /// `state`: of all cells of shared memory; of an array there is none, and only races are looked for.
  /// `block`: in which they are found first.
  IntervalCheck(const format::Recording& recording, const SignalSites& signals, Memory memory, const Interval& interval,
                std::span<const CellState> state, std::uint32_t block);
  [[nodiscard]] IntervalOutcome run(Budget& budget);

 private:
  /// One lane's access to one cell.
  struct Touch {
    std::uint32_t cell = 0, row = 0;
    std::uint32_t order = 0;  ///< of the row in the program, or among the segment's requests to this memory
    std::uint32_t epoch = 0;  ///< __syncwarps that the warp has passed in this interval
    std::uint16_t segment = 0, site = 0;
    std::uint8_t lane = 0;
    bool store = false, atomic = false;  ///< an atomic operation is a store, too
    bool strong = false;
    bool swaps = false;  ///< it compares and swaps
    bool tries = false;  ///< the lane compares and swaps the cell in this interval: see relation
  };
  using Touches = std::span<const Touch>;

  void collect(std::uint64_t first_cell, std::uint64_t end_cell);
  void group_by_cell();
  /// What the segment's addresses count from, in bytes: see format::Segment::base.
  std::uint32_t start_of(const format::Segment& segment) const;
  /// False if there is no room for more.
  bool look_at(Touches of_cell, Budget& budget);
  void find_races(const Touch& touch);
  void find_unwritten(Touches of_cell, std::size_t load);
  void find_undecided(const Touch& touch);
  [[nodiscard]] bool is_first_look(const Touch& load, const Touch& atomic) const;
  [[nodiscard]] OrderedAccess order_of(const Touch& touch) const;
  /// `before`: the store comes first by Touch::order.
  [[nodiscard]] RaceKind kind_of(const Touch& store, const Touch& touch, bool before) const {
    return program_.of(order_of(store), order_of(touch), before);
  }
  void add_race(const Touch& store, const Touch& touch, bool before, bool agreed, bool undecided);
  void add(const FindingKey& key, const Touch& at, const Touch* other, Sequence sequence = Sequence::kNotKnown);
  FindingKey key_of(Fault fault, const Touch& at, const Touch* other) const;
  void put_in_order(const Interval& interval);
  [[nodiscard]] std::uint32_t step_of(const Touch& touch) const { return order_of(touch).step; }
  Spot spot(const Touch& touch) const {
    const format::Segment& segment = *segments_[touch.segment];
    return {block_, segment.warp, segment.interval, touch.row, touch.epoch, touch.site, touch.lane};
  }
  bool have_agreed(const Touch& a, const Touch& b) const {
    return a.store && b.store && !a.atomic && !b.atomic && analysis::have_agreed(recording_, a.site, b.site);
  }
  Access access(const Touch& touch) const;
  std::optional<Access> look_of(const Spot& look) const;
  std::uint64_t touches() const;
  std::uint64_t rows() const;
  /// The nearest of `touches` from their end, or from their start, that fits; nullptr: none of the first kNear.
  const Touch* nearest_before(Touches touches, const auto& fits);
  const Touch* nearest_after(Touches touches, const auto& fits);
  static bool is_before(const Touch& a, const Touch& b);
  static bool is_ordered(const Touch& a, const Touch& b);
  /// Whether anything orders the two. Threads that both compare and swap a cell try again if the other came between.
  Known relation(const Touch& a, const Touch& b);
  /// Whether one of the two threads gives a signal and the other looks for it, or both give one. That is no race:
  /// the look is made to find out whether the signal is there. Two lanes of a warp in shared memory are an
  /// exception: many programs believe that `volatile` keeps lanes in step there. It does not, so the two accesses race,
  /// unless one of the lanes waits for the signal in a loop. A load whose value is only data looks for no signal.
  bool are_signals(const Touch& a, const Touch& b) const {
    const auto waits = [&](const Touch& t) { return !t.store && signals_.waits(t.site); };
    const auto is_data = [&](const Touch& t) {
      return !t.store && !t.atomic && !signals_.decides(t.site) && !(is_array() && signals_.chooses(t.site));
    };
    if (is_data(a) || is_data(b)) return false;
    const bool apart = is_array() || a.segment != b.segment || waits(a) || waits(b);
    return apart && (a.strong || a.atomic || waits(a)) && (b.strong || b.atomic || waits(b));
  }
  /// Two stores of one value. In global memory also two strong ones.
  bool are_same(const Touch& a, const Touch& b) const {
    if (!a.store || !b.store || a.atomic || b.atomic) return false;
    if (is_array() && a.strong && b.strong) return true;
    return analysis::are_same(recording_, a.site, b.site);
  }
  bool is_array() const { return memory_.base != format::kSharedBase; }
  /// Whether the thread of `after` may have waited for `before`.
  bool may_have_met(const Touch& before, const Touch& after) const {
    const auto warp = [&](const Touch& t) { return segments_[t.segment]->warp; };
    if (phases_ && recorded_.all_warps) return phases_->are_ordered(warp(before), before.row, warp(after), after.row);
    return may_follow(meets_, before, after);
  }
  static bool may_follow(const std::vector<Meets>& meets, const Touch& before, const Touch& after) {
    return before.row < meets[before.segment].last_arrival && after.row >= meets[after.segment].first_pass;
  }

  const format::Recording& recording_;
  const SignalSites& signals_;
  const AccessOrder program_;
  Memory memory_;
  IntervalSegments segments_;
  const std::vector<Meets>& meets_;  ///< of each of them
  const std::optional<Phases>& phases_;
  SignalGraph graph_;
  std::vector<const std::vector<ProgramTime>*> times_;  ///< for each segment; none: there is no PTX
  std::vector<std::vector<std::uint32_t>> order_;       ///< by segment and row, by `times_`
  std::span<const CellState> state_;
  std::uint32_t block_;
  Recorded recorded_;
  std::vector<Touch> touches_, grouped_;  ///< of some cells
  Budget* budget_ = nullptr;              ///< of run()
  std::vector<Touch> stores_;             ///< to one cell, in the order of the program; the last, if all are ordered
  bool lost_ = false;                     ///< for one cell: threads that change it do not wait for each other
  bool all_ordered_ = false;              ///< the touches of one cell: all are one thread's, or atomic
  std::uint64_t steps_ = 0;               ///< taken and not yet paid for
  IntervalOutcome outcome_;
};

}  // namespace gemmscope::analysis
