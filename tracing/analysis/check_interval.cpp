// SPDX-License-Identifier: MIT
#include "tracing/analysis/check_interval.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>

#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {
namespace {

/// Held at once, twice: 80 MB. Longer intervals are gone through in parts, some cells each.
constexpr std::size_t kMostTouches = std::size_t{1} << 20;
/// Stores to one cell that are looked at on either side of an access.
constexpr std::size_t kNear = 1024;

}  // namespace

std::vector<Interval> intervals_of(const format::Pattern& pattern, const ProgramSteps* steps) {
  std::vector<Interval> intervals(pattern.barrier_lines.size());
  const std::vector<Meets> meets = meets_of(pattern);
  for (std::size_t s = 0; s < meets.size(); ++s) {
    Interval& interval = intervals[pattern.segments[s].interval];
    interval.segments.push_back(&pattern.segments[s]), interval.meets.push_back(meets[s]);
  }
  std::map<std::uint32_t, std::vector<format::SyncEvent>> events;
  for (format::SyncEvent event : pattern.sync_events) {
    const auto& segments = intervals[event.interval].segments;
    const auto its = std::ranges::lower_bound(segments, event.warp, {}, &format::Segment::warp);
    event.request = its != segments.end() && (*its)->warp == event.warp ? event.request - (*its)->first_request : 0;
    if (event.kind >= format::SyncEvent::Kind::kArrive) events[event.interval].push_back(event);
  }
  for (const auto& [interval, all] : events) intervals[interval].phases = Phases::of(all);
  if (steps == nullptr) return intervals;
  const std::vector<std::uint32_t> barriers = steps->barriers_before(pattern);
  for (std::size_t i = 0; i < intervals.size(); ++i) intervals[i].after = barriers[i];
  return intervals;
}

void CellChange::apply(CellState& state, std::uint32_t block, IntervalSegments segments) const {
  if (stored)
    state = {.written = true, .read = loaded, .by = access_of(block, *segments[segment], row, lane, site)};
  else
    state.read = state.read || loaded;
}

IntervalCheck::IntervalCheck(const format::Recording& recording, const SignalSites& signals, Memory memory,
                             const Interval& interval, std::span<const CellState> state, std::uint32_t block)
    : recording_(recording),
      signals_(signals),
      program_(recording, signals.steps()),
      memory_(memory),
      segments_(interval.segments),
      meets_(interval.meets),
      phases_(interval.phases),
      graph_(recording, signals),
      state_(state),
      block_(block),
      recorded_(recorded_part(recording)) {
  if (signals.steps() != nullptr) put_in_order(interval);
  if (!signals.any()) return;
  const auto& all = interval.others.empty() ? interval.segments : interval.others;
  for (const format::Segment* s : all) graph_.add_looks(block, *s);
  if (!graph_.is_empty())
    for (const format::Segment* s : all) graph_.add_signals(block, *s);
}

/// In the order in which the program would make them, if it made all of them in one thread.
void IntervalCheck::put_in_order(const Interval& interval) {
  const ProgramSteps& steps = *signals_.steps();
  for (const format::Segment* s : segments_) times_.push_back(&steps.times(s->template_id, interval.after));
  std::vector<std::uint32_t> place_of(steps.whens()), numbers;
  for (const auto* times : times_)
    for (const ProgramTime& time : *times)
      if (std::exchange(place_of[time.when], 1) == 0) numbers.push_back(time.when);
  const auto when = [&](std::uint32_t n) -> const auto& { return steps.when(n); };
  if (!std::ranges::is_sorted(numbers, {}, when)) std::ranges::sort(numbers, {}, when);
  for (std::uint32_t i = 0; i < numbers.size(); ++i) place_of[numbers[i]] = i;
  for (const auto* times : times_)
    for (auto& order = order_.emplace_back(); const ProgramTime& time : *times) order.push_back(place_of[time.when]);
}

std::uint64_t IntervalCheck::touches() const {
  std::uint64_t all = 0;
  for (const format::Segment* s : segments_)
    for (const format::Row& row : recording_.templates[s->template_id].rows)
      if (row.base == memory_.base)
        all += static_cast<std::uint64_t>(std::popcount(row.mask)) * (recording_.sites[row.site].width / memory_.bytes);
  return all;
}

std::uint64_t IntervalCheck::rows() const {
  std::uint64_t all = 0;
  for (const format::Segment* s : segments_) all += recording_.templates[s->template_id].rows.size();
  return all;
}

IntervalOutcome IntervalCheck::run(Budget& budget) {
  budget_ = &budget;
  outcome_.complete = budget.spend(rows());
  if (!outcome_.complete) return std::move(outcome_);
  constexpr std::uint64_t kBeyond = std::uint64_t{1} << 32;
  const std::uint64_t all = touches(), parts = all / kMostTouches + 1, cells = memory_.cells;
  for (std::uint64_t part = 0; part < parts && outcome_.complete; ++part) {
    outcome_.complete = budget.spend(rows() + all);
    if (!outcome_.complete) break;
    collect(cells * part / parts, part + 1 == parts && is_array() ? kBeyond : cells * (part + 1) / parts);
    outcome_.complete = budget.spend(8 * touches_.size());  // put in order
    for (std::size_t begin = 0, end = 0; begin < touches_.size() && outcome_.complete; begin = end) {
      while (end < touches_.size() && touches_[end].cell == touches_[begin].cell) ++end;
      const std::span of_cell(touches_.data() + begin, end - begin);
      for (const Touch& swap : of_cell)
        for (Touch& t : swap.swaps ? of_cell : std::span<Touch>())
          t.tries = t.tries || (t.segment == swap.segment && t.lane == swap.lane);
      outcome_.complete = look_at(of_cell, budget);
    }
  }
  return std::move(outcome_);
}

std::uint32_t IntervalCheck::start_of(const format::Segment& segment) const {
  return is_array() ? segment.base[memory_.base] + recording_.blocks[block_].base[memory_.base] : 0;
}

/// All accesses to these cells, cell by cell, and of each in the order of (warp, row, lane).
void IntervalCheck::collect(std::uint64_t first_cell, std::uint64_t end_cell) {
  touches_.clear();
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    const format::Template& coded = recording_.templates[segments_[s]->template_id];
    const std::uint32_t start = start_of(*segments_[s]), bytes = memory_.bytes;
    std::uint32_t epoch = 0, order = 0;
    for (std::size_t i = 0; i < coded.rows.size(); ++i) {
      const format::Row& row = coded.rows[i];
      epoch += row.after_syncwarp;
      if (row.base != memory_.base) continue;
      ++order;
      const format::Site& site = recording_.sites[row.site];
      for (std::uint32_t left = row.mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        for (std::uint32_t b = 0; b < site.width; b += bytes) {
          if (row.unused != 0 && row.leaves_unused(b, bytes, site.width)) continue;
          const std::uint32_t cell = (start + coded.lanes(i)[lane] + b) / bytes;
          if (cell < first_cell || cell >= end_cell) continue;
          touches_.push_back({.cell = cell,
                              .row = static_cast<std::uint32_t>(i),
                              .order = order_.empty() ? order : order_[s][i],
                              .epoch = epoch,
                              .segment = static_cast<std::uint16_t>(s),
                              .site = row.site,
                              .lane = row.lane_of(lane),
                              .store = site.op != format::Op::kLoad,
                              .atomic = site.op == format::Op::kAtomic,
                              .strong = site.atomic == format::Atomic::kStrong,
                              .swaps = site.atomic == format::Atomic::kCompareSwap});
        }
      }
    }
  }
  group_by_cell();
}

/// Each cell's in the order in which they were collected. Where cells are few for so many accesses, they are counted,
/// which is faster than to sort.
void IntervalCheck::group_by_cell() {
  if (touches_.empty()) return;
  const auto [least, most] = std::ranges::minmax_element(touches_, {}, &Touch::cell);
  const std::size_t first = least->cell, cells = most->cell - first + 1;
  if (cells > 4 * touches_.size()) return void(std::ranges::stable_sort(touches_, {}, &Touch::cell));
  std::vector<std::uint32_t> begins(cells + 1);
  for (const Touch& t : touches_) ++begins[t.cell - first + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  grouped_.resize(touches_.size());
  for (const Touch& t : touches_) grouped_[begins[t.cell - first]++] = t;
  touches_.swap(grouped_);
}

/// In the order of the program, as far as there is one: the requests to this memory, of which all warps make the same.
/// Not those to other arrays: at edges a warp makes more or fewer of them than others.
bool IntervalCheck::is_before(const Touch& a, const Touch& b) {
  return std::tuple(a.order, a.segment, a.lane) < std::tuple(b.order, b.segment, b.lane);
}

bool IntervalCheck::is_ordered(const Touch& a, const Touch& b) {
  return (a.atomic && b.atomic) || (a.segment == b.segment && (a.lane == b.lane || a.epoch != b.epoch));
}

const IntervalCheck::Touch* IntervalCheck::nearest_before(Touches touches, const auto& fits) {
  const Touches near = touches.last(std::min(touches.size(), kNear));
  const auto found = std::find_if(near.rbegin(), near.rend(), fits);
  steps_ += static_cast<std::uint64_t>(found - near.rbegin()) + 1;
  return found != near.rend() ? &*found : nullptr;
}

const IntervalCheck::Touch* IntervalCheck::nearest_after(Touches touches, const auto& fits) {
  const Touches near = touches.first(std::min(touches.size(), kNear));
  const auto found = std::find_if(near.begin(), near.end(), fits);
  steps_ += static_cast<std::uint64_t>(found - near.begin()) + 1;
  return found != near.end() ? &*found : nullptr;
}

bool IntervalCheck::look_at(Touches of_cell, Budget& budget) {
  stores_.clear();
  std::copy_if(of_cell.begin(), of_cell.end(), std::back_inserter(stores_), [](const Touch& t) { return t.store; });
  const auto is_of_first = [&](const Touch& t) { return t.segment == of_cell[0].segment && t.lane == of_cell[0].lane; };
  all_ordered_ = std::ranges::all_of(of_cell, &Touch::atomic) || std::ranges::all_of(of_cell, is_of_first);
  if (!all_ordered_)
    std::ranges::sort(stores_, is_before);
  else if (!stores_.empty())
    std::iter_swap(std::ranges::max_element(stores_, is_before), std::prev(stores_.end()));
  lost_ = false;
  for (const bool store : {false, true})
    for (const Touch& touch : of_cell) {
      if (touch.store != store || stores_.empty() || all_ordered_) continue;
      find_races(touch);
      if (!budget.spend(std::exchange(steps_, 0))) return false;
    }
  for (std::size_t i = 0; i < of_cell.size(); ++i) {
    if (!is_array() && (!of_cell[i].store || of_cell[i].atomic)) find_unwritten(of_cell, i);
    if (!budget.spend(std::exchange(steps_, 0))) return false;
  }
  if (is_array()) return true;
  CellChange change{.cell = of_cell.front().cell, .loaded = stores_.size() < of_cell.size()};
  if (!stores_.empty()) {
    const Touch& last = stores_.back();
    change.stored = true, change.row = last.row;
    change.segment = last.segment, change.site = last.site, change.lane = last.lane;
  }
  outcome_.changes.push_back(change);
  return true;
}

/// Whether an atomic operation that looks again follows the load; in an array, also one that is only done if the load
/// has found something.
bool IntervalCheck::is_first_look(const Touch& load, const Touch& atomic) const {
  const ProgramSteps* const steps = signals_.steps();
  if (!atomic.atomic || load.store || steps == nullptr) return false;
  return steps->is_first_look(step_of(load)) || (is_array() && steps->changes(step_of(load), step_of(atomic)));
}

Known IntervalCheck::relation(const Touch& a, const Touch& b) {
  if (is_ordered(a, b) || (a.tries && b.tries) || are_same(a, b) || are_signals(a, b)) return Known::kYes;
  if (is_first_look(a, b) || is_first_look(b, a)) return Known::kYes;
  if (may_have_met(a, b) || may_have_met(b, a)) return Known::kYes;
  return graph_.order_either_way(spot(a), spot(b), *budget_);
}

/// The nearest stores in the order of the program, before and after the touch, that nothing orders with it. A load that
/// comes after a store reads after write, one that comes before it is written after.
void IntervalCheck::find_races(const Touch& touch) {
  const auto at = std::lower_bound(stores_.begin(), stores_.end(), touch, is_before);
  const auto races = [&](const Touch& s) { return !have_agreed(s, touch) && relation(s, touch) == Known::kNo; };
  const auto agrees = [&](const Touch& s) { return have_agreed(s, touch) && relation(s, touch) == Known::kNo; };
  const bool may_agree = touch.store && recording_.sites[touch.site].agrees;
  const Touch* before = nearest_before({stores_.begin(), at}, races);
  const Touch* after = touch.store ? nullptr : nearest_after({at, stores_.end()}, races);
  if (before != nullptr &&
      after != nullptr) {  // one is reported if both are of the same kind; a lost change is the worst kind
    const Fault one = kind_of(*before, touch, true).fault, other = kind_of(*after, touch, false).fault;
    if (other == Fault::kLostUpdate && one != other)
      before = nullptr;
    else if (one == other || one == Fault::kLostUpdate)
      after = nullptr;
  }
  if (before != nullptr) add_race(*before, touch, true, false, false);
  if (after != nullptr) add_race(*after, touch, false, false, false);
  if (before == nullptr && after == nullptr && !graph_.is_empty()) find_undecided(touch);
  if (before != nullptr || !may_agree) return;
  if (const Touch* same = nearest_before({stores_.begin(), at}, agrees)) add_race(*same, touch, true, true, false);
}

void IntervalCheck::find_undecided(const Touch& touch) {
  const auto at = std::lower_bound(stores_.begin(), stores_.end(), touch, is_before);
  const auto is_it = [&](const Touch& s) { return !have_agreed(s, touch) && relation(s, touch) == Known::kUndecided; };
  if (const Touch* s = nearest_before({stores_.begin(), at}, is_it))
    add_race(*s, touch, true, false, true);
  else if (const Touch* later = touch.store ? nullptr : nearest_after({at, stores_.end()}, is_it))
    add_race(*later, touch, false, false, true);
}

OrderedAccess IntervalCheck::order_of(const Touch& touch) const {
  if (times_.empty()) return {.store = touch.store, .atomic = touch.atomic};
  const ProgramTime& time = (*times_[touch.segment])[touch.row];
  return {time.step, time.when, touch.store, touch.atomic};
}

/// A change of a value is reported once, at its load.
void IntervalCheck::add_race(const Touch& store, const Touch& touch, bool before, bool agreed, bool undecided) {
  const RaceKind kind = kind_of(store, touch, before);
  const bool is_lost = kind.fault == Fault::kLostUpdate;
  if (lost_ && touch.store &&
      (is_lost || (signals_.steps()->is_change(step_of(store)) && signals_.steps()->is_change(step_of(touch)))))
    return;
  lost_ = lost_ || is_lost;
  const bool at_store = kind.fault == Fault::kWriteAfterRead || (is_lost && touch.atomic);
  const Touch &at = at_store ? store : touch, &first = at_store ? touch : store;
  FindingKey key = key_of(kind.fault, at, &first);
  key.agreed = agreed, key.undecided = undecided;
  add(key, at, &first, kind.sequence);
}

/// What a load finds if it is not part of a race: the last store that it certainly sees, of
/// its own warp, or else what was there before.
void IntervalCheck::find_unwritten(Touches of_cell, std::size_t index) {
  if (!recorded_.all_warps) return;
  const Touch& load = of_cell[index];
  if (!all_ordered_ && nearest_after(stores_, [&](const Touch& s) { return !is_ordered(s, load); }) != nullptr) return;

  const Touch* last = nearest_before(of_cell.first(index), [&](const Touch& t) {
    return t.segment != load.segment || (t.store && is_ordered(t, load));
  });
  if (last != nullptr && last->segment != load.segment) last = nullptr;
  const CellState& cell = state_[load.cell];
  if (last == nullptr && !cell.written) add(key_of(Fault::kUninitialisedRead, load, nullptr), load, nullptr);
}

Access IntervalCheck::access(const Touch& t) const {
  return access_of(block_, *segments_[t.segment], t.row, t.lane, t.site);
}

FindingKey IntervalCheck::key_of(Fault fault, const Touch& at, const Touch* other) const {
  if (fault == Fault::kLostUpdate && other->atomic && !at.store) {
    const std::uint16_t plain = signals_.steps()->site_of_change(step_of(at));
    return lost_update(recording_, plain != 0xffff ? plain : other->site);
  }
  if (fault == Fault::kLostUpdate) return lost_update(recording_, at.store ? at.site : other->site);
  return {.fault = fault,
          .in_warp = is_race(fault) && other != nullptr && at.segment == other->segment,
          .site = at.site,
          .other_site = other == nullptr ? std::uint16_t{0xffff} : other->site,
          .tensor = recording_.sites[at.site].tensor};
}

void IntervalCheck::add(const FindingKey& key, const Touch& at, const Touch* other, Sequence sequence) {
  if (outcome_.found.size() == Findings::kMost && !outcome_.found.contains(key)) return void(outcome_.left_out = true);
  IntervalOutcome::Found& found = outcome_.found[key];
  if (found.count == 0 || at.row < found.row) {
    std::optional<Access> second;
    if (other != nullptr) second = access(*other);
    found.row = at.row;
    found.example = finding_at(recording_, access(at), second, at.cell * memory_.bytes);
    found.example.sequence = sequence, found.example.step = step_of(at);
    if (other != nullptr) found.example.other_step = step_of(*other);
    if (found.example.step != kNoStatement) found.example.places = signals_.steps()->places(found.example.step);
    if (found.example.other_step != kNoStatement)
      found.example.other_places = signals_.steps()->places(found.example.other_step);
    if (key.fault == Fault::kLostUpdate && other->atomic)
      found.example.remedy =
          recording_.sites[key.other_site].op == format::Op::kAtomic ? Remedy::kJoinedLook : Remedy::kSameAtomic;
    if (key.undecided) found.example.look = look_of(graph_.look());
  }
  ++found.count;
}

/// Its request is counted like those of the recording.
std::optional<Access> IntervalCheck::look_of(const Spot& look) const {
  for (const format::Segment& s : recording_.patterns[recording_.blocks[look.block].pattern].segments)
    if (s.warp == look.warp && s.interval == look.interval)
      return access_of(look.block, s, look.row, look.lane, look.site);
  return std::nullopt;
}

}  // namespace gemmscope::analysis
