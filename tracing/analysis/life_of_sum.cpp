// SPDX-License-Identifier: MIT
#include "tracing/analysis/life_of_sum.h"

#include <algorithm>
#include <map>

#include "tracing/analysis/departures.h"
#include "tracing/analysis/life_uses.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// Uses that are put together from the parts of single lanes.
class Gathered {
 public:
  void add(UseKind kind, const LaneAt& at, const Element& element, std::optional<Cell> cell) {
    Part& part = parts_[{at.when, kind}];
    Use& use = part.use;
    if (use.lanes != 0 && use.cell != cell) cell.reset();
    use.kind = kind, use.when = at.when, use.site = at.site, use.k_tile = format::kEpilogue, use.cell = cell;
    use.lanes |= 1u << at.lane;
    part.elements.push_back(element);
  }
  void move_to(std::vector<Use>& uses) {
    for (auto& [key, part] : parts_) {
      part.use.of_C = rects_of(std::move(part.elements));
      uses.push_back(std::move(part.use));
    }
  }

 private:
  struct Part {
    Use use;
    std::vector<Element> elements;
  };
  std::map<std::pair<When, UseKind>, Part> parts_;
};

/// [row * columns + column] of the block's tile: whether it is one of `sums`.
std::vector<char> wanted_of(const std::vector<Rect>& sums, const Rect& tile) {
  std::vector<char> wanted(std::size_t{tile.rows} * tile.columns, 0);
  for (const Rect& rect : sums)
    for (std::uint32_t row = rect.row; row < rect.row + rect.rows; ++row)
      for (std::uint32_t column = rect.column; column < rect.column + rect.columns; ++column)
        wanted[std::size_t{row - tile.row} * tile.columns + (column - tile.column)] = 1;
  return wanted;
}

/// Multiply-adds of the lane that keeps the sum, one for each step in which it reads both factors.
void add_products(const Recording& r, const Owner& owner, const Rect& tile, Life& life, Pace& pace) {
  const format::Block& block = r.blocks[life.block];
  const format::Pattern& pattern = r.patterns[block.pattern];
  const std::uint32_t place = life.element->row - tile.row, column = life.element->column - tile.column;
  for (std::uint32_t s = pattern.warp_begin[owner.warp]; s < pattern.warp_begin[owner.warp + 1]; ++s) {
    if (!pace.spend(32 * r.templates[pattern.segments[s].template_id].rows.size())) return;
    for (const InnerStep& step : inner_steps_of(r, life.block, s)) {
      const auto tiles = block_tiles(r, block, step.k_tile);
      if (!pace.spend(8 * step.rows.size()) || !pace.keep(life.uses.size())) return;
      bool of_A = false, of_B = false;
      for (const Factor& factor : factors_of(r, life.block, step, *tiles, owner.lane))
        if (factor.place == (factor.of_a ? place : column)) (factor.of_a ? of_A : of_B) = true;
      if (!of_A || !of_B || step.k_tile * tiles->A.columns + step.k >= r.K) continue;
      Use& use = life.uses.emplace_back(multiply_adds(r, life.block, step, step.k_tile * tiles->A.columns + step.k));
      use.lanes = 1u << owner.lane, use.products = 1, use.of_C = life.sums;
    }
  }
}

/// Where the element itself is accessed in C: it is read if beta is not 0.
void add_accesses_to_C(const Recording& r, UseKind kind, Life& life, Pace& pace) {
  const format::Tensor& C = r.tensors[life.element->tensor];
  const Bytes bytes{life.element->tensor, byte_of(r, *life.element), C.element_bytes};
  const bool loads = kind == UseKind::kGlobalLoad;
  for (const Touch& touch : sound_touches(r, bytes, life, pace))
    if (loads == (r.sites[row_of(r, life.block, touch).site].op == format::Op::kLoad))
      life.uses.push_back(use_of(r, life.block, kind, touch, touch.lanes, {}));
}

/// Which requests store it, or add to it: where the lanes that keep its sum are not known to be the ones, or others add
/// to it, too.
void add_ends(const Recording& r, Life& life, Pace& pace) {
  add_accesses_to_C(r, UseKind::kGlobalStore, life, pace);
  if (life.of(UseKind::kGlobalStore).requests != 0) life.ends = life.sums;
}

}  // namespace

void add_departures(const Recording& r, const Ownership& owners, Life& life, Pace& pace) {
  const Rect tile = block_tiles(r, r.blocks[life.block], 0)->C;
  Gathered gathered;
  std::vector<Element> ends;
  bool by_others = false;
  const auto cell_at = [&](const LaneAt& at) { return cell_in(r, r.sites[at.site].tensor, at.byte); };
  for (const Departure& each : departures(r, life.block, owners, wanted_of(life.sums, tile), pace)) {
    if (!each.by_owner) {
      by_others = true;
      continue;
    }
    if (each.staged) gathered.add(UseKind::kStagedStore, *each.staged, each.element, cell_at(*each.staged));
    if (each.fetched) gathered.add(UseKind::kStagedLoad, *each.fetched, each.element, cell_at(*each.fetched));
    gathered.add(UseKind::kGlobalStore, each.stored, each.element, {});
    ends.push_back(each.element);
  }
  gathered.move_to(life.uses);
  life.ends = rects_of(std::move(ends));
  if (by_others) life.absent.push_back(Absent::kOtherLane);
  if (!by_others && elements_in(life.ends) < elements_in(life.sums)) life.absent.push_back(Absent::kNotStored);
}

void add_life_of_sum(const Recording& r, Life& life, Pace& pace) {
  const Rect tile = block_tiles(r, r.blocks[life.block], 0)->C;
  life.sums = {{life.element->row, life.element->column, 1, 1}};
  add_accesses_to_C(r, UseKind::kGlobalLoad, life, pace);
  if (lanes_share(r)) {
    add_ends(r, life, pace);
    life.absent.push_back(Absent::kLanesShare);
    return;
  }
  const auto owners = ownership(r, life.block);
  const auto owner =
      owners ? owners->owner_of(life.element->row - tile.row, life.element->column - tile.column) : std::nullopt;
  if (!owner) {
    life.absent.push_back(Absent::kNotMultiplied);
    return;
  }
  add_products(r, *owner, tile, life, pace);
  if (divides_K(r)) {
    add_ends(r, life, pace);
    life.absent.push_back(Absent::kPartOfK);
    return;
  }
  if (life.of(UseKind::kMultiplyAdd).products < r.K) life.absent.push_back(Absent::kNotMultiplied);
  add_departures(r, *owners, life, pace);
}

}  // namespace gemmscope::analysis
