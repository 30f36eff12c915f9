// SPDX-License-Identifier: MIT
#include "tracing/analysis/check_interval.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {
namespace {

/// Held at once: 50 MB. Longer intervals are gone through in parts, some cells each.
constexpr std::size_t kMostTouches = std::size_t{1} << 21;
/// Stores to one cell that are looked at on either side of an access.
constexpr std::size_t kNear = 1024;

const format::Segment& segment_of(std::span<const format::Segment* const> segments, std::uint16_t warp) {
  return **std::find_if(segments.begin(), segments.end(), [&](const format::Segment* s) { return s->warp == warp; });
}

}  // namespace

std::uint32_t first_k_tile(std::span<const format::Segment* const> segments) {
  std::uint32_t first = 0xffffffff;
  for (const format::Segment* s : segments) first = std::min(first, s->k_tile);
  return first;
}

void CellChange::apply(CellState& state, std::uint32_t block, std::span<const format::Segment* const> segments) const {
  if (stored) {
    state = {.written = true,
             .read = read,
             .k_tile = k_tile == format::kEpilogue ? k_tile : first_k_tile(segments) + k_tile,
             .byte = byte,
             .by = access_of(block, segment_of(segments, warp), row, lane, site)};
  } else {
    state.read = state.read || read;
  }
}

IntervalCheck::IntervalCheck(const format::Recording& recording, std::span<const format::Segment* const> segments,
                             std::span<const CellState> state, std::uint32_t block)
    : recording_(recording),
      segments_(segments),
      state_(state),
      block_(block),
      base_(first_k_tile(segments)),
      bytes_(cell_bytes(recording)),
      recorded_(recorded_part(recording)) {}

std::uint64_t IntervalCheck::touches() const {
  std::uint64_t all = 0;
  for (const format::Segment* s : segments_)
    for (const format::Row& row : recording_.templates[s->template_id].rows)
      if (row.base == format::kSharedBase)
        all += static_cast<std::uint64_t>(std::popcount(row.mask)) *
               std::max(1u, recording_.sites[row.site].width / bytes_);
  return all;
}

std::optional<IntervalOutcome> IntervalCheck::run(Findings& budget) {
  const std::uint64_t all = touches(), parts = all / kMostTouches + 1, cells = state_.size();
  if (!budget.spend(all * parts)) return std::nullopt;
  std::vector<Touch> stores;
  for (std::uint64_t part = 0; part < parts; ++part) {
    collect(static_cast<std::uint32_t>(cells * part / parts), static_cast<std::uint32_t>(cells * (part + 1) / parts));
    for (std::size_t begin = 0, end = 0; begin < touches_.size(); begin = end) {
      while (end < touches_.size() && touches_[end].cell == touches_[begin].cell) ++end;
      const Touches of_cell = Touches(touches_).subspan(begin, end - begin);
      stores.clear();
      std::copy_if(of_cell.begin(), of_cell.end(), std::back_inserter(stores), [](const Touch& t) { return t.store; });
      std::sort(stores.begin(), stores.end(), is_before);
      if (!budget.spend(of_cell.size() * std::min(stores.size(), kNear))) return std::nullopt;
      look_at(of_cell, stores);
    }
  }
  for (auto& [key, found] : found_) outcome_.found.push_back({key, found.first, found.second});
  return std::move(outcome_);
}

/// All accesses to these cells, cell by cell, and of each in the order of (warp, row, lane).
void IntervalCheck::collect(std::uint32_t first_cell, std::uint32_t end_cell) {
  touches_.clear();
  for (const format::Segment* segment : segments_) {
    const format::Template& coded = recording_.templates[segment->template_id];
    std::uint32_t epoch = 0;
    for (std::size_t i = 0; i < coded.rows.size(); ++i) {
      const format::Row& row = coded.rows[i];
      epoch += row.after_syncwarp;
      if (row.base != format::kSharedBase) continue;
      const format::Site& site = recording_.sites[row.site];
      for (std::uint32_t left = row.mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        for (std::uint32_t b = 0; b < site.width; b += bytes_) {
          const std::uint32_t cell = (coded.lanes(i)[lane] + b) / bytes_;
          if (cell < first_cell || cell >= end_cell) continue;
          touches_.push_back({.cell = cell,
                              .row = static_cast<std::uint32_t>(i),
                              .k_tile = k_tile_of(*segment, row),
                              .epoch = epoch,
                              .warp = segment->warp,
                              .site = row.site,
                              .lane = static_cast<std::uint8_t>(lane),
                              .store = site.op == format::Op::kStore});
        }
      }
    }
  }
  const auto order = [](const Touch& t) { return std::tuple(t.cell, t.warp, t.row, t.lane); };
  std::sort(touches_.begin(), touches_.end(), [&](const Touch& a, const Touch& b) { return order(a) < order(b); });
}

/// In the order of the program, as far as there is one: k-tiles, then rows of the code.
bool IntervalCheck::is_before(const Touch& a, const Touch& b) {
  return std::tuple(a.k_tile, a.row, a.warp, a.lane) < std::tuple(b.k_tile, b.row, b.warp, b.lane);
}

bool IntervalCheck::is_ordered(const Touch& a, const Touch& b) {
  return a.warp == b.warp && (a.lane == b.lane || a.epoch != b.epoch);
}

void IntervalCheck::look_at(Touches of_cell, Touches stores) {
  for (const Touch& touch : of_cell) {
    if (!stores.empty()) find_races(touch, stores);
    if (!touch.store) find_unwritten(touch, stores);
  }
  change(of_cell, stores);
}

/// The nearest stores in the order of the program, before and after the touch, that nothing orders with it. A load that
/// comes after a store reads after write, one that comes before it is written after.
void IntervalCheck::find_races(const Touch& touch, Touches stores) {
  const auto at = std::lower_bound(stores.begin(), stores.end(), touch, is_before);
  const auto races = [&](const Touch& s) { return !is_ordered(s, touch); };
  const Touches before = stores.first(static_cast<std::size_t>(at - stores.begin())), after(at, stores.end());
  const Touches near = before.last(std::min(before.size(), kNear));
  if (const auto s = std::find_if(near.rbegin(), near.rend(), races); s != near.rend())
    add(touch.store ? Fault::kWriteAfterWrite : Fault::kReadAfterWrite, touch, &*s, s->warp == touch.warp);
  if (touch.store) return;
  const Touches next = after.first(std::min(after.size(), kNear));
  if (const auto s = std::find_if(next.begin(), next.end(), races); s != next.end())
    add(Fault::kWriteAfterRead, *s, &touch, s->warp == touch.warp);
}

/// What a load finds if it is not part of a race for data of its own k-tile.
void IntervalCheck::find_unwritten(const Touch& load, Touches stores) {
  if (!recorded_.all_warps) return;
  const auto by_k_tile = [](const Touch& a, const Touch& b) { return a.k_tile < b.k_tile; };
  const auto [same, same_end] = std::equal_range(stores.begin(), stores.end(), load, by_k_tile);
  const auto same_near = same + std::min<std::ptrdiff_t>(same_end - same, kNear);
  if (std::any_of(same, same_near, [&](const Touch& s) { return !is_ordered(s, load); })) return;

  const auto at = std::lower_bound(stores.begin(), stores.end(), load, is_before);
  const Touches before = stores.first(static_cast<std::size_t>(at - stores.begin()));
  const Touches near = before.last(std::min(before.size(), kNear));
  const auto last =
      std::find_if(near.rbegin(), near.rend(), [&](const Touch& s) { return is_ordered(s, load) && s.row < load.row; });
  const CellState& cell = state_[load.cell];
  if (last == near.rend() && !cell.written) {
    add(recorded_.all_k_tiles ? Fault::kUninitialisedRead : Fault::kStaleRead, load, nullptr, false);
  } else if ((last != near.rend() ? last->k_tile : cell.k_tile) != load.k_tile) {
    add(Fault::kStaleRead, load, last != near.rend() ? &*last : nullptr, false);
  }
}

/// What the next intervals will find in the cell; and whether what was there before was in vain.
void IntervalCheck::change(Touches of_cell, Touches stores) {
  const std::uint32_t cell = of_cell.front().cell;
  const CellState& before = state_[cell];
  const auto is_read = [&](std::uint32_t k_tile) {
    return std::any_of(of_cell.begin(), of_cell.end(), [&](const Touch& t) { return !t.store && t.k_tile == k_tile; });
  };
  if (stores.empty()) {
    outcome_.changes.push_back({.cell = cell, .read = true});
    return;
  }
  const Touch& last = stores.back();
  if (before.written && !before.read && recorded_.all_warps && !is_read(before.k_tile)) {
    const FindingKey key{
        .fault = Fault::kNeverRead, .site = before.by.site, .tensor = recording_.sites[before.by.site].tensor};
    const auto [it, is_new] = found_.try_emplace(key);
    if (is_new) it->second.second = finding_at(recording_, before.by, std::nullopt, cell * bytes_, before.k_tile);
    ++it->second.first;
  }
  outcome_.changes.push_back({.cell = cell,
                              .byte = cell * bytes_,
                              .stored = true,
                              .read = is_read(last.k_tile),
                              .k_tile = relative(last.k_tile, base_),
                              .row = last.row,
                              .warp = last.warp,
                              .site = last.site,
                              .lane = last.lane});
}

Access IntervalCheck::access(const Touch& t) const {
  return access_of(block_, segment_of(segments_, t.warp), t.row, t.lane, t.site);
}

void IntervalCheck::add(Fault fault, const Touch& at, const Touch* other, bool in_warp) {
  const FindingKey key{.fault = fault,
                       .site = at.site,
                       .other_site = other == nullptr ? std::uint16_t{0xffff} : other->site,
                       .in_warp = in_warp,
                       .tensor = recording_.sites[at.site].tensor};
  const auto [it, is_new] = found_.try_emplace(key);
  if (is_new) {
    std::optional<Access> second;
    if (other != nullptr) second = access(*other);
    if (fault == Fault::kStaleRead && other == nullptr && state_[at.cell].written) second = state_[at.cell].by;
    it->second.second = finding_at(recording_, access(at), second, at.cell * bytes_, at.k_tile);
  }
  ++it->second.first;
}

}  // namespace gemmscope::analysis
