// SPDX-License-Identifier: MIT
#include "tracing/analysis/life_of.h"

#include <algorithm>
#include <tuple>

#include "tracing/analysis/copied.h"
#include "tracing/analysis/departures.h"
#include "tracing/analysis/life_of_factor.h"
#include "tracing/analysis/life_of_sum.h"
#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {
namespace {

using format::Matrix;
using format::Recording;

/// The element that is followed, or why there is none.
struct Found {
  std::optional<Element> element;
  std::optional<Register> only;  ///< of its reads, this one
  Absent why = Absent::kNoElement;
};

Found in_cell(const Recording& r, const format::Block& block, const TileCell& at) {
  const format::Tensor& tile = r.tensors[at.cell.tensor];
  if (stages_C(tile, format::Phase::kWriteBack)) return {.element = {}, .only = {}, .why = Absent::kStagedC};
  if (at.cell.row >= tile.layout.rows || at.cell.column >= tile.layout.columns || at.k_tile >= r.k_tiles) return {};
  return {.element = element_in(r, cell_of(r, at.cell.tensor, at.cell.row, at.cell.column), block, at.k_tile),
          .only = {}};
}

/// The element of C to which the lane stores what it has loaded by `from`, a load from a tile of C (departures.h).
std::optional<Element> stored_next(const Recording& r, std::uint32_t block, const Register& from) {
  const format::Pattern& pattern = r.patterns[r.blocks[block].pattern];
  std::size_t before = 0;  // elements stored since
  for (std::uint32_t i = from.request + 1; i < pattern.warp_requests[from.warp]; ++i) {
    const auto at = format::locate(r, block, from.warp, i);
    const format::Request request = format::decode(r, block, pattern.segments[at.segment], at.row);
    const format::Site& site = r.sites[request.site];
    const bool is_staged = stages_C(r.tensors[site.tensor], request.phase);
    if (!is_staged && r.tensors[site.tensor].matrix != Matrix::kC) continue;
    if (is_staged && site.op == format::Op::kLoad) break;
    if (is_staged || site.op != format::Op::kStore) continue;
    const auto elements = elements_of(r, request, from.lane);
    if (from.part - before < elements.size()) return elements[from.part - before];
    before += elements.size();
  }
  return std::nullopt;
}

Found in_register(const Recording& r, std::uint32_t block, const Register& loaded) {
  const format::Pattern& pattern = r.patterns[r.blocks[block].pattern];
  Found found{.element = {}, .only = loaded, .why = Absent::kNotALoad};
  if (loaded.warp >= r.warps() || loaded.request >= pattern.warp_requests[loaded.warp] || loaded.lane >= kLanes)
    return found;
  const auto at = format::locate(r, block, loaded.warp, loaded.request);
  const format::Request request = format::decode(r, block, pattern.segments[at.segment], at.row);
  const format::Site& site = r.sites[request.site];
  const format::Tensor& tensor = r.tensors[site.tensor];
  const std::uint32_t byte = request.address[loaded.lane] + loaded.part * tensor.element_bytes;
  if (site.op != format::Op::kLoad || (request.mask >> loaded.lane & 1u) == 0 ||
      loaded.part * tensor.element_bytes >= site.width)
    return found;
  found.why = Absent::kNoElement;
  if (tensor.space == format::Space::kGlobal)
    found.element = element_at(r, site.tensor, byte);
  else if (stages_C(tensor, request.phase))
    found.element = stored_next(r, block, loaded);
  else if (const auto cell = cell_in(r, site.tensor, byte))
    found.element = element_in(r, *cell, r.blocks[block], request.k_tile);
  return found;
}

Found find(const Recording& r, std::uint32_t block, const Followed& what) {
  if (const auto* element = std::get_if<Element>(&what)) return {.element = *element, .only = {}};
  if (const auto* cell = std::get_if<TileCell>(&what)) return in_cell(r, r.blocks[block], *cell);
  return in_register(r, block, std::get<Register>(what));
}

/// The part of the element's matrix that `block` works on while the element is there.
Rect part_of(const Recording& r, const format::Block& block, const Element& element) {
  const auto tiles = block_tiles(r, block, k_tile_using(r, element).value_or(0));
  if (!tiles) return {};
  const Matrix matrix = r.tensors[element.tensor].matrix;
  return matrix == Matrix::kA ? tiles->A : matrix == Matrix::kB ? tiles->B : tiles->C;
}

/// Whether requests of the block are of that k-tile: all blocks have all k-tiles, unless they divide K.
bool has_k_tile(const Recording& r, const format::Block& block, std::uint32_t k_tile) {
  return !divides_K(r) || std::ranges::any_of(r.patterns[block.pattern].segments, [&](const format::Segment& segment) {
    return std::ranges::any_of(r.templates[segment.template_id].rows, [&](const format::Row& row) {
      return row.phase != format::Phase::kWriteBack && k_tile_of(segment, row) == k_tile;
    });
  });
}

bool works_on(const Recording& r, const format::Block& block, const Element& element) {
  const auto k_tile = k_tile_using(r, element);
  return part_of(r, block, element).contains(element.row, element.column) && (!k_tile || has_k_tile(r, block, *k_tile));
}

/// How many blocks do: of A a row of blocks of C, of B a column.
void count_blocks(const Recording& r, Life& life) {
  const Matrix matrix = r.tensors[life.element->tensor].matrix;
  const bool of_a = matrix == Matrix::kA, of_b = matrix == Matrix::kB;
  const TileGrid grid = tile_grid(r, *block_shape(r));
  life.all_blocks = of_a ? grid.columns : of_b ? grid.rows : divides_K(r) ? r.found_tile->k_parts : 1;
  if (!batch_in(r).of(matrix).any()) life.all_blocks *= batch_in(r).products;  // they share it
  life.blocks = static_cast<std::uint32_t>(
      std::ranges::count_if(r.blocks, [&](const format::Block& block) { return works_on(r, block, *life.element); }));
}

void put_in_order(Life& life) {
  std::ranges::stable_sort(life.uses, {}, [](const Use& use) { return std::tuple(use.when, use.kind); });
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < life.uses.size(); ++i) {
    const UseKind kind = life.uses[i].kind;
    if (std::ranges::find(life.kinds, kind, &UsesOfKind::kind) == life.kinds.end())
      life.kinds.push_back({kind, i, life.of(kind)});
    number += i == 0 || life.uses[i].when != life.uses[i - 1].when;
    life.uses[i].number = number;
  }
  std::ranges::sort(life.absent);
  life.absent.erase(std::unique(life.absent.begin(), life.absent.end()), life.absent.end());
}

/// Steps, roughly: the loads of the matrix, then the cell or the write-back.
std::uint64_t steps_for(const Recording& r, std::uint32_t block) {
  const format::Pattern& pattern = r.patterns[r.blocks[block].pattern];
  std::uint64_t steps = 2 * pattern.segments.size();
  for (const std::uint32_t requests : pattern.warp_requests) steps += 2 * std::uint64_t{requests};
  return steps;
}

/// Of A, B or C, and not beyond it, where tiles may reach.
bool is_in_matrix(const Recording& r, const Element& element) {
  const format::Tensor& t = r.tensors[element.tensor];
  return t.matrix != Matrix::kOther && element.row < t.layout.rows && element.column < t.layout.columns;
}

}  // namespace

std::optional<Life> life_of(const Recording& r, std::uint32_t block, const Followed& what, const Progress& progress) {
  Life life;
  life.what = what, life.block = block;
  const auto without = [&](Absent why) {
    life.element.reset();
    life.absent = {why};
    return life;
  };
  if (!block_shape(r)) return without(Absent::kNoTiles);
  const Found found = find(r, block, what);
  if (!found.element || !is_in_matrix(r, *found.element)) return without(found.why);
  life.element = found.element;
  life.k_tile = k_tile_using(r, *found.element);
  count_blocks(r, life);
  if (!works_on(r, r.blocks[block], *found.element)) {
    life.absent = {Absent::kOtherBlock};
    return life;
  }
  if (r.dropped != 0) life.absent.push_back(Absent::kDropped);
  if (!r.has_all_warps()) life.absent.push_back(Absent::kWarps);
  Pace pace(steps_for(r, block), progress);
  if (life.k_tile) {
    life.cell = cell_holding(r, *found.element, r.blocks[block], *life.k_tile);
    add_life_of_factor(r, found.only, life, pace);
  } else {
    add_life_of_sum(r, life, pace);
  }
  if (pace.stopped()) return std::nullopt;
  if (pace.too_much()) return without(Absent::kTooMuch);
  put_in_order(life);
  return life;
}

std::optional<std::uint32_t> block_of(const Recording& r, const Followed& what) {
  if (r.blocks.empty()) return std::nullopt;
  const auto* element = std::get_if<Element>(&what);
  if (element == nullptr || !block_shape(r) || !is_in_matrix(r, *element)) return 0;
  for (std::uint32_t b = 0; b < r.blocks.size(); ++b)
    if (works_on(r, r.blocks[b], *element)) return b;
  return std::nullopt;
}

}  // namespace gemmscope::analysis
