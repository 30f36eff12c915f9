// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/cut_tiles.h"

#include <algorithm>
#include <bit>
#include <set>

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// In a tile in shared memory: a place, or how many rows and columns there are.
struct RowColumn {
  std::uint32_t row = 0, column = 0;
};

/// Which row and column of a tile with one distance between rows and one between columns an offset belongs to, also
/// beyond the tile. nullopt: none.
std::optional<RowColumn> place_in(const SharedTile& tile, std::uint32_t offset) {
  const std::uint32_t down = tile.by_row.of[0].stride, across = tile.by_column.of[0].stride;
  const bool by_rows = down >= across * tile.columns;
  const std::uint32_t larger = by_rows ? down : across, smaller = by_rows ? across : down;
  if (smaller == 0 || offset % larger % smaller != 0) return std::nullopt;
  const std::uint32_t line = offset / larger, place = offset % larger / smaller;
  return by_rows ? RowColumn{line, place} : RowColumn{place, line};
}

bool is_plain(const SharedTile& tile) {
  return tile.rule == SharedTile::Rule::kModes && tile.by_row.count == 1 && tile.by_column.count == 1 &&
         tile.buffers == 1 && tile.rows > 1 && tile.columns > 1 && tile.element_bytes != 0;
}

/// How many rows and columns of the tile the block's lanes load. nullopt: they load something between its elements.
std::optional<RowColumn> loaded_of(const Recording& r, std::uint32_t block, const SharedTile& tile) {
  RowColumn loaded{tile.rows, tile.columns};
  const auto add = [&](const format::Template& coded, std::size_t row) {
    const std::uint32_t width = r.sites[coded.rows[row].site].width;
    for (std::uint32_t left = coded.rows[row].mask; left != 0; left &= left - 1) {
      const std::uint32_t first = coded.lanes(row)[static_cast<std::size_t>(std::countr_zero(left))];
      for (std::uint32_t at = first; at < first + width; at += tile.element_bytes) {
        const bool is_inside = at >= tile.offset && at < r.shared_bytes;
        const auto place = !is_inside ? std::nullopt : place_in(tile, (at - tile.offset) / tile.element_bytes);
        if (!place) return false;
        loaded.row = std::max(loaded.row, place->row + 1), loaded.column = std::max(loaded.column, place->column + 1);
      }
    }
    return true;
  };
  std::set<std::uint32_t> seen;
  for (const format::Segment& segment : r.patterns[r.blocks[block].pattern].segments) {
    if (!seen.insert(segment.template_id).second) continue;
    const format::Template& coded = r.templates[segment.template_id];
    for (std::size_t row = 0; row < coded.rows.size(); ++row)
      if (const format::Site& site = r.sites[coded.rows[row].site];
          site.tensor == tile.shared && site.op == format::Op::kLoad && !add(coded, row))
        return std::nullopt;
  }
  return loaded;
}

/// The sides of the product's tiles that the shared tiles say.
struct Sides {
  std::uint32_t m = 0, n = 0, k = 0;
};

}  // namespace

void grow_cut_tiles(const Recording& r, std::uint32_t block, const Product& p, MayBeCut tiles) {
  const bool m_is_cut = tiles.block.rows.numbers() == p.M, n_is_cut = tiles.block.columns.numbers() == p.N,
             k_is_cut = tiles.k_tile == p.K;
  if ((!m_is_cut && !n_is_cut && !k_is_cut) || !std::ranges::all_of(tiles.shared, is_plain)) return;
  std::vector<SharedTile> grown = tiles.shared;
  Sides sides{p.M, p.N, 0};
  for (SharedTile& tile : grown) {
    const bool is_A = tile.matrix == p.A.tensor, rows_are_k = tile.transposed == is_A;
    const auto loaded = loaded_of(r, block, tile);
    if (!loaded) return;
    const bool other_is_cut = is_A ? m_is_cut : n_is_cut;
    if (rows_are_k ? k_is_cut : other_is_cut) tile.rows = loaded->row;
    if (rows_are_k ? other_is_cut : k_is_cut) tile.columns = loaded->column;
    tile.by_row.of[0].shape = tile.rows, tile.by_column.of[0].shape = tile.columns;
    const std::uint32_t k = rows_are_k ? tile.rows : tile.columns, other = rows_are_k ? tile.columns : tile.rows;
    if (sides.k != 0 && sides.k != k) return;  // one of them is something else
    sides.k = k;
    if (other_is_cut) (is_A ? sides.m : sides.n) = other;
  }
  if (k_is_cut && sides.k != 0) tiles.k_tile = sides.k;
  const auto grow = [](TileShape& shape, bool is_cut, Runs TileShape::*runs, std::uint32_t whole, std::uint32_t to) {
    if (is_cut && (shape.*runs).count == 1 && (shape.*runs).length == whole) (shape.*runs).length = to;
  };
  for (TileShape* shape : {&tiles.block, &tiles.warp}) {
    grow(*shape, m_is_cut, &TileShape::rows, p.M, sides.m);
    grow(*shape, n_is_cut, &TileShape::columns, p.N, sides.n);
  }
  tiles.shared = std::move(grown);
}

}  // namespace gemmscope::analysis
