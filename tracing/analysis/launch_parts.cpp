// SPDX-License-Identifier: MIT
#include "tracing/analysis/launch_parts.h"

#include <algorithm>

#include "tracing/analysis/geometry.h"

namespace gemmscope::analysis {
namespace {

/// `count` tiles of `tile` along `size`; all alike where the size of a tile is not known.
TileLine line_of(std::uint32_t count, std::uint32_t tile, std::uint32_t size) {
  const std::uint32_t whole = tile == 0 ? count : std::min(count, size / tile);
  return {{0, whole}, {whole, count}};
}

constexpr int kCutRow = 1, kCutColumn = 2;

}  // namespace

Spreads operator*(const Spreads& a, const Spreads& b) {
  Spreads both;
  for (std::size_t t = 0; t < both.size(); ++t) both[t] = a[t] * b[t];
  return both;
}

Spreads& operator+=(Spreads& a, const Spreads& b) {
  for (std::size_t t = 0; t < a.size(); ++t) a[t] += b[t];
  return a;
}

LaunchParts::LaunchParts(const format::Recording& recording) : x_walks_rows_(recording.x_walks_rows) {
  const BlockShape shape = block_shape(recording).value_or(BlockShape{});
  rows_ = line_of(x_walks_rows_ ? recording.grid_x : recording.grid_y, shape.BM, recording.M);
  columns_ = line_of(x_walks_rows_ ? recording.grid_y : recording.grid_x, shape.BN, recording.N);
  k_tiles_ = line_of(recording.k_tiles, shape.BK, recording.K);
  const std::size_t tensors = std::min(recording.tensors.size(), steps_.size());
  for (std::size_t t = 0; t < tensors; ++t) {
    const format::Tensor& tensor = recording.tensors[t];
    if (tensor.space != format::Space::kGlobal) continue;
    const std::uint32_t along = tensor.element_bytes, across = tensor.layout.pitch * tensor.element_bytes;
    const std::uint32_t down = tensor.layout.column_major ? along : across,
                        right = tensor.layout.column_major ? across : along;
    const format::Matrix matrix = recording.matrix_of(tensor);
    if (matrix == format::Matrix::kA) steps_[t] = {.row = shape.BM * down, .k_tile = shape.BK * right};
    if (matrix == format::Matrix::kB) steps_[t] = {.column = shape.BN * right, .k_tile = shape.BK * down};
    if (matrix == format::Matrix::kC) steps_[t] = {.row = shape.BM * down, .column = shape.BN * right};
  }
}

int LaunchParts::kind_of(const format::Block& block) const {
  return (rows_.cuts(row(block)) ? kCutRow : 0) + (columns_.cuts(column(block)) ? kCutColumn : 0);
}

std::uint64_t LaunchParts::blocks_of_kind(int kind) const {
  return std::uint64_t{rows_.kind((kind & kCutRow) != 0).size()} * columns_.kind((kind & kCutColumn) != 0).size();
}

Spreads LaunchParts::blocks_from(const format::Block& from, int kind,
                                 const std::vector<const format::Block*>& recorded) const {
  Spreads spreads;
  for (std::size_t t = 0; t < spreads.size(); ++t) {
    const Step& step = steps_[t];
    Spread& spread = spreads[t];
    spread = Spread::of(rows_.kind((kind & kCutRow) != 0), row(from), step.row) *
             Spread::of(columns_.kind((kind & kCutColumn) != 0), column(from), step.column);
    for (const format::Block* block : recorded) spread.take_away(between(from, *block)[t]);
  }
  return spreads;
}

Spreads LaunchParts::k_tiles_from(std::uint32_t from, format::Range range) const {
  Spreads spreads;
  for (std::size_t t = 0; t < spreads.size(); ++t) spreads[t] = Spread::of(range, from, steps_[t].k_tile);
  return spreads;
}

format::Bases LaunchParts::between(const format::Block& from, const format::Block& to) const {
  format::Bases bytes{};
  for (std::size_t t = 0; t < bytes.size(); ++t)
    bytes[t] = (row(to) - row(from)) * steps_[t].row + (column(to) - column(from)) * steps_[t].column;
  return bytes;
}

format::Bases LaunchParts::between_k_tiles(std::uint32_t from, std::uint32_t to) const {
  format::Bases bytes{};
  for (std::size_t t = 0; t < bytes.size(); ++t) bytes[t] = (to - from) * steps_[t].k_tile;
  return bytes;
}

format::Range recorded_k_tiles(const format::Recording& recording) {
  const format::Range selected = recording.selection.k_tiles;
  return {selected.begin, std::min(selected.end, recording.k_tiles)};
}

Kinds kinds_of(const format::Recording& recording, const LaunchParts& parts) {
  Kinds kinds;
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b)
    kinds[static_cast<std::size_t>(parts.kind_of(recording.blocks[b]))].push_back(b);
  return kinds;
}

std::optional<std::uint32_t> nearest(const Kinds& kinds, std::size_t kind) {
  for (const std::size_t like :
       {kind, kind & 1u, kind & 2u, std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}})
    if (!kinds[like].empty()) return kinds[like].front();
  return std::nullopt;
}

std::map<std::uint32_t, std::vector<format::Range>> k_tiles_stood_for(const LaunchParts& parts,
                                                                      format::Range recorded) {
  std::map<std::uint32_t, std::vector<format::Range>> stood_for;
  if (recorded.size() == 0) return stood_for;
  for (const bool is_cut : {false, true}) {
    const format::Range kind = parts.k_tiles().kind(is_cut);
    const format::Range there{std::max(kind.begin, recorded.begin), std::min(kind.end, recorded.end)};
    if (kind.size() == there.size()) continue;
    std::vector<format::Range>& ranges = stood_for[there.size() != 0 ? there.begin : recorded.begin];
    if (there.size() == 0)
      ranges.push_back(kind);
    else
      ranges.insert(ranges.end(), {{kind.begin, there.begin}, {there.end, kind.end}});
  }
  return stood_for;
}

Standing standing_k_tiles(const LaunchParts& parts, format::Range recorded) {
  Standing standing;
  for (const auto& [from, ranges] : k_tiles_stood_for(parts, recorded)) {
    Spreads& spreads = standing[from];
    spreads.fill(Spread::here());
    for (const format::Range range : ranges) spreads += parts.k_tiles_from(from, range);
  }
  return standing;
}

}  // namespace gemmscope::analysis
