// SPDX-License-Identifier: MIT
#include "tracing/analysis/last_writers.h"

#include <algorithm>
#include <bit>

#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// Per template, whether it has a row that wanted(row, site) is looking for.
template <class Wanted>
std::vector<char> templates_with(const Recording& recording, Wanted wanted) {
  std::vector<char> with(recording.templates.size(), 0);
  for (std::size_t t = 0; t < with.size(); ++t)
    with[t] = std::any_of(recording.templates[t].rows.begin(), recording.templates[t].rows.end(),
                          [&](const format::Row& row) { return wanted(row, recording.sites[row.site]); });
  return with;
}

/// Calls visit(segment, row index) for the requests before `moment` of templates in `within`, latest first, until it
/// returns false.
template <class Visit>
void visit_backward(const Recording& recording, const Moment& moment, const std::vector<char>& within, Visit visit) {
  const format::Pattern& pattern = recording.patterns[recording.blocks[moment.block].pattern];
  const std::uint32_t warps = recording.warps();

  // Per warp, one past the last segment that is not yet visited.
  std::vector<std::uint32_t> end(pattern.warp_begin.begin() + 1, pattern.warp_begin.end());
  std::uint32_t now = 0xffffffff;
  std::size_t rows_now = 0;  // rows of the moment's own segment that came before it
  if (moment.warp < warps && moment.request < pattern.warp_requests[moment.warp]) {
    const format::RequestPosition at = format::locate(recording, moment.block, moment.warp, moment.request);
    now = pattern.segments[at.segment].interval;
    rows_now = at.row;
    for (std::uint32_t w = 0; w < warps; ++w) {
      const auto past = [&](const format::Segment& s) {
        return s.interval < now || (s.interval == now && w <= moment.warp);
      };
      const auto first = pattern.segments.begin() + pattern.warp_begin[w];
      end[w] = static_cast<std::uint32_t>(std::partition_point(first, pattern.segments.begin() + end[w], past) -
                                          pattern.segments.begin());
    }
  }
  for (;;) {
    const format::Segment* latest = nullptr;
    for (std::uint32_t w = 0; w < warps; ++w) {
      if (end[w] == pattern.warp_begin[w]) continue;
      const format::Segment& segment = pattern.segments[end[w] - 1];
      if (latest == nullptr || segment.interval >= latest->interval) latest = &segment;
    }
    if (latest == nullptr) return;
    --end[latest->warp];
    if (within[latest->template_id] == 0) continue;
    const bool partial = latest->interval == now && latest->warp == moment.warp;
    const std::size_t rows = partial ? rows_now : recording.templates[latest->template_id].rows.size();
    for (std::size_t row = rows; row-- > 0;)
      if (!visit(*latest, row)) return;
  }
}

Write write_of(const format::Segment& segment, const format::Row& row, std::size_t index, std::size_t lane) {
  return {.written = true,
          .lane = row.lane_of(lane),
          .warp = segment.warp,
          .site = row.site,
          .request = segment.first_request + static_cast<std::uint32_t>(index),
          .interval = segment.interval,
          .k_tile = k_tile_of(segment, row)};
}

/// Calls mark(byte, lane) for each byte at which a lane's access begins, last lane first: its store wins.
template <class Mark>
void for_each_lane(const format::Template& coded, std::size_t row, Mark mark) {
  const auto lanes = coded.lanes(row);
  for (std::uint32_t left = coded.rows[row].mask; left != 0;) {
    const auto lane = static_cast<std::size_t>(31 - std::countl_zero(left));
    left &= ~(1u << lane);
    mark(lanes[lane], lane);
  }
}

constexpr std::uint64_t kMostInTiles = 1u << 18;  ///< an SM's shared memory has fewer bytes

/// Cells that belong to an element of some tile; the walk ends when all of these are found. With more elements than a
/// real block can have, all cells.
std::vector<char> element_cells(const Recording& recording, std::uint32_t bytes) {
  std::uint64_t elements = 0;
  for (const format::Tensor& t : recording.tensors)
    if (t.space == format::Space::kShared)
      elements += std::uint64_t{t.layout.buffers} * t.layout.rows * t.layout.columns;
  const bool few = elements <= kMostInTiles;
  std::vector<char> cells(recording.shared_bytes / bytes, few ? 0 : 1);
  for (std::uint16_t i = 0; few && i < recording.tensors.size(); ++i) {
    const format::Tensor& t = recording.tensors[i];
    if (t.space != format::Space::kShared) continue;
    const std::size_t count = std::max(1u, t.element_bytes / bytes);
    for (std::uint32_t buffer = 0; buffer < t.layout.buffers; ++buffer)
      for (std::uint32_t row = 0; row < t.layout.rows; ++row)
        for (std::uint32_t column = 0; column < t.layout.columns; ++column)
          for (std::size_t c = 0, first = cell_of(recording, i, row, column, buffer).byte / bytes; c < count; ++c)
            if (first + c < cells.size()) cells[first + c] = 1;
  }
  return cells;
}

}  // namespace

std::uint32_t cell_bytes(const Recording& recording) {
  std::uint32_t bytes = 4;
  for (const format::Tensor& t : recording.tensors)
    if (t.space == format::Space::kShared && t.element_bytes != 0) bytes = std::min(bytes, t.element_bytes);
  for (const format::Site& s : recording.sites)
    if (recording.tensors[s.tensor].space == format::Space::kShared) bytes = std::min<std::uint32_t>(bytes, s.width);
  return bytes;
}

std::vector<Write> shared_writers(const Recording& recording, const Moment& moment) {
  const std::uint32_t bytes = cell_bytes(recording);
  const std::vector<char> wanted = element_cells(recording, bytes);
  std::vector<Write> cells(wanted.size());
  auto left = std::count(wanted.begin(), wanted.end(), char{1});

  const auto stores = [](const format::Row& row, const format::Site& site) {
    return row.base == format::kSharedBase && site.op != format::Op::kLoad;
  };
  const auto within = templates_with(recording, stores);
  visit_backward(recording, moment, within, [&](const format::Segment& segment, std::size_t index) {
    const format::Template& coded = recording.templates[segment.template_id];
    const format::Row& row = coded.rows[index];
    const format::Site& site = recording.sites[row.site];
    if (!stores(row, site)) return true;
    for_each_lane(coded, index, [&](std::uint32_t byte, std::size_t lane) {
      for (std::size_t cell = byte / bytes; cell * bytes < std::uint64_t{byte} + site.width; ++cell) {
        if (cell >= cells.size() || cells[cell].written) continue;
        cells[cell] = write_of(segment, row, index, lane);
        left -= wanted[cell];
      }
    });
    return left > 0;
  });
  return cells;
}

}  // namespace gemmscope::analysis
