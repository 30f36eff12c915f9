// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/shared_tile.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

#include "tracing/format/limits.h"

namespace gemmscope::analysis {
namespace {

using Offsets = std::vector<std::uint32_t>;

constexpr std::uint32_t kUnknown = 0xffffffff;
constexpr std::uint32_t kMostTurns = 16;  ///< k-tiles that are compared
constexpr std::uint32_t kMostElementBytes = 8;

/// The modes that give these offsets, the first of which is 0. None: no three modes do.
Modes modes_of(const Offsets& offsets, int most = 3) {
  const auto n = static_cast<std::uint32_t>(offsets.size());
  if (n == 1) return modes({{1, 0}});
  const std::uint32_t stride = offsets[1];
  std::uint32_t run = 2;
  while (run < n && offsets[run] == run * stride) ++run;
  Modes all = modes({{run, stride}});
  if (run == n) return all;
  if (most == 1) return {};
  Offsets firsts;
  for (std::uint32_t i = 0; i < n; i += run) firsts.push_back(offsets[i]);
  const Modes outer = modes_of(firsts, most - 1);
  if (outer.none()) return {};
  for (int m = 0; m < outer.count; ++m) all.add(outer.of[m]);
  for (std::uint32_t i = 0; i < n; ++i)
    if (all(i) != offsets[i]) return {};
  return all;
}

/// A tile's offsets, in elements from its first one: of row r and column c at [r * columns + c], or kUnknown.
struct Grid {
  std::uint32_t rows = 0, columns = 0;
  Offsets at;

  std::uint32_t operator()(std::uint32_t r, std::uint32_t c) const { return at[std::size_t{r} * columns + c]; }
  Grid transposed() const {
    Grid other{columns, rows, Offsets(at.size())};
    for (std::uint32_t r = 0; r < rows; ++r)
      for (std::uint32_t c = 0; c < columns; ++c) other.at[std::size_t{c} * rows + r] = (*this)(r, c);
    return other;
  }
  Offsets row(std::uint32_t r) const {
    const auto from = at.begin() + std::ptrdiff_t{r} * columns;
    return Offsets(from, from + columns);
  }
  Offsets column(std::uint32_t c) const {
    Offsets all;
    for (std::uint32_t r = 0; r < rows; ++r) all.push_back((*this)(r, c));
    return all;
  }
};

/// Whether the known offsets of the grid are those of the tile.
bool fits(const Grid& grid, const SharedTile& tile) {
  for (std::uint32_t r = 0; r < grid.rows; ++r)
    for (std::uint32_t c = 0; c < grid.columns; ++c)
      if (grid(r, c) != kUnknown && grid(r, c) != tile.element_offset(r, c)) return false;
  return true;
}

bool fit_modes(const Grid& grid, SharedTile& tile) {
  const Offsets row = grid.row(0), column = grid.column(0);
  if (std::ranges::find(row, kUnknown) != row.end() || std::ranges::find(column, kUnknown) != column.end())
    return false;
  tile.by_row = modes_of(column), tile.by_column = modes_of(row);
  tile.rule = SharedTile::Rule::kModes;
  if (tile.by_row.none() || tile.by_column.none() || !fits(grid, tile)) return false;
  // Columns that are interleaved go on where an edge cuts them: a turn has as many as the others.
  const Modes& columns = tile.by_column;
  if (columns.count == 2 && columns.of[1].stride == 1) tile.columns = columns.of[0].shape * columns.of[1].shape;
  return true;
}

/// The smallest swizzle whose XORs are these: of the row, or of the column, that is its index.
std::optional<Swizzle> swizzle_of(Swizzle::By by, const Offsets& flips) {
  std::uint32_t mask = 0;
  for (const std::uint32_t flip : flips) mask |= flip;
  for (std::uint8_t shift = 0; shift < 8 && (std::size_t{1} << shift) < flips.size(); ++shift) {
    const Swizzle s{by, shift, flips[std::size_t{1} << shift], mask};
    bool holds = s.factor != 0 && s.is_own_inverse();
    for (std::uint32_t i = 0; i < flips.size() && holds; ++i) holds = (((i >> shift) * s.factor) & mask) == flips[i];
    if (holds) return s;
  }
  return std::nullopt;
}

/// Tries columns that are XORed by bits of the row or of the column, or rotated by the row. `places`: where a row has
/// its columns, ascending. `groups`: the same as modes; none if the columns are neighbours.
bool fit_moves_in(const Grid& grid, SharedTile& tile, const Offsets& places, const Modes& groups) {
  const auto place = [&](std::uint32_t r, std::uint32_t c) {
    const auto at = std::ranges::lower_bound(places, grid(r, c) - std::ranges::min(grid.row(r)));
    return static_cast<std::uint32_t>(at - places.begin());
  };
  Offsets of_rows, of_columns;
  for (std::uint32_t r = 0; r < grid.rows; ++r) of_rows.push_back(place(r, 0));
  for (std::uint32_t c = 0; c < grid.columns; ++c) of_columns.push_back(place(0, c) ^ c);
  using Rule = SharedTile::Rule;
  for (const auto& [rule, moves] : {std::pair(Rule::kSwizzle, swizzle_of(Swizzle::By::kRow, of_rows)),
                                    std::pair(Rule::kSwizzle, swizzle_of(Swizzle::By::kColumn, of_columns)),
                                    std::pair(Rule::kRotation, swizzle_of(Swizzle::By::kRow, of_rows))}) {
    if (!moves) continue;
    tile.rule = rule, tile.moves = *moves;
    tile.columns = rule == Rule::kSwizzle ? std::bit_ceil(grid.columns) : grid.columns;  // an edge may cut it
    tile.by_column = groups.none() ? modes({{tile.columns, 1}}) : groups;
    if (fits(grid, tile)) return true;
  }
  tile.columns = grid.columns;
  return false;
}

/// Tries that with rows at one distance, first with columns that are neighbours, then in groups. An edge cuts no group.
bool fit_moves(const Grid& grid, SharedTile& tile) {
  Offsets starts, neighbours(2 * std::size_t{std::bit_ceil(grid.columns)});
  for (std::uint32_t r = 0; r < grid.rows; ++r) {
    const Offsets row = grid.row(r);
    if (std::ranges::find(row, kUnknown) != row.end()) return false;
    starts.push_back(*std::ranges::min_element(row));
  }
  tile.by_row = modes_of(starts);
  if (tile.by_row.none()) return false;
  std::iota(neighbours.begin(), neighbours.end(), 0u);
  if (fit_moves_in(grid, tile, neighbours, {})) return true;
  Offsets columns = grid.row(0);
  std::ranges::sort(columns);
  for (std::uint32_t& column : columns) column -= starts[0];
  const Modes groups = modes_of(columns, 2);
  return groups.count == 2 && groups.size() == grid.columns && fit_moves_in(grid, tile, columns, groups);
}

/// Whether offsets are the same where both are known.
bool agree(const Offsets& a, const Offsets& b) {
  return std::ranges::equal(a, b,
                            [](std::uint32_t x, std::uint32_t y) { return x == kUnknown || y == kUnknown || x == y; });
}

/// Where one shared array holds elements of one matrix.
class Places {
 public:
  /// `i`: the row of A or the column of B.
  void add(std::uint32_t i, std::uint32_t k, std::uint32_t byte, bool computed) {
    computed_ = computed_ || computed;
    const auto [known, is_new] = at_.try_emplace({k, i}, byte);
    if (!is_new && known->second != byte) several_ = true;
    order_.try_emplace(i, 0);
  }

  /// Fills in all of the tile but which arrays it belongs to.
  void describe(SharedTile& tile, std::uint32_t k_tile, std::uint32_t K, std::uint32_t element_bytes, bool is_B) {
    if (computed_) element_bytes = distance();
    tile.element_bytes = element_bytes, tile.computed = computed_;
    std::uint32_t next = 0;
    for (auto& [i, place] : order_) place = next++;
    tile.rows = next, tile.columns = k_tile;
    if (std::size_t{next} * k_tile > format::kMaxSharedBytes) return;  // no memory holds so many elements
    const std::uint32_t first_k = at_.begin()->first.first;
    std::vector<std::uint32_t> starts;
    Grid grid;
    bool alike = !several_;
    for (std::uint32_t turn = 0; turn < kMostTurns; ++turn) {
      auto [other, start] = tile_from(first_k + turn * k_tile, k_tile, element_bytes);
      if (other.at.empty()) break;
      starts.push_back(start);
      alike = alike && (turn == 0 || agree(other.at, grid.at));
      if (turn == 0) grid = std::move(other);
    }
    if (is_B) grid = grid.transposed();  // its rows are now those of the matrix
    // Neighbours in a row of the tile are nearer to each other than neighbours in a column.
    const auto step = [](const Offsets& o) {
      return o.size() < 2 ? kUnknown : *std::ranges::min_element(o.begin() + 1, o.end());
    };
    tile.transposed = step(grid.row(0)) > step(grid.column(0));
    if (tile.transposed) grid = grid.transposed();
    tile.rows = grid.rows, tile.columns = grid.columns, tile.offset = starts[0] - starts[0] % element_bytes;
    if (!alike || (!fit_modes(grid, tile) && !fit_moves(grid, tile)))
      tile.rule = SharedTile::Rule::kNone, tile.by_row = tile.by_column = {}, tile.moves = {};
    if (alike) find_buffers(starts, starts.size() * k_tile >= K, element_bytes, tile);
  }

 private:
  /// Bytes from neighbour to neighbour.
  std::uint32_t distance() const {
    std::uint32_t common = kMostElementBytes;
    for (const auto& [of, byte] : at_) common = std::gcd(common, byte - at_.begin()->second);
    return common;
  }

  /// The tile of the k's from `k` on, and the byte of its lowest element. Empty: there is none.
  std::pair<Grid, std::uint32_t> tile_from(std::uint32_t k, std::uint32_t k_tile, std::uint32_t bytes) const {
    const auto begin = at_.lower_bound({k, 0}), end = at_.lower_bound({k + k_tile, 0});
    std::uint32_t lowest = kUnknown;
    for (auto each = begin; each != end; ++each) lowest = std::min(lowest, each->second);
    Grid grid{static_cast<std::uint32_t>(order_.size()), k_tile, {}};
    if (begin != end) grid.at.assign(std::size_t{grid.rows} * grid.columns, kUnknown);
    for (auto each = begin; each != end; ++each)
      grid.at[std::size_t{order_.at(each->first.second)} * k_tile + (each->first.first - k)] =
          (each->second - lowest) / bytes;
    return {std::move(grid), lowest};
  }

  /// `are_all`: there are no more k-tiles than these, so that each may have a buffer of its own.
  static void find_buffers(const std::vector<std::uint32_t>& starts, bool are_all, std::uint32_t bytes,
                           SharedTile& tile) {
    std::size_t buffers = 1;
    while (buffers < starts.size() && starts[buffers] != starts[0]) ++buffers;
    if (buffers == 1 || (buffers == starts.size() && !are_all)) return;
    const std::uint32_t stride = starts[1] - starts[0];
    for (std::size_t t = 0; t < starts.size(); ++t)
      if (starts[t] != starts[0] + t % buffers * stride) return;
    tile.buffers = static_cast<std::uint32_t>(buffers), tile.buffer_stride = stride / bytes;
  }

  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> at_;  ///< (k, i) -> byte
  std::map<std::uint32_t, std::uint32_t> order_;                         ///< i -> which one it is, in their order
  bool several_ = false;                                                 ///< an element has several places
  bool computed_ = false;                                                ///< elements were converted, or scaled
};

}  // namespace

std::uint32_t SharedTile::element_offset(std::uint32_t row, std::uint32_t column) const {
  if (rule == Rule::kSwizzle) column = moves(row, column);
  if (rule == Rule::kRotation) column = (column + moves.moves(row)) % columns;
  return by_row(row) + by_column(column);
}

std::optional<Layout> SharedTile::layout() const {
  const Mode &inner = by_column.of[0], &outer = by_column.of[1];
  const bool is_interleaved = rule == Rule::kModes && by_column.count == 2 && outer.stride == 1 &&
                              inner.stride >= outer.shape && inner.shape * outer.shape == columns;
  if (rule == Rule::kNone || by_row.count != 1 || by_column.count > 2 ||
      (inner.stride != 1 && columns > 1 && !is_interleaved))
    return std::nullopt;
  Layout layout;
  layout.rows = rows, layout.columns = columns;
  if (is_interleaved) {
    layout.interleave = inner.shape, layout.group_pad = inner.stride - outer.shape;
    layout.group = layout.group_pad == 0 ? 0 : outer.shape;
  } else if (by_column.count == 2) {
    if (outer.stride <= inner.shape) return std::nullopt;
    layout.group = inner.shape, layout.group_pad = outer.stride - layout.group;
  }
  layout.pitch = rows > 1 ? by_row.of[0].stride : static_cast<std::uint32_t>(layout.line_extent());
  if (layout.line_extent() > layout.pitch) return std::nullopt;  // rows are among each other's groups
  layout.swizzle = moves, layout.rotates = rule == Rule::kRotation, layout.buffers = buffers,
  layout.buffer_stride = buffer_stride;
  return layout;
}

bool is_as_said(const SharedTile& tile, const SaidTile& said, const Product& product) {
  using Rule = SharedTile::Rule;
  const ProductMatrix& matrix = said.matrix == product.A.tensor ? product.A : product.B;
  if (tile.shared != said.shared || tile.matrix != said.matrix ||
      tile.transposed != (said.transposed != matrix.transposed))
    return false;
  const bool rows = tile.rows == 1 || (tile.by_row.count == 1 && tile.by_row.of[0].stride == said.columns);
  const bool buffers =
      tile.buffers == 1 || (tile.buffers <= said.buffers && tile.buffer_stride == said.rows * said.columns);
  const bool columns = tile.columns == 1 || (tile.by_column.count == 1 && tile.by_column.of[0].stride == 1);
  return rows && buffers && tile.rows <= said.rows && tile.columns <= said.columns &&
         (said.swizzled ? tile.rule != Rule::kNone : tile.rule == Rule::kModes && columns);
}

std::vector<SharedTile> shared_tiles(const format::Recording& recording, const Consumption& consumption,
                                     const Product& product, std::uint32_t k_tile) {
  std::vector<SharedTile> tiles;
  if (k_tile == 0) return tiles;
  for (const ProductMatrix* matrix : {&product.A, &product.B}) {
    const bool is_B = matrix == &product.B;
    std::map<std::uint16_t, Places> all;  // by shared array
    for (const Placed& each : consumption.placed) {
      if (each.tensor != matrix->tensor) continue;
      const std::uint32_t row = matrix->row(each.element), column = matrix->column(each.element);
      all[each.shared].add(is_B ? column : row, is_B ? row : column, each.byte, each.computed);
    }
    for (auto& [shared, places] : all) {
      SharedTile& tile = tiles.emplace_back();
      tile.shared = shared, tile.matrix = matrix->tensor;
      places.describe(tile, k_tile, product.K, recording.tensors[matrix->tensor].element_bytes, is_B);
    }
  }
  return tiles;
}

}  // namespace gemmscope::analysis
