// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/described.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "tracing/analysis/tiles/moments.h"
#include "tracing/analysis/tiles/own_tensors.h"

namespace gemmscope::analysis {
namespace {

using format::Matrix;
using format::Recording;

constexpr std::uint64_t kMostDescribed = 1u << 22;  ///< requests of patterns that are looked at
constexpr std::uint64_t kMostFreshRows = 1u << 20;  ///< of templates, beyond those that there are
constexpr std::uint32_t kMostKTiles = 1u << 20;
constexpr std::uint32_t kMostSide = 1024;            ///< rows or columns of a block tile
constexpr std::uint32_t kMostRelativeTile = 0xfffe;  ///< Row::k_tile has 16 bits

const std::string kDivided = "its blocks divide K among themselves",
                  kTooMany = "its blocks do too many different things";

/// Why it cannot be described, as far as tiles alone say.
std::string misfit(const Recording& r, const Tiles& tiles) {
  if (tiles.product.batches != 1) return "it is a batch of products";
  if (tiles.product.by == Product::By::kWarp) return "the lanes of a warp share fragments, as for matrix instructions";
  if (tiles.product.by == Product::By::kBlock) return "its sums go through shared memory";
  if (r.blocks.size() != std::size_t{r.grid_y} * r.grid_x || r.dropped != 0 || r.selection.warps.begin != 0 ||
      r.selection.warps.end < r.warps())
    return "only a part of the launch is recorded";
  if (r.fault) return "the launch ended with a fault";
  if (tiles.product.K / std::max(1u, tiles.k_tile) > kMostKTiles) return kTooMany;
  if (tiles.block.rows.count != 1 || tiles.block.columns.count != 1 || tiles.block.rows.length > kMostSide ||
      tiles.block.columns.length > kMostSide || tiles.k_tile > kMostSide)
    return "a block's part of C is no rectangle of at most " + std::to_string(kMostSide) + " x " +
           std::to_string(kMostSide);
  for (const ProductMatrix* matrix : {&tiles.product.A, &tiles.product.B, &tiles.product.C}) {
    const format::Tensor& tensor = r.tensors[matrix->tensor];
    if (!tensor.parts.empty()) return tensor.name + " is several allocations";
  }
  for (const SharedTile& tile : tiles.shared)
    if (!tile.layout()) return "no layout says where " + r.tensors[tile.shared].name + " has its elements";
  return "";
}

/// What is said of a shared array, in place of what was found of it, if the two differ.
void put_said(const Recording& r, Tiles& tiles) {
  for (const SaidTile& said : tiles.said.tiles) {
    const Product& product = tiles.product;
    const bool is_A = said.matrix == product.A.tensor;
    if ((!is_A && said.matrix != product.B.tensor) || said.swizzled) continue;
    const auto as_said = [&](const SharedTile& tile) { return is_as_said(tile, said, product); };
    if (std::ranges::any_of(tiles.shared, as_said)) continue;
    SharedTile tile;
    tile.shared = said.shared, tile.matrix = said.matrix, tile.offset = r.tensors[said.shared].offset;
    tile.transposed = said.transposed != (is_A ? product.A : product.B).transposed;
    const std::uint32_t side = (is_A ? tiles.block.rows : tiles.block.columns).numbers();
    const bool rows_are_k = tile.transposed == is_A;
    tile.rows = said.rows, tile.columns = std::min(said.columns, std::max(1u, rows_are_k ? side : tiles.k_tile));
    tile.rule = SharedTile::Rule::kModes;
    tile.by_row = modes({{said.rows, said.columns}}), tile.by_column = modes({{tile.columns, 1}});
    tile.buffers = said.buffers, tile.buffer_stride = said.buffers > 1 ? said.rows * said.columns : 0;
    const std::uint64_t last_row = (std::uint64_t{said.buffers} * said.rows - 1) * said.columns;
    if (tile.offset + (last_row + tile.columns) * r.tensors[said.matrix].element_bytes > r.shared_bytes) continue;
    std::erase_if(tiles.shared, [&](const SharedTile& other) { return other.shared == said.shared; });
    tiles.shared.push_back(tile);
  }
}

class Description {
 public:
  Description(Recording& recording, const Tiles& tiles)
      : r_(recording),
        tiles_(tiles),
        product_(tiles.product),
        shape_{tiles.block.rows.length, tiles.block.columns.length, std::max(1u, tiles.k_tile)} {
    for (const format::Template& each : recording.templates) rows_left_ += each.rows.size();
  }

  std::string run() {
    Recording fresh;  // of which only templates and patterns are used
    fresh.patterns.resize(r_.patterns.size());
    std::vector<std::optional<std::pair<std::uint32_t, std::uint32_t>>> first_k(r_.patterns.size());
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b) {
      const std::uint32_t pattern = r_.blocks[b].pattern;
      const std::pair k = first_k_of(b);
      if (first_k[pattern] && *first_k[pattern] != k) return kDivided;
      if (first_k[pattern]) continue;
      first_k[pattern] = k;
      if (std::string why = describe_pattern(b, fresh); !why.empty()) return why;
    }
    r_.templates = std::move(fresh.templates), r_.patterns = std::move(fresh.patterns);
    describe_whole();
    return "";
  }

 private:
  /// The k of the block's first request to A and of its first to B.
  std::pair<std::uint32_t, std::uint32_t> first_k_of(std::uint32_t b) {
    const std::uint32_t pattern = r_.blocks[b].pattern;
    const auto [known, is_new] = first_loads_.try_emplace(pattern);
    if (is_new) known->second = {first_load(pattern, product_.A.tensor), first_load(pattern, product_.B.tensor)};
    const auto k_of = [&](const FirstLoad& load, const ProductMatrix& matrix, bool is_A) {
      if (!load.any) return 0u;
      const std::uint32_t element =
          (load.relative + r_.blocks[b].base[matrix.tensor]) / r_.tensors[matrix.tensor].element_bytes;
      return is_A ? matrix.column(element) : matrix.row(element);
    };
    return {k_of(known->second.first, product_.A, true), k_of(known->second.second, product_.B, false)};
  }

  struct FirstLoad {
    bool any = false;
    std::uint32_t relative = 0;  ///< to Block::base
  };
  FirstLoad first_load(std::uint32_t pattern, std::uint16_t tensor) const {
    for (const format::Segment& segment : r_.patterns[pattern].segments) {
      const format::Template& coded = r_.templates[segment.template_id];
      for (std::size_t row = 0; row < coded.rows.size(); ++row)
        if (r_.sites[coded.rows[row].site].tensor == tensor)
          return {true, segment.base[tensor] +
                            coded.lanes(row)[static_cast<std::size_t>(std::countr_zero(coded.rows[row].mask))]};
    }
    return {};
  }

  std::string describe_pattern(std::uint32_t block, Recording& fresh) {
    format::Pattern pattern = r_.patterns[r_.blocks[block].pattern];
    for (const std::uint32_t requests : pattern.warp_requests) steps_ += requests;
    if (steps_ > kMostDescribed) return kTooMany;
    auto moments = moments_of(r_, block, tiles_, shape_);
    if (!moments.why.empty()) return moments.why;
    if (!has_whole_K(moments)) return kDivided;
    if (!pattern.segments.empty()) {
      const auto first = first_of_C(block);
      if (!first) return "a block stores nothing to " + r_.tensors[product_.C.tensor].name;
      pattern.tile_of_C = *first;
    }
    for (std::size_t s = 0; s < pattern.segments.size(); ++s) {
      format::Segment& segment = pattern.segments[s];
      const std::vector<RequestMoment>& of = moments.segments[s];
      segment.k_tile = format::kEpilogue;
      for (const RequestMoment& each : of) segment.k_tile = std::min(segment.k_tile, each.k_tile);
      for (const RequestMoment& each : of)
        if (each.k_tile != format::kEpilogue && each.k_tile - segment.k_tile > kMostRelativeTile)
          return "a barrier interval has too many k-tiles";
      segment.template_id = template_with(segment.template_id, segment.k_tile, of, fresh);
      if (rows_left_ == 0) return kTooMany;
    }
    fresh.patterns[r_.blocks[block].pattern] = std::move(pattern);
    return "";
  }

  /// Whether requests of the block are in the first k-tile and in the last one; or the block makes none.
  bool has_whole_K(const BlockMoments& moments) const {
    std::uint32_t first = format::kEpilogue, last = 0;
    bool any = false;
    for (const auto& segment : moments.segments)
      for (const RequestMoment& each : segment) {
        any = true;
        if (each.phase == format::Phase::kWriteBack) continue;
        first = std::min(first, each.k_tile), last = std::max(last, each.k_tile);
      }
    return !any || (first == 0 && last == (product_.K - 1) / shape_.BK);
  }

  /// Relative to Block::base: the element in the lowest row and the lowest column that the block stores.
  std::optional<std::uint32_t> first_of_C(std::uint32_t block) const {
    const std::uint16_t C = product_.C.tensor;
    const std::uint32_t bytes = r_.tensors[C].element_bytes, base = r_.blocks[block].base[C];
    std::uint32_t row = 0xffffffff, column = 0xffffffff;
    for (const format::Segment& segment : r_.patterns[r_.blocks[block].pattern].segments) {
      const format::Template& coded = r_.templates[segment.template_id];
      for (std::size_t i = 0; i < coded.rows.size(); ++i) {
        const format::Site& site = r_.sites[coded.rows[i].site];
        if (site.tensor != C || site.op == format::Op::kLoad) continue;
        for (std::uint32_t left = coded.rows[i].mask; left != 0; left &= left - 1) {
          const std::uint32_t at =
              base + segment.base[C] + coded.lanes(i)[static_cast<std::size_t>(std::countr_zero(left))];
          row = std::min(row, product_.C.row(at / bytes)), column = std::min(column, product_.C.column(at / bytes));
        }
      }
    }
    if (row == 0xffffffff) return std::nullopt;
    return product_.C.element(row, column) * bytes - base;
  }

  /// The template with these moments; one for all segments that have the same.
  std::uint32_t template_with(std::uint32_t id, std::uint32_t k_tile, const std::vector<RequestMoment>& moments,
                              Recording& fresh) {
    const std::vector<format::Row>& plain = r_.templates[id].rows;
    std::vector<format::Row> rows = plain;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].k_tile = moments[i].k_tile == format::kEpilogue ? format::Row::kEpilogueRow
                                                              : static_cast<std::uint16_t>(moments[i].k_tile - k_tile);
      rows[i].step = moments[i].step, rows[i].phase = moments[i].phase;
    }
    std::vector<std::uint32_t>& same = templates_[id];
    for (const std::uint32_t other : same)
      if (fresh.templates[other].rows == rows) return other;
    rows_left_ -= std::min<std::uint64_t>(rows_left_, rows.size());
    same.push_back(static_cast<std::uint32_t>(fresh.templates.size()));
    fresh.templates.push_back({std::move(rows), r_.templates[id].addresses});
    return same.back();
  }

  void describe_whole() {
    r_.M = product_.M, r_.N = product_.N, r_.K = product_.K;
    r_.k_tiles = (r_.K - 1) / shape_.BK + 1;
    r_.found_tile = shape_;
    r_.selection.k_tiles = {0, r_.k_tiles};
    for (const auto& [matrix, of] :
         {std::pair(&product_.A, Matrix::kA), std::pair(&product_.B, Matrix::kB), std::pair(&product_.C, Matrix::kC)}) {
      format::Tensor& tensor = r_.tensors[matrix->tensor];
      const auto lines = static_cast<std::uint32_t>((tensor.layout.extent() + matrix->pitch - 1) / matrix->pitch);
      const std::uint32_t rows = of == Matrix::kB ? r_.K : r_.M, columns = of == Matrix::kA ? r_.K : r_.N;
      tensor.matrix = of;
      tensor.layout = {};
      tensor.layout.pitch = matrix->pitch, tensor.layout.column_major = matrix->transposed;
      tensor.layout.rows = matrix->transposed ? rows : lines;
      tensor.layout.columns = matrix->transposed ? lines : columns;
    }
    for (const SharedTile& tile : tiles_.shared) {
      format::Tensor& tensor = r_.tensors[tile.shared];
      tensor.matrix = tile.matrix == product_.A.tensor ? Matrix::kA : Matrix::kB;
      tensor.of = r_.tensors[tile.matrix].name;
      tensor.element_bytes = r_.tensors[tile.matrix].element_bytes;
      tensor.layout = *tile.layout(), tensor.offset = tile.offset, tensor.transposed = tile.transposed;
    }
  }

  Recording& r_;
  const Tiles& tiles_;
  const Product& product_;
  const format::BlockShape shape_;
  std::uint64_t steps_ = 0, rows_left_ = kMostFreshRows;
  std::map<std::uint32_t, std::pair<FirstLoad, FirstLoad>> first_loads_;  ///< by pattern
  std::map<std::uint32_t, std::vector<std::uint32_t>> templates_;         ///< by old template: the new ones
};

}  // namespace

std::string describe(Recording& recording, const Tiles& tiles) {
  Tiles own = tiles;
  put_said(recording, own);
  if (std::string why = misfit(recording, own); !why.empty()) return why;
  std::vector<format::Tensor> tensors = recording.tensors;
  std::vector<format::Site> sites = recording.sites;
  std::vector<std::vector<std::uint16_t>> sites_of_rows;
  for (const format::Template& each : recording.templates) {
    sites_of_rows.emplace_back();
    for (const format::Row& row : each.rows) sites_of_rows.back().push_back(row.site);
  }
  std::string why = give_own_tensors(recording, own.shared);
  if (why.empty()) why = Description(recording, own).run();
  if (why.empty()) return why;
  recording.tensors = std::move(tensors), recording.sites = std::move(sites);
  for (std::size_t t = 0; t < recording.templates.size(); ++t)
    for (std::size_t row = 0; row < recording.templates[t].rows.size(); ++row)
      recording.templates[t].rows[row].site = sites_of_rows[t][row];
  return why;
}

}  // namespace gemmscope::analysis
