// SPDX-License-Identifier: MIT
#include "app/views/outer_loop/tiles.h"

#include <algorithm>
#include <map>
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

  bool none() const { return first > last; }
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
      const bool none = loads.none();
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

/// What `elements` has not marked, by rows; equal pieces of rows below each other are one.
std::vector<analysis::Rect> unmarked(const Elements& elements) {
  const analysis::Rect& part = elements.part;
  std::vector<analysis::Rect> found;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> above, here;  // first column, columns: index in found
  for (std::uint32_t row = 0; row < part.rows; ++row, above = std::exchange(here, {}))
    for (std::uint32_t column = 0; column < part.columns; ++column) {
      if (elements.has(row, column)) continue;
      const std::uint32_t first = column;
      while (column < part.columns && !elements.has(row, column)) ++column;
      const std::pair piece{first, column - first};
      const auto joined = above.find(piece);
      here[piece] = joined == above.end() ? found.size() : joined->second;
      if (joined == above.end())
        found.push_back({part.row + row, part.column + first, 1, column - first});
      else
        ++found[joined->second].rows;
    }
  return found;
}

std::uint32_t overlap(std::uint32_t first, std::uint32_t count, std::uint32_t other, std::uint32_t of_other) {
  const std::uint32_t begin = std::max(first, other), end = std::min(first + count, other + of_other);
  return begin < end ? end - begin : 0;
}

std::uint64_t elements_in(const analysis::Rect& one, const analysis::Rect& other) {
  const analysis::Rect both = common(one, other);
  return std::uint64_t{both.rows} * both.columns;
}

constexpr std::uint64_t kMostMarked = 1u << 22;  ///< elements of a block's share: 128 rows of a K of 32768

/// The parts of the matrix that are not loaded, as far as they are in `part`.
std::vector<analysis::Rect> never_loaded_of(const session::Look& look, format::Matrix of, analysis::Rect part) {
  const format::Recording& recording = *look.recording();
  const auto tensor = recording.tensor_of(of);
  const auto missing = [&](const analysis::Finding& finding) {
    return finding.fault == analysis::Fault::kNeverLoaded && finding.tensor == tensor;
  };
  if (!tensor || std::ranges::none_of(look.loaded->check.findings, missing)) return {};
  const format::Tensor& matrix = recording.tensors[*tensor];
  part = common(part, {0, 0, matrix.layout.rows, matrix.layout.columns});
  if (std::uint64_t{part.rows} * part.columns > kMostMarked) return {};  // the list of findings has it all the same
  Elements elements(part);
  const std::vector<Loads> loads = loads_of(recording, *tensor);
  for (const format::Segment& segment : session::pattern_of(recording, look.cursor.block).segments) {
    if (loads[segment.template_id].none()) continue;
    const std::vector<format::Row>& rows = recording.templates[segment.template_id].rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (const format::Site& site = recording.sites[rows[i].site];
          site.tensor == *tensor && site.op == format::Op::kLoad)
        mark_request(recording, format::decode(recording, look.cursor.block, segment, i), site, matrix.element_bytes,
                     elements);
  }
  return unmarked(elements);
}

/// Of each k-tile, how many elements of `parts` lie in it; `along`: first element along K, and how many.
template <class Along>
std::vector<std::uint64_t> elements_by_k_tile(const std::vector<analysis::Rect>& parts, std::uint32_t k_tiles,
                                              std::uint32_t BK, Along along) {
  std::vector<std::uint64_t> counts(k_tiles, 0);
  for (const analysis::Rect& part : parts) {
    const auto [first, count] = along(part);
    const std::uint64_t lines = std::uint64_t{part.rows} * part.columns / count, end = std::uint64_t{first} + count;
    for (std::uint64_t at = first; at < end && at / BK < k_tiles; at = (at / BK + 1) * BK)
      counts[at / BK] += lines * (std::min(end, (at / BK + 1) * BK) - at);
  }
  return counts;
}

/// Of which k-tiles nothing of A, or nothing of B, is loaded: they add nothing that is right.
std::vector<bool> all_missed(const format::Recording& recording, const format::Block& block, const NeverLoaded& never) {
  std::vector<bool> missed(recording.k_tiles, false);
  const auto tiles = analysis::block_tiles(recording, block, 0);
  if ((never.A.empty() && never.B.empty()) || !tiles) return missed;
  const std::uint32_t BK = tiles->A.columns;
  const auto rows = common(tiles->A, {0, 0, recording.M, recording.K}).rows,
             columns = common(tiles->B, {0, 0, recording.K, recording.N}).columns;
  const auto of_A = elements_by_k_tile(never.A, recording.k_tiles, BK,
                                       [](const analysis::Rect& r) { return std::pair(r.column, r.columns); });
  const auto of_B = elements_by_k_tile(never.B, recording.k_tiles, BK,
                                       [](const analysis::Rect& r) { return std::pair(r.row, r.rows); });
  for (std::uint32_t t = 0; t < recording.k_tiles; ++t) {
    const std::uint64_t begin = std::uint64_t{t} * BK, end = std::min<std::uint64_t>(recording.K, begin + BK);
    const std::uint64_t deep = begin < end ? end - begin : 0;
    missed[t] = (of_A[t] != 0 && of_A[t] == rows * deep) || (of_B[t] != 0 && of_B[t] == columns * deep);
  }
  return missed;
}

}  // namespace

analysis::Rect common(const analysis::Rect& one, const analysis::Rect& other) {
  return {std::max(one.row, other.row), std::max(one.column, other.column),
          overlap(one.row, one.rows, other.row, other.rows),
          overlap(one.column, one.columns, other.column, other.columns)};
}

NeverLoaded never_loaded(const session::Look& look) {
  const format::Recording& recording = *look.recording();
  const auto tiles = analysis::block_tiles(recording, look.block(), 0);
  if (!tiles) return {};
  return {never_loaded_of(look, format::Matrix::kA, {tiles->A.row, 0, tiles->A.rows, recording.K}),
          never_loaded_of(look, format::Matrix::kB, {0, tiles->B.column, recording.K, tiles->B.columns})};
}

Share share_loaded(const std::vector<analysis::Rect>& never, const analysis::Rect& tile, std::uint32_t rows,
                   std::uint32_t columns) {
  std::uint64_t missing = 0;
  for (const analysis::Rect& part : never) missing += elements_in(part, tile);
  if (missing == 0) return Share::kAll;
  return missing == elements_in(tile, {0, 0, rows, columns}) ? Share::kNone : Share::kSome;
}

std::vector<TileState> tile_states(const session::Look& look, const NeverLoaded& never) {
  const format::Recording& recording = *look.recording();
  const std::uint32_t now = look.k_tile();
  std::vector<TileState> states(recording.k_tiles, TileState::kToCome);
  const std::vector<bool> missed = all_missed(recording, look.block(), never);
  for (std::uint32_t t = 0; t < recording.k_tiles; ++t) {
    if (!recording.selection.k_tiles.contains(t))
      states[t] = TileState::kNotRecorded;
    else if (t == now)
      states[t] = TileState::kCurrent;
    else if (missed[t])
      states[t] = TileState::kNotLoaded;
    else if (t < now)
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
