// SPDX-License-Identifier: MIT
#include "app/views/outer_loop_tiles.h"

#include <algorithm>
#include <utility>

#include "tracing/analysis/scope.h"

namespace gemmscope::views {
namespace {

/// Rows of `segment` that lie before or at the cursor; all of them in an earlier interval.
std::size_t rows_so_far(const format::Recording& recording, const format::Segment& segment,
                        const session::Cursor& cursor, const format::Segment& now, std::uint32_t now_row) {
  const std::size_t all = recording.templates[segment.template_id].rows.size();
  if (segment.interval != now.interval) return segment.interval < now.interval ? all : 0;
  if (segment.warp != cursor.warp) return segment.warp < cursor.warp ? all : 0;
  return std::size_t{now_row} + 1;
}

/// The k-tiles, counted from that of the segment, of which a template loads a tensor.
struct Loads {
  std::uint32_t first = 1, last = 0;  ///< none

  bool of(std::uint32_t ahead) const { return first <= ahead && ahead <= last; }
};

/// Per template.
std::vector<Loads> loads_of(const format::Recording& recording, std::uint16_t tensor) {
  std::vector<Loads> all(recording.templates.size());
  for (std::size_t t = 0; t < all.size(); ++t)
    for (const format::Row& row : recording.templates[t].rows) {
      const format::Site& site = recording.sites[row.site];
      if (site.tensor != tensor || site.op != format::Op::kLoad || row.k_tile == format::Row::kEpilogueRow) continue;
      Loads& loads = all[t];
      const bool none = loads.first > loads.last;
      loads.first = none ? row.k_tile : std::min<std::uint32_t>(loads.first, row.k_tile);
      loads.last = none ? row.k_tile : std::max<std::uint32_t>(loads.last, row.k_tile);
    }
  return all;
}

void mark_request(const format::Recording& recording, const format::Request& request, const format::Site& site,
                  std::uint32_t element_bytes, Elements& elements) {
  for (const std::uint32_t address : request.address) {
    if (address == format::kInactive) continue;
    for (std::uint32_t byte = address; byte < address + site.width; byte += element_bytes)
      if (const auto element = analysis::element_at(recording, site.tensor, byte))
        elements.mark(element->row, element->column);
  }
}

}  // namespace

std::vector<TileState> tile_states(const format::Recording& recording, std::uint32_t k_tile) {
  std::vector<TileState> states(recording.k_tiles, TileState::kToCome);
  for (std::uint32_t t = 0; t < recording.k_tiles; ++t) {
    if (!recording.selection.k_tiles.contains(t))
      states[t] = TileState::kNotRecorded;
    else if (t == k_tile)
      states[t] = TileState::kCurrent;
    else if (t < k_tile)
      states[t] = TileState::kUsed;
  }
  return states;
}

void Elements::mark(std::uint32_t row, std::uint32_t column) {
  if (!part.contains(row, column)) return;
  char& mark = marked[std::size_t{row - part.row} * part.columns + (column - part.column)];
  count += mark == 0;
  mark = 1;
}

Elements loaded_so_far(const format::Recording& recording, const session::Cursor& cursor, std::uint16_t tensor,
                       std::uint32_t k_tile, analysis::Rect part) {
  Elements elements(part);
  const format::Pattern& pattern = session::pattern_of(recording, cursor.block);
  if (cursor.request >= pattern.warp_requests[cursor.warp]) return elements;
  const auto [now_segment, now_row] = format::locate(recording, cursor.block, cursor.warp, cursor.request);
  const format::Segment& now = pattern.segments[now_segment];
  const std::vector<Loads> loads = loads_of(recording, tensor);

  for (const format::Segment& segment : pattern.segments) {
    if (!loads[segment.template_id].of(k_tile - segment.k_tile))
      continue;  // thousands of segments, few with loads of it
    const std::vector<format::Row>& rows = recording.templates[segment.template_id].rows;
    const std::size_t end = rows_so_far(recording, segment, cursor, now, now_row);
    for (std::size_t i = 0; i < end; ++i) {
      const format::Site& site = recording.sites[rows[i].site];
      if (site.tensor != tensor || site.op != format::Op::kLoad || analysis::k_tile_of(segment, rows[i]) != k_tile)
        continue;
      mark_request(recording, format::decode(recording, cursor.block, segment, i), site,
                   recording.tensors[tensor].element_bytes, elements);
    }
  }
  return elements;
}

std::optional<std::uint32_t> block_at(const format::Recording& recording, std::uint32_t y, std::uint32_t x) {
  const auto before = [](const format::Block& block, std::pair<std::uint32_t, std::uint32_t> place) {
    return std::pair(block.y, block.x) < place;
  };
  const auto found = std::lower_bound(recording.blocks.begin(), recording.blocks.end(), std::pair(y, x), before);
  if (found == recording.blocks.end() || found->y != y || found->x != x) return std::nullopt;
  return static_cast<std::uint32_t>(found - recording.blocks.begin());
}

}  // namespace gemmscope::views
