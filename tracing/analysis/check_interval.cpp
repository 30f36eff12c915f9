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

std::uint32_t first_k_tile(IntervalSegments segments) {
  std::uint32_t first = format::kEpilogue;
  for (const format::Segment* s : segments) first = std::min(first, s->k_tile);
  return first;
}

std::vector<Interval> intervals_of(const format::Pattern& pattern) {
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
  return intervals;
}

void CellChange::apply(CellState& state, std::uint32_t block, IntervalSegments segments, std::uint32_t base) const {
  if (stored)
    state = {.written = true,
             .read = loaded,
             .k_tile = k_tile == kNoKTile ? format::kEpilogue : static_cast<std::uint32_t>(base + k_tile),
             .by = access_of(block, *segments[segment], row, lane, site)};
  else
    state.read = state.read || loaded;
}

IntervalCheck::IntervalCheck(const format::Recording& recording, const Signals& signals, Memory memory,
                             const Interval& interval, std::span<const CellState> state, std::uint32_t block)
    : recording_(recording),
      all_signals_(signals),
      memory_(memory),
      segments_(interval.segments),
      meets_(interval.meets),
      phases_(interval.phases),
      state_(state),
      block_(block),
      base_(first_k_tile(segments_)),
      recorded_(recorded_part(recording)) {
  for (std::size_t s = 0; s < segments_.size(); ++s)
    signals_.push_back(meets_[s].with(signals.of(segments_[s]->template_id))),
        gives_signs_ = gives_signs_ || signals.of(segments_[s]->template_id) != Meets{};
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
      outcome_.complete = look_at(Touches(touches_).subspan(begin, end - begin), budget);
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
    std::uint32_t epoch = 0, order = 0, tries = 0;
    for (const format::Row& row : coded.rows)
      if (recording_.sites[row.site].atomic == format::Atomic::kCompareSwap) tries |= row.mask;
    outcome_.tries = outcome_.tries || tries != 0;
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
                              .k_tile = k_tile_of(*segments_[s], row),
                              .order = order,
                              .epoch = epoch,
                              .segment = static_cast<std::uint16_t>(s),
                              .site = row.site,
                              .lane = row.lane_of(lane),
                              .store = site.op != format::Op::kLoad,
                              .atomic = site.op == format::Op::kAtomic,
                              .strong = site.atomic == format::Atomic::kStrong,
                              .tries = (tries >> lane & 1u) != 0,
                              .sign = !is_array() && all_signals_.is_sign(site.tensor)});
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

/// In the order of the program, as far as there is one: k-tiles, then the requests to this memory, of which all warps
/// make the same. Not those to matrices: at edges a warp makes more or fewer of them than others.
bool IntervalCheck::is_before(const Touch& a, const Touch& b) {
  return std::tuple(a.k_tile, a.order, a.segment, a.lane) < std::tuple(b.k_tile, b.order, b.segment, b.lane);
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
  for (std::size_t i = 0; i < of_cell.size(); ++i) {
    if (!stores_.empty() && !all_ordered_) find_races(of_cell[i]);
    if (!is_array() && (!of_cell[i].store || of_cell[i].atomic)) find_unwritten(of_cell, i);
    if (!budget.spend(std::exchange(steps_, 0))) return false;
  }
  if (is_array()) return true;
  CellChange change{.cell = of_cell.front().cell, .loaded = stores_.size() < of_cell.size()};
  if (!stores_.empty()) {
    const Touch& last = stores_.back();
    change.stored = true, change.k_tile = relative(last.k_tile, base_), change.row = last.row;
    change.segment = last.segment, change.site = last.site, change.lane = last.lane;
  }
  outcome_.changes.push_back(change);
  return true;
}

/// The nearest stores in the order of the program, before and after the touch, that nothing orders with it. A load that
/// comes after a store reads after write, one that comes before it is written after.
void IntervalCheck::find_races(const Touch& touch) {
  const auto at = std::lower_bound(stores_.begin(), stores_.end(), touch, is_before);
  const auto races = [&](const Touch& s) { return may_race(s, touch) && !have_agreed(s, touch); };
  const auto agrees = [&](const Touch& s) { return have_agreed(s, touch) && may_race(s, touch); };
  const bool may_agree = touch.store && recording_.sites[touch.site].agrees;
  if (const Touch* s = nearest_before({stores_.begin(), at}, races))
    add(touch.store ? Fault::kWriteAfterWrite : Fault::kReadAfterWrite, touch, s, s->segment == touch.segment);
  else if (const Touch* same = may_agree ? nearest_before({stores_.begin(), at}, agrees) : nullptr)
    add(Fault::kWriteAfterWrite, touch, same, same->segment == touch.segment, true);
  if (touch.store) return;
  if (const Touch* s = nearest_after({at, stores_.end()}, races))
    add(Fault::kWriteAfterRead, *s, &touch, s->segment == touch.segment);
}

/// What a load finds if it is not part of a race for data of its own k-tile: the last store that it certainly sees, of
/// its own warp, or else what lay there before.
void IntervalCheck::find_unwritten(Touches of_cell, std::size_t index) {
  if (!recorded_.all_warps) return;
  const Touch& load = of_cell[index];
  if (!all_ordered_) {
    const Touches same(std::ranges::lower_bound(stores_, load.k_tile, {}, &Touch::k_tile),
                       std::ranges::upper_bound(stores_, load.k_tile, {}, &Touch::k_tile));
    if (nearest_after(same, [&](const Touch& s) { return !is_ordered(s, load); }) != nullptr) return;
  }

  const Touch* last = nearest_before(of_cell.first(index), [&](const Touch& t) {
    return t.segment != load.segment || (t.store && is_ordered(t, load));
  });
  if (last != nullptr && last->segment != load.segment) last = nullptr;
  const CellState& cell = state_[load.cell];
  if (last == nullptr && !cell.written)
    add(recorded_.all_k_tiles ? Fault::kUninitialisedRead : Fault::kStaleRead, load, nullptr, false);
  else if ((last != nullptr ? last->k_tile : cell.k_tile) != load.k_tile)
    add(Fault::kStaleRead, load, last, false);
}

Access IntervalCheck::access(const Touch& t) const {
  return access_of(block_, *segments_[t.segment], t.row, t.lane, t.site);
}

void IntervalCheck::add(Fault fault, const Touch& at, const Touch* other, bool in_warp, bool agreed) {
  const FindingKey key{.fault = fault,
                       .in_warp = in_warp,
                       .agreed = agreed,
                       .site = at.site,
                       .other_site = other == nullptr ? std::uint16_t{0xffff} : other->site,
                       .tensor = recording_.sites[at.site].tensor};
  if (outcome_.found.size() == Findings::kMost && !outcome_.found.contains(key)) return void(outcome_.left_out = true);
  IntervalOutcome::Found& found = outcome_.found[key];
  const std::pair when(at.k_tile, at.row);
  if (found.count == 0 || when < found.when) {
    std::optional<Access> second;
    if (other != nullptr) second = access(*other);
    if (fault == Fault::kStaleRead && other == nullptr && state_[at.cell].written) second = state_[at.cell].by;
    found.when = when;
    found.example = finding_at(recording_, access(at), second, at.cell * memory_.bytes, at.k_tile);
  }
  ++found.count;
}

}  // namespace gemmscope::analysis
