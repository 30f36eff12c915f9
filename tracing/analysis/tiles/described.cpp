// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/described.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <tuple>

#include "tracing/analysis/tiles/depth.h"
#include "tracing/analysis/tiles/moments.h"
#include "tracing/analysis/tiles/otherwise.h"
#include "tracing/analysis/tiles/own_tensors.h"

namespace gemmscope::analysis {
namespace {

using format::Matrix;
using format::Recording;

constexpr std::uint64_t kMostDescribed = 1u << 22;  ///< requests of patterns that are looked at
constexpr std::uint64_t kMostFreshRows = 1u << 20;  ///< of templates, beyond those that there are
constexpr std::uint32_t kMostKTiles = 1u << 20;
constexpr std::size_t kMostPatterns = 1u << 10;      ///< more than there are, of blocks that begin at different k's
constexpr std::uint32_t kMostSide = 1024;            ///< rows or columns of a block tile
constexpr std::uint32_t kMostRelativeTile = 0xfffe;  ///< Row::k_tile has 16 bits

const std::string kDivided = "its blocks divide K among themselves",
                  kPartOfK = "some blocks that divide K among themselves are not recorded",
                  kOtherKs = "its blocks do not multiply the same k's, as where a matrix is a triangle",
                  kOtherSides = "a block begins with rows of A or columns of B that its part of C does not have",
                  kTooMany = "its blocks do too many different things";

/// Whether the products of a batch are a whole number of rows or columns apart, or share the matrix. C is never shared.
bool are_apart(const Product& p) {
  const auto fit = [&](const ProductMatrix& matrix, const format::BatchStep& step, std::uint32_t rows,
                       std::uint32_t columns) {
    const std::uint64_t before = p.batch.products - std::uint64_t{1}, down = before * step.rows + rows,
                        across = before * step.columns + columns;
    const bool no_overlap =
        step.rows == 0 ? !step.any() || step.columns >= columns : step.columns == 0 && step.rows >= rows;
    return no_overlap && (matrix.transposed ? down : across) <= matrix.pitch && (down | across) >> 32 == 0;
  };
  return p.batch.products == 1 || (p.batch.C.any() && fit(p.A, p.batch.A, p.M, p.K) && fit(p.B, p.batch.B, p.K, p.N) &&
                                   fit(p.C, p.batch.C, p.M, p.N));
}

/// Why it cannot be described, as far as tiles alone say.
std::string misfit(const Recording& r, const Tiles& tiles) {
  if (tiles.product.last_K != 0) return "the last part of K is shorter than the others";
  if (!are_apart(tiles.product))
    return "the products of its batch overlap, or are not a whole number of rows or columns apart";
  if (r.dropped != 0 || !r.has_all_warps()) return "only a part of each block is recorded";
  if (tiles.product.in_part) return "how large the matrices are is not known from the blocks that are recorded";
  // Blocks add to C where each has a part of K, and how long K is cannot be known from some of them.
  const auto adds_to_C = [&](const format::Site& site) {
    return site.tensor == tiles.product.C.tensor && site.op == format::Op::kAtomic;
  };
  if (!r.has_all_blocks() && std::ranges::any_of(r.sites, adds_to_C)) return kPartOfK;
  if (r.fault) return "the launch ended with a fault";
  if (tiles.product.K / std::max(1u, tiles.k_tile) > kMostKTiles) return kTooMany;
  if (tiles.block.rows.count != 1 || tiles.block.columns.count != 1 || tiles.block.rows.length > kMostSide ||
      tiles.block.columns.length > kMostSide || tiles.k_tile > kMostSide)
    return "a block's part of C is no rectangle of at most " + std::to_string(kMostSide) + " x " +
           std::to_string(kMostSide);
  for (const ProductMatrix* matrix : {&tiles.product.A, &tiles.product.B, &tiles.product.C}) {
    const format::Tensor& tensor = r.tensors[matrix->tensor];
    if (!tensor.parts.empty() && tiles.product.batch.products == 1) return tensor.name + " is several allocations";
  }
  for (const SharedTile& tile : tiles.shared)
    if (!tile.layout()) return "no layout says where " + r.tensors[tile.shared].name + " has its elements";
  return "";
}

/// Takes layouts from comments for shared arrays without a found one. What the kernel does comes first, as a comment
/// may be wrong.
void put_said(const Recording& r, Tiles& tiles) {
  for (const SaidTile& said : tiles.said.tiles) {
    const Product& product = tiles.product;
    const bool is_A = said.matrix == product.A.tensor;
    if ((!is_A && said.matrix != product.B.tensor) || said.swizzled || has_found_layout(tiles, said)) continue;
    SharedTile tile;
    tile.shared = said.shared, tile.matrix = said.matrix, tile.element_bytes = r.tensors[said.matrix].element_bytes;
    tile.offset = r.tensors[said.shared].offset;
    tile.transposed = said.transposed != (is_A ? product.A : product.B).transposed;
    const std::uint32_t side = (is_A ? tiles.block.rows : tiles.block.columns).numbers();
    const bool rows_are_k = tile.transposed == is_A;
    tile.rows = said.rows, tile.columns = std::min(said.columns, std::max(1u, rows_are_k ? side : tiles.k_tile));
    tile.rule = SharedTile::Rule::kModes;
    tile.by_row = modes({{said.rows, said.columns}}), tile.by_column = modes({{tile.columns, 1}});
    tile.buffers = said.buffers, tile.buffer_stride = said.buffers > 1 ? said.rows * said.columns : 0;
    const std::uint64_t last_row = (std::uint64_t{said.buffers} * said.rows - 1) * said.columns;
    if (tile.offset + (last_row + tile.columns) * r.tensors[said.matrix].element_bytes > r.shared_bytes) continue;
    std::erase_if(tiles.shared,
                  [&](const SharedTile& other) { return other.shared == said.shared && other.matrix == said.matrix; });
    tiles.shared.push_back(tile);
  }
}

/// The rows of templates that move sums; nullopt: a template does so in one place, and something else in another.
std::optional<TemplateRows> template_rows(const Recording& r, const std::vector<SumRequests>& sums) {
  TemplateRows all;
  for (std::size_t p = 0; p < sums.size(); ++p)
    for (const auto& [segment, rows] : sums[p]) {
      const auto [known, is_new] = all.try_emplace(r.patterns[p].segments[segment].template_id, rows);
      if (!is_new && known->second != rows) return std::nullopt;
    }
  if (all.empty()) return all;
  for (std::size_t p = 0; p < sums.size(); ++p)
    for (std::uint32_t s = 0; s < r.patterns[p].segments.size(); ++s)
      if (all.contains(r.patterns[p].segments[s].template_id) && !sums[p].contains(s)) return std::nullopt;
  return all;
}

/// How many k's of the matrix a lane loads at once.
std::uint32_t ks_of_load(const Recording& r, const ProductMatrix& matrix, bool is_A) {
  if (matrix.transposed == is_A) return 1;
  std::uint32_t most = 1;
  for (const format::Site& site : r.sites)
    if (site.tensor == matrix.tensor && site.op == format::Op::kLoad)
      most = std::max(most, site.width / r.tensors[matrix.tensor].element_bytes);
  return most;
}

/// One, where lanes load each k of A or of B by itself.
std::uint32_t shape_depth(const Recording& r, const Tiles& tiles) {
  if (tiles.k_tile == 0 && !tiles.lanes_share)
    return std::min(ks_of_load(r, tiles.product.A, true), ks_of_load(r, tiles.product.B, false));
  if (tiles.k_tile != 0 || r.blocks.empty()) return std::max(1u, tiles.k_tile);
  return std::max(1u, depth_of(r, tiles.product, 0));
}

class Description {
 public:
  /// `sums`: by pattern.
  Description(Recording& recording, const Tiles& tiles, const std::vector<SumRequests>& sums)
      : r_(recording),
        tiles_(tiles),
        sums_(sums),
        product_(tiles.product),
        shape_{tiles.block.rows.length, tiles.block.columns.length, shape_depth(recording, tiles)} {
    for (const format::Template& each : recording.templates) rows_left_ += each.rows.size();
  }

  std::string run() {
    Recording fresh;  // of which only templates, patterns and the patterns of blocks are used
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> patterns;  // pattern, first k's
    std::vector<std::uint32_t> pattern_of;
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b) {
      const std::pair k = first_k_of(b);
      const auto [known, is_new] = patterns.try_emplace({r_.blocks[b].pattern, k.first, k.second},
                                                        static_cast<std::uint32_t>(fresh.patterns.size()));
      if (is_new && patterns.size() > kMostPatterns + r_.patterns.size()) return kTooMany;
      if (is_new)
        if (std::string why = describe_pattern(b, fresh); !why.empty()) return why;
      pattern_of.push_back(known->second);
    }
    const std::uint32_t parts = parts_of_K(fresh, pattern_of);
    if (parts == 0) return why_no_parts_;
    for (std::size_t b = 0; b < pattern_of.size(); ++b) r_.blocks[b].pattern = pattern_of[b];
    r_.templates = std::move(fresh.templates), r_.patterns = std::move(fresh.patterns);
    describe_whole(parts);
    return "";
  }

 private:
  /// k-tiles of a block, from its first to its last; none: it makes no requests.
  using KTiles = std::optional<format::Range>;

  /// How many blocks compute the same part of C, each with k-tiles of its own. 0: together they do not have each k-tile
  /// once, or there are several numbers of blocks, or rows of A or columns of B are not those of C: why_no_parts_.
  std::uint32_t parts_of_K(const Recording& fresh, const std::vector<std::uint32_t>& pattern_of) {
    std::map<std::uint32_t, std::vector<format::Range>> of_tile;  // by byte of C
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b) {
      const KTiles& k_tiles = k_tiles_[pattern_of[b]];
      if (!k_tiles) continue;
      const std::uint32_t first = r_.blocks[b].base[product_.C.tensor] + fresh.patterns[pattern_of[b]].tile_of_C;
      if (!loads_for(b, first / r_.tensors[product_.C.tensor].element_bytes)) return why_no_parts_ = kOtherSides, 0;
      of_tile[first].push_back(*k_tiles);
    }
    const std::uint32_t all = (product_.K - 1) / shape_.BK + 1;
    const bool have_one = std::ranges::all_of(of_tile, [](const auto& each) { return each.second.size() == 1; });
    why_no_parts_ = have_one ? kOtherKs : r_.has_all_blocks() ? kDivided : kPartOfK;
    for (auto& [tile, parts] : of_tile) {
      std::uint32_t next = 0;
      std::ranges::sort(parts, {}, &format::Range::begin);
      for (const format::Range& part : parts) {
        if (part.begin != next) return 0;
        next = part.end;
      }
      if (next != all || parts.size() != of_tile.begin()->second.size()) return 0;
    }
    return of_tile.empty() ? 1 : static_cast<std::uint32_t>(of_tile.begin()->second.size());
  }

  /// Whether the block's first loads are of rows of A and columns of B that its part of C, from element `first` on,
  /// has.
  bool loads_for(std::uint32_t b, std::uint32_t first) {
    const auto& [A, B] = first_loads_.at(r_.blocks[b].pattern);
    const auto element = [&](const FirstLoad& load, const ProductMatrix& matrix) {
      return (load.relative + r_.blocks[b].base[matrix.tensor]) / r_.tensors[matrix.tensor].element_bytes;
    };
    const std::uint32_t batch = batch_of(b);
    const format::BatchStep before = product_.batch.C.times(batch);
    const std::uint32_t row = product_.C.row(first) - before.rows, column = product_.C.column(first) - before.columns;
    const std::uint32_t of_A = product_.A.row(element(A, product_.A)) - product_.batch.A.times(batch).rows,
                        of_B = product_.B.column(element(B, product_.B)) - product_.batch.B.times(batch).columns;
    return (!A.any || of_A - row < shape_.BM) && (!B.any || of_B - column < shape_.BN);
  }

  /// Which product of a batch is the block's; 0 for a block that stores nothing to C.
  std::uint32_t batch_of(std::uint32_t b) {
    const auto relative = first_of_C(b);
    if (!relative) return 0;
    const std::uint32_t C = product_.C.tensor, first = (r_.blocks[b].base[C] + *relative) / r_.tensors[C].element_bytes;
    return product_.batch.C.product_of(product_.C.row(first), product_.C.column(first));
  }

  /// Relative to Block::base; nullopt: the block stores nothing to C.
  std::optional<std::uint32_t> first_of_C(std::uint32_t b) {
    const auto [known, is_new] = first_of_C_.try_emplace(r_.blocks[b].pattern);
    if (is_new) known->second = find_first_of_C(b);
    return known->second;
  }

  /// The k, in its product, of the block's first request to A and of its first to B.
  std::pair<std::uint32_t, std::uint32_t> first_k_of(std::uint32_t b) {
    if (!first_of_C(b)) return {0, 0};
    const std::uint32_t pattern = r_.blocks[b].pattern;
    const auto [known, is_new] = first_loads_.try_emplace(pattern);
    if (is_new) known->second = {first_load(pattern, product_.A.tensor), first_load(pattern, product_.B.tensor)};
    const std::uint32_t batch = batch_of(b);
    const auto k_of = [&](const FirstLoad& load, const ProductMatrix& matrix, bool is_A) {
      if (!load.any) return 0u;
      const std::uint32_t element =
          (load.relative + r_.blocks[b].base[matrix.tensor]) / r_.tensors[matrix.tensor].element_bytes;
      return is_A ? product_.k_of_A(element, batch) : product_.k_of_B(element, batch);
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
    const auto first = first_of_C(block);
    if (!first) {  // a block beyond the edge of C: it may load, but stores nothing to C
      k_tiles_.push_back(std::nullopt);
      keep_plain(std::move(pattern), fresh);
      return rows_left_ == 0 ? kTooMany : "";
    }
    auto moments = moments_of(r_, block, batch_of(block), tiles_, shape_, sums_[r_.blocks[block].pattern]);
    if (!moments.why.empty()) return moments.why;
    k_tiles_.push_back(k_tiles_of(moments));
    pattern.tile_of_C = *first;
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
    fresh.patterns.push_back(std::move(pattern));
    return "";
  }

  /// The block's requests get no k-tile, as before tiles are found.
  void keep_plain(format::Pattern pattern, Recording& fresh) {
    for (format::Segment& segment : pattern.segments)
      segment.template_id =
          template_with(segment.template_id, format::kEpilogue,
                        std::vector<RequestMoment>(r_.templates[segment.template_id].rows.size()), fresh);
    fresh.patterns.push_back(std::move(pattern));
  }

  /// From the first to the last of its requests that are no write-back.
  static KTiles k_tiles_of(const BlockMoments& moments) {
    std::uint32_t first = format::kEpilogue, last = 0;
    bool any = false;
    for (const auto& segment : moments.segments)
      for (const RequestMoment& each : segment) {
        any = true;
        if (each.phase == format::Phase::kWriteBack) continue;
        first = std::min(first, each.k_tile), last = std::max(last, each.k_tile);
      }
    if (!any) return std::nullopt;
    return format::Range{first, last + 1};
  }

  /// Relative to Block::base: the first element in memory that the block stores. It is in the lowest row and the lowest
  /// column of a rectangle; what a wrong guard stores beyond a row is at the beginning of the next one.
  std::optional<std::uint32_t> find_first_of_C(std::uint32_t block) const {
    const std::uint16_t C = product_.C.tensor;
    const std::uint32_t bytes = r_.tensors[C].element_bytes, base = r_.blocks[block].base[C];
    std::uint32_t first = 0xffffffff;
    for (const format::Segment& segment : r_.patterns[r_.blocks[block].pattern].segments) {
      const format::Template& coded = r_.templates[segment.template_id];
      for (std::size_t i = 0; i < coded.rows.size(); ++i) {
        const format::Site& site = r_.sites[coded.rows[i].site];
        if (site.tensor != C || site.op == format::Op::kLoad) continue;
        for (std::uint32_t left = coded.rows[i].mask; left != 0; left &= left - 1)
          first = std::min(first,
                           base + segment.base[C] + coded.lanes(i)[static_cast<std::size_t>(std::countr_zero(left))]);
      }
    }
    if (first == 0xffffffff) return std::nullopt;
    return first / bytes * bytes - base;
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
    fresh.templates.push_back({std::move(rows), r_.templates[id].addresses, r_.templates[id].parts});
    return same.back();
  }

  void describe_whole(std::uint32_t parts) {
    r_.M = product_.M, r_.N = product_.N, r_.K = product_.K;
    r_.k_tiles = (r_.K - 1) / shape_.BK + 1;
    r_.found_tile = format::FoundTile{shape_, tiles_.lanes_share, parts, product_.batch};
    r_.found_tile->stepped_over = numbers_in(tiles_.stepped_over);
    for (const Product::Other& other : product_.others) r_.found_tile->other_ks += other.K;
    const std::uint32_t held_K =
        std::max(r_.K, tiles_.left_out.end);  // of A and B, which also have k's that are not loaded
    for (const auto& [matrix, of] :
         {std::pair(&product_.A, Matrix::kA), std::pair(&product_.B, Matrix::kB), std::pair(&product_.C, Matrix::kC)}) {
      format::Tensor& tensor = r_.tensors[matrix->tensor];
      const auto lines = static_cast<std::uint32_t>((tensor.layout.extent() + matrix->pitch - 1) / matrix->pitch);
      const format::BatchStep last = product_.batch.of(of).times(product_.batch.products - 1);
      const std::uint32_t rows = (of == Matrix::kB ? held_K : r_.M) + last.rows,
                          columns = (of == Matrix::kA ? held_K : r_.N) + last.columns;
      tensor.matrix = of;
      tensor.layout = {}, tensor.parts = {};
      tensor.layout.pitch = matrix->pitch, tensor.layout.column_major = matrix->transposed;
      tensor.layout.rows = matrix->transposed ? rows : lines;
      tensor.layout.columns = matrix->transposed ? lines : columns;
    }
    for (const SharedTile& tile : tiles_.shared) {
      format::Tensor& tensor = r_.tensors[tile.shared];
      tensor.matrix = tile.matrix == product_.A.tensor ? Matrix::kA : Matrix::kB;
      tensor.of = r_.tensors[tile.matrix].name;
      tensor.element_bytes = tile.element_bytes;
      tensor.layout = *tile.layout(), tensor.offset = tile.offset, tensor.transposed = tile.transposed;
    }
  }

  Recording& r_;
  const Tiles& tiles_;
  const std::vector<SumRequests>& sums_;
  const Product& product_;
  const format::BlockShape shape_;
  std::uint64_t steps_ = 0, rows_left_ = kMostFreshRows;
  std::map<std::uint32_t, std::pair<FirstLoad, FirstLoad>> first_loads_;  ///< by pattern
  /// By pattern, as first_of_C() returns it.
  std::map<std::uint32_t, std::optional<std::uint32_t>> first_of_C_;
  std::vector<KTiles> k_tiles_;                                    ///< by new pattern
  std::string why_no_parts_;                                       ///< if parts_of_K() is 0
  std::map<std::uint32_t, std::vector<std::uint32_t>> templates_;  ///< by old template: the new ones
};

}  // namespace

std::string describe(Recording& recording, const Tiles& tiles) {
  Tiles own = tiles;
  put_said(recording, own);
  if (std::string why = misfit(recording, own); !why.empty()) return why;
  std::uint64_t requests = 0;
  for (const format::Pattern& pattern : recording.patterns)
    for (const std::uint32_t of_warp : pattern.warp_requests) requests += of_warp;
  if (requests > kMostDescribed) return kTooMany;
  std::vector<SumRequests> sums;
  for (const format::Pattern& pattern : recording.patterns) sums.push_back(sums_of(recording, pattern));
  const auto rows_of_sums = template_rows(recording, sums);
  if (!rows_of_sums) return "sums go through shared memory as A and B do";
  std::vector<format::Tensor> tensors = recording.tensors;
  std::vector<format::Site> sites = recording.sites;
  std::vector<std::vector<std::uint16_t>> sites_of_rows;
  for (const format::Template& each : recording.templates) {
    sites_of_rows.emplace_back();
    for (const format::Row& row : each.rows) sites_of_rows.back().push_back(row.site);
  }
  std::string why = give_own_tensors(recording, own.shared, *rows_of_sums);
  if (why.empty()) why = Description(recording, own, sums).run();
  if (!why.empty() && !own.product.others.empty()) why = "C is computed from another product, too: " + why;
  if (why.empty()) return why;
  recording.tensors = std::move(tensors), recording.sites = std::move(sites);
  for (std::size_t t = 0; t < recording.templates.size(); ++t)
    for (std::size_t row = 0; row < recording.templates[t].rows.size(); ++row)
      recording.templates[t].rows[row].site = sites_of_rows[t][row];
  return why;
}

}  // namespace gemmscope::analysis
