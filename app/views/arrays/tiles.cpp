// SPDX-License-Identifier: MIT
#include "app/views/arrays/tiles.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gemmscope::views {
namespace {

/// Which elements of a rectangle of a matrix something happened to.
struct Elements {
  analysis::Rect part;
  std::vector<char> marked;  ///< [row * columns + column] of `part`

  explicit Elements(analysis::Rect rect) : part(rect), marked(std::size_t{rect.rows} * rect.columns) {}
  /// Marks an element given by its place in the matrix; nothing outside `part`.
  void mark(std::uint32_t row, std::uint32_t column) {
    if (part.contains(row, column)) marked[std::size_t{row - part.row} * part.columns + (column - part.column)] = 1;
  }
  bool has(std::uint32_t row, std::uint32_t column) const {  ///< relative to `part`
    return marked[std::size_t{row} * part.columns + column] != 0;
  }
};

/// Per template, whether it loads the tensor.
std::vector<bool> loads_of(const format::Recording& recording, std::uint16_t tensor) {
  std::vector<bool> all(recording.templates.size());
  for (std::size_t t = 0; t < all.size(); ++t)
    all[t] = std::ranges::any_of(recording.templates[t].rows, [&](const format::Row& row) {
      const format::Site& site = recording.sites[row.site];
      return site.tensor == tensor && site.op == format::Op::kLoad;
    });
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
  using analysis::Fault, analysis::Remark;
  const analysis::CheckResult& check = look.loaded->check;
  if (!tensor || (std::ranges::count(check.findings, Fault::kNotAsSaid, &analysis::Finding::fault) == 0 &&
                  std::ranges::count(check.remarks, Remark::Kind::kLeftOut, &Remark::kind) == 0))
    return {};
  const format::Tensor& matrix = recording.tensors[*tensor];
  part = common(part, {0, 0, matrix.layout.rows, matrix.layout.columns});
  if (std::uint64_t{part.rows} * part.columns > kMostMarked) return {};  // the list of findings has it all the same
  Elements elements(part);
  const std::vector<bool> loads = loads_of(recording, *tensor);
  for (const format::Segment& segment : session::pattern_of(recording, look.cursor.block).segments) {
    if (!loads[segment.template_id]) continue;
    const std::vector<format::Row>& rows = recording.templates[segment.template_id].rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (const format::Site& site = recording.sites[rows[i].site];
          site.tensor == *tensor && site.op == format::Op::kLoad)
        mark_request(recording, format::decode(recording, look.cursor.block, segment, i), site, matrix.element_bytes,
                     elements);
  }
  return unmarked(elements);
}

/// How many elements of `parts` are in each k-tile; `along`: first element along K, and how many.
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

/// For each k-tile, whether nothing of its part of A, or of B, is loaded: it then adds nothing that is right.
std::vector<bool> all_missed(const format::Recording& recording, const format::Block& block, const NeverLoaded& never) {
  std::vector<bool> missed(recording.k_tiles, false);
  const auto tiles = analysis::block_tiles(recording, block, 0);
  if ((never.A.empty() && never.B.empty()) || !tiles) return missed;
  const std::uint32_t BK = tiles->A.columns;
  const analysis::Rect whole_A = analysis::product_part(recording, tiles->C, format::Matrix::kA),
                       whole_B = analysis::product_part(recording, tiles->C, format::Matrix::kB);
  const auto rows = common(tiles->A, whole_A).rows, columns = common(tiles->B, whole_B).columns;
  const auto of_A = elements_by_k_tile(never.A, recording.k_tiles, BK, [&](const analysis::Rect& r) {
    return std::pair(r.column - whole_A.column, r.columns);
  });
  const auto of_B = elements_by_k_tile(never.B, recording.k_tiles, BK,
                                       [&](const analysis::Rect& r) { return std::pair(r.row - whole_B.row, r.rows); });
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
  return {never_loaded_of(look, format::Matrix::kA, {tiles->A.row, tiles->A.column, tiles->A.rows, recording.K}),
          never_loaded_of(look, format::Matrix::kB, {tiles->B.row, tiles->B.column, recording.K, tiles->B.columns})};
}

Share share_loaded(const std::vector<analysis::Rect>& never, const analysis::Rect& tile, const analysis::Rect& matrix) {
  std::uint64_t missing = 0;
  for (const analysis::Rect& part : never) missing += elements_in(part, tile);
  if (missing == 0) return Share::kAll;
  return missing == elements_in(tile, matrix) ? Share::kNone : Share::kSome;
}

std::vector<TileState> tile_states(const session::Look& look, const NeverLoaded& never) {
  const format::Recording& recording = *look.recording();
  const std::uint32_t now = look.k_tile();
  std::vector<TileState> states(recording.k_tiles, TileState::kToCome);
  const std::vector<bool> missed = all_missed(recording, look.block(), never);
  for (std::uint32_t t = 0; t < recording.k_tiles; ++t) {
    if (t == now)
      states[t] = TileState::kCurrent;
    else if (missed[t])
      states[t] = TileState::kNotLoaded;
    else if (t < now)
      states[t] = TileState::kUsed;
  }
  return states;
}

}  // namespace gemmscope::views
