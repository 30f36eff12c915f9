// SPDX-License-Identifier: MIT
#include "tracing/analysis/timeline.h"

#include <algorithm>
#include <bit>
#include <cmath>

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

/// Runs of requests with the same k-tile, such as 0 1 0 1 2 1 2, as bands whose k-tiles only grow: 0 1 2.
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

Timeline::Timeline(const format::Recording& recording, const CostTable& table, ConflictModel model)
    : recording_(&recording), rows_(recording.templates.size()) {
  // Bank conflicts do not depend on global bases, so any entry of a template will do.
  for (const CostTable::Entry& entry : table.entries()) {
    Rows& rows = rows_[entry.template_id];
    if (!rows.excess_before.empty()) continue;
    std::vector<std::uint8_t> nway;
    rows.excess_before.push_back(0);
    for (const RequestCost& cost : table.costs(entry)) {
      nway.push_back(cost.by(model).max_nway);
      rows.excess_before.push_back(rows.excess_before.back() + static_cast<std::uint32_t>(cost.by(model).excess()));
    }
    rows.nway = MaxPyramid(std::move(nway));
  }
  for (std::size_t t = 0; t < rows_.size(); ++t) {
    const std::vector<format::Row>& rows = recording.templates[t].rows;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      std::vector<KTileBand>& runs = rows_[t].runs;
      if (runs.empty() || runs.back().k_tile != rows[row].k_tile) runs.push_back({rows[row].k_tile, row, row});
      runs.back().end = row + 1;
    }
  }
  for (const format::Pattern& pattern : recording.patterns) {
    Segments segments;
    std::vector<std::uint8_t> nway;
    segments.excess_before.push_back(0);
    for (const format::Segment& segment : pattern.segments) {
      const Rows& rows = rows_[segment.template_id];
      const bool used = !rows.excess_before.empty();  // by a block; a recording may hold patterns without one
      nway.push_back(used ? rows.nway.max(0, rows.excess_before.size() - 1) : std::uint8_t{0});
      segments.excess_before.push_back(segments.excess_before.back() + (used ? rows.excess_before.back() : 0));
    }
    segments.nway = MaxPyramid(std::move(nway));
    for (std::uint32_t warp = 0; warp < recording.warps(); ++warp) segments.warps.push_back(find_bands(pattern, warp));
    segments_.push_back(std::move(segments));
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

std::uint64_t Timeline::excess_before(std::uint32_t block, const Place& place) const {
  const std::uint64_t before = segments(block).excess_before[place.segment];
  if (place.row == 0) return before;
  return before + rows_[pattern(block).segments[place.segment].template_id].excess_before[place.row];
}

TimelineColumn Timeline::stretch(std::uint32_t block, std::uint32_t warp, std::uint32_t begin,
                                 std::uint32_t end) const {
  end = std::min(end, size(block, warp));
  TimelineColumn column{.first = begin};
  if (begin >= end) return column;
  const Place a = place(block, warp, begin), b = place(block, warp, end);
  column.requests = end - begin;
  column.excess = excess_before(block, b) - excess_before(block, a);

  const std::vector<format::Segment>& all = pattern(block).segments;
  const auto rows_max = [&](std::uint32_t segment, std::size_t first, std::size_t last) {
    return int{rows_[all[segment].template_id].nway.max(first, last)};
  };
  if (a.segment == b.segment) {
    column.max_nway = rows_max(a.segment, a.row, b.row);
    return column;
  }
  column.max_nway = rows_max(a.segment, a.row, recording_->templates[all[a.segment].template_id].rows.size());
  column.max_nway = std::max<int>(column.max_nway, segments(block).nway.max(a.segment + 1, b.segment));
  if (b.row > 0) column.max_nway = std::max(column.max_nway, rows_max(b.segment, 0, b.row));
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
  const std::vector<std::uint64_t>& before = segments(block).excess_before;
  const auto first = before.begin() + p.warp_begin[warp] + 1, last = before.begin() + p.warp_begin[warp + 1] + 1;
  const auto found = std::lower_bound(first, last, excess);  // the first segment that ends with so much excess
  if (found == last) return std::nullopt;
  const auto segment = static_cast<std::size_t>(found - before.begin()) - 1;
  const std::vector<std::uint32_t>& rows = rows_[p.segments[segment].template_id].excess_before;
  const auto row = std::lower_bound(rows.begin() + 1, rows.end(), excess - before[segment]) - rows.begin() - 1;
  return p.segments[segment].first_request + static_cast<std::uint32_t>(row);
}

std::optional<std::uint32_t> Timeline::next_conflict(std::uint32_t block, std::uint32_t warp,
                                                     std::uint32_t from) const {
  return request_reaching(block, warp, excess_before(block, place(block, warp, from)) + 1);
}

std::optional<std::uint32_t> Timeline::previous_conflict(std::uint32_t block, std::uint32_t warp,
                                                         std::uint32_t from) const {
  const std::uint64_t excess = excess_before(block, place(block, warp, from));
  if (excess == segments(block).excess_before[pattern(block).warp_begin[warp]]) return std::nullopt;
  return request_reaching(block, warp, excess);
}

Timeline::Warp Timeline::find_bands(const format::Pattern& p, std::uint32_t warp) const {
  Warp found;
  for (std::uint32_t s = p.warp_begin[warp]; s < p.warp_begin[warp + 1]; ++s) {
    const format::Segment& segment = p.segments[s];
    if (segment.interval > 0) found.barriers.push_back(segment.first_request);
    for (const KTileBand& run : rows_[segment.template_id].runs) {
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
  return segments(block).warps[warp].barriers;
}

std::span<const KTileBand> Timeline::k_tile_bands(std::uint32_t block, std::uint32_t warp) const {
  return segments(block).warps[warp].bands;
}

const KTileBand* Timeline::k_tile_band(std::uint32_t block, std::uint32_t warp, std::uint32_t request) const {
  const auto bands = k_tile_bands(block, warp);
  const auto found =
      std::partition_point(bands.begin(), bands.end(), [&](const KTileBand& b) { return b.end <= request; });
  return found == bands.end() ? nullptr : &*found;
}

}  // namespace gemmscope::analysis
