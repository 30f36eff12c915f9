// SPDX-License-Identifier: MIT
#include "tracing/analysis/timeline.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tracing/analysis/coalescing.h"

namespace gemmscope::analysis {

MaxPyramid::MaxPyramid(std::vector<std::uint8_t> values) {
  levels_.push_back(std::move(values));
  while (levels_.back().size() > 1) {
    const std::vector<std::uint8_t>& below = levels_.back();
    std::vector<std::uint8_t> level((below.size() + 1) / 2);
    for (std::size_t i = 0; i < level.size(); ++i)
      level[i] = std::max(below[2 * i], 2 * i + 1 < below.size() ? below[2 * i + 1] : std::uint8_t{0});
    levels_.push_back(std::move(level));
  }
}

std::uint8_t MaxPyramid::max(std::size_t begin, std::size_t end) const {
  std::uint8_t result = 0;
  for (std::size_t level = 0; begin < end; ++level) {  // take the odd ends, go up with the rest
    if (begin % 2 != 0) result = std::max(result, levels_[level][begin++]);
    if (end % 2 != 0 && begin < end) result = std::max(result, levels_[level][--end]);
    begin /= 2, end /= 2;
  }
  return result;
}

namespace {

/// Runs of requests with the same k-tile, for example 0 1 0 1 2 1 2, as bands whose k-tiles only grow: 0 1 2.
std::vector<KTileBand> without_fetches_ahead(std::vector<KTileBand> runs) {
  for (std::size_t i = runs.size(); i-- > 1;) runs[i - 1].k_tile = std::min(runs[i - 1].k_tile, runs[i].k_tile);
  std::vector<KTileBand> bands;
  for (const KTileBand& run : runs) {
    if (bands.empty() || bands.back().k_tile != run.k_tile) bands.push_back(run);
    bands.back().end = run.end;
  }
  return bands;
}

}  // namespace

struct Timeline::Place {
  std::uint32_t segment;  ///< one past the warp's last for the end of its stream
  std::uint32_t row;
};

void Timeline::Peaks::raise(TimelineColumn& column, std::size_t begin, std::size_t end) const {
  column.max_nway = std::max<int>(column.max_nway, nway.max(begin, end));
  column.max_sectors = std::max<int>(column.max_sectors, sectors.max(begin, end));
  column.faults = column.faults || faults.max(begin, end) != 0;
}

Timeline::Rows Timeline::rows_of(const CostTable& table, const CostTable::Entry& entry, ConflictModel model) {
  Rows rows;
  std::vector<std::uint8_t> nway, sectors, faults;
  rows.before.emplace_back();
  for (const RequestCost& cost : table.costs(entry)) {
    const std::uint32_t ideal = (cost.useful_bytes + kSectorBytes - 1) / kSectorBytes;
    nway.push_back(cost.by(model).max_nway);
    sectors.push_back(ideal == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(cost.sectors / ideal));
    faults.push_back(!cost.counts());
    Sums sums = rows.before.back();
    sums += {static_cast<std::uint64_t>(cost.by(model).excess()), cost.sectors, ideal};
    rows.before.push_back(sums);
  }
  rows.peaks = {MaxPyramid(std::move(nway)), MaxPyramid(std::move(sectors)), MaxPyramid(std::move(faults))};
  return rows;
}

Timeline::Segments Timeline::segments_of(const CostTable::Group& group) const {
  Segments segments;
  segments.entry = group.entry;
  std::vector<std::uint8_t> nway, sectors, faults;
  segments.before.emplace_back();
  for (const std::uint32_t entry : group.entry) {
    const Rows& rows = rows_[entry];
    TimelineColumn worst;
    rows.peaks.raise(worst, 0, rows.before.size() - 1);
    nway.push_back(static_cast<std::uint8_t>(worst.max_nway));
    sectors.push_back(static_cast<std::uint8_t>(worst.max_sectors));
    faults.push_back(worst.faults);
    Sums sums = segments.before.back();
    sums += rows.before.back();
    segments.before.push_back(sums);
  }
  segments.peaks = {MaxPyramid(std::move(nway)), MaxPyramid(std::move(sectors)), MaxPyramid(std::move(faults))};
  return segments;
}

Timeline::Timeline(const format::Recording& recording, const CostTable& table, ConflictModel model)
    : recording_(&recording) {
  for (const CostTable::Entry& entry : table.entries()) rows_.push_back(rows_of(table, entry, model));
  for (const CostTable::Group& group : table.groups()) segments_.push_back(segments_of(group));
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b) group_of_block_.push_back(table.group_of_block(b));

  std::vector<Runs> runs(recording.templates.size());
  for (std::size_t t = 0; t < runs.size(); ++t) {
    const std::vector<format::Row>& rows = recording.templates[t].rows;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      if (runs[t].empty() || runs[t].back().k_tile != rows[row].k_tile) runs[t].push_back({rows[row].k_tile, row, row});
      runs[t].back().end = row + 1;
    }
  }
  for (const format::Pattern& pattern : recording.patterns) {
    std::vector<Warp>& warps = warps_.emplace_back();
    for (std::uint32_t warp = 0; warp < recording.warps(); ++warp) warps.push_back(find_bands(pattern, warp, runs));
  }
}

const format::Pattern& Timeline::pattern(std::uint32_t block) const {
  return recording_->patterns[recording_->blocks[block].pattern];
}

std::uint32_t Timeline::size(std::uint32_t block, std::uint32_t warp) const {
  return pattern(block).warp_requests[warp];
}

Timeline::Place Timeline::place(std::uint32_t block, std::uint32_t warp, std::uint32_t request) const {
  if (request >= size(block, warp)) return {pattern(block).warp_begin[warp + 1], 0};
  const format::RequestPosition at = format::locate(*recording_, block, warp, request);
  return {at.segment, at.row};
}

Timeline::Sums Timeline::before(std::uint32_t block, const Place& place) const {
  const Segments& all = segments(block);
  Sums sums = all.before[place.segment];
  if (place.row != 0) sums += rows_[all.entry[place.segment]].before[place.row];
  return sums;
}

TimelineColumn Timeline::stretch(std::uint32_t block, std::uint32_t warp, std::uint32_t begin,
                                 std::uint32_t end) const {
  end = std::min(end, size(block, warp));
  TimelineColumn column{.first = begin};
  if (begin >= end) return column;
  const Place a = place(block, warp, begin), b = place(block, warp, end);
  const Sums first = before(block, a), last = before(block, b);
  column.requests = end - begin;
  column.excess = last.excess - first.excess;
  column.sectors = last.sectors - first.sectors;
  column.ideal_sectors = last.ideal_sectors - first.ideal_sectors;

  const Segments& all = segments(block);
  const auto raise = [&](std::uint32_t segment, std::size_t from, std::size_t to) {
    rows_[all.entry[segment]].peaks.raise(column, from, to);
  };
  if (a.segment == b.segment) {
    raise(a.segment, a.row, b.row);
    return column;
  }
  raise(a.segment, a.row, rows_[all.entry[a.segment]].before.size() - 1);
  all.peaks.raise(column, a.segment + 1, b.segment);
  if (b.row > 0) raise(b.segment, 0, b.row);
  return column;
}

void Timeline::columns(std::uint32_t block, std::uint32_t warp, double begin, double end,
                       std::span<TimelineColumn> out) const {
  const double total = size(block, warp);
  const double step = (end - begin) / static_cast<double>(std::max<std::size_t>(1, out.size()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double first = std::floor(std::clamp(begin + step * static_cast<double>(i), 0.0, total));
    const double last = std::floor(std::clamp(begin + step * static_cast<double>(i + 1), 0.0, total));
    out[i] =
        stretch(block, warp, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(std::max(last, first + 1)));
  }
}

std::optional<std::uint32_t> Timeline::request_reaching(std::uint32_t block, std::uint32_t warp,
                                                        std::uint64_t excess) const {
  const format::Pattern& p = pattern(block);
  const Segments& all = segments(block);
  const auto first = all.before.begin() + p.warp_begin[warp] + 1,
             last = all.before.begin() + p.warp_begin[warp + 1] + 1;
  // The first segment that ends with so much excess, and in it the first row.
  const auto found = std::ranges::lower_bound(first, last, excess, {}, &Sums::excess);
  if (found == last) return std::nullopt;
  const auto segment = static_cast<std::size_t>(found - all.before.begin()) - 1;
  const std::vector<Sums>& rows = rows_[all.entry[segment]].before;
  const auto row =
      std::ranges::lower_bound(rows.begin() + 1, rows.end(), excess - all.before[segment].excess, {}, &Sums::excess) -
      rows.begin() - 1;
  return p.segments[segment].first_request + static_cast<std::uint32_t>(row);
}

std::optional<std::uint32_t> Timeline::next_conflict(std::uint32_t block, std::uint32_t warp,
                                                     std::uint32_t from) const {
  return request_reaching(block, warp, before(block, place(block, warp, from)).excess + 1);
}

std::optional<std::uint32_t> Timeline::previous_conflict(std::uint32_t block, std::uint32_t warp,
                                                         std::uint32_t from) const {
  const std::uint64_t excess = before(block, place(block, warp, from)).excess;
  if (excess == segments(block).before[pattern(block).warp_begin[warp]].excess) return std::nullopt;
  return request_reaching(block, warp, excess);
}

Timeline::Warp Timeline::find_bands(const format::Pattern& p, std::uint32_t warp, const std::vector<Runs>& runs) const {
  Warp found;
  for (std::uint32_t s = p.warp_begin[warp]; s < p.warp_begin[warp + 1]; ++s) {
    const format::Segment& segment = p.segments[s];
    if (segment.interval > 0) found.barriers.push_back(segment.first_request);
    for (const KTileBand& run : runs[segment.template_id]) {
      const bool epilogue = run.k_tile == format::Row::kEpilogueRow;
      const std::uint32_t k_tile = epilogue ? format::kEpilogue : segment.k_tile + run.k_tile;
      const std::uint32_t begin = segment.first_request + run.begin;
      if (found.bands.empty() || found.bands.back().k_tile != k_tile) found.bands.push_back({k_tile, begin, begin});
      found.bands.back().end = segment.first_request + run.end;
    }
  }
  found.bands = without_fetches_ahead(std::move(found.bands));
  return found;
}

std::span<const std::uint32_t> Timeline::barriers(std::uint32_t block, std::uint32_t warp) const {
  return warps(block)[warp].barriers;
}

std::span<const KTileBand> Timeline::k_tile_bands(std::uint32_t block, std::uint32_t warp) const {
  return warps(block)[warp].bands;
}

const KTileBand* Timeline::k_tile_band(std::uint32_t block, std::uint32_t warp, std::uint32_t request) const {
  const auto bands = k_tile_bands(block, warp);
  const auto found =
      std::partition_point(bands.begin(), bands.end(), [&](const KTileBand& b) { return b.end <= request; });
  return found == bands.end() ? nullptr : &*found;
}

}  // namespace gemmscope::analysis
