// SPDX-License-Identifier: MIT
#include "tracing/analysis/life_products.h"

#include <algorithm>
#include <bit>

namespace gemmscope::analysis {

using format::Recording;

Products::Products(const Recording& recording, const Life& life, const std::optional<Ownership>& owners, Pace& pace)
    : r_(recording),
      block_(life.block),
      owners_(owners),
      pace_(pace),
      tiles_(*block_tiles(recording, recording.blocks[life.block], *life.k_tile)),
      C_(product_part(recording, tiles_.C, format::Matrix::kC)),
      at_edge_(tiles_.C.row + tiles_.C.rows > C_.row + C_.rows ||
               tiles_.C.column + tiles_.C.columns > C_.column + C_.columns) {
  const Element& e = *life.element;
  const bool of_a = recording.tensors[e.tensor].matrix == format::Matrix::kA;
  factor_ = of_a ? Factor{true, e.row - tiles_.A.row, e.column - tiles_.A.column}
                 : Factor{false, e.column - tiles_.B.column, e.row - tiles_.B.row};
}

std::vector<Element> Products::sums_of(std::uint32_t warp, std::uint32_t lane, const InnerStep& step, std::uint16_t C) {
  std::vector<Element> sums;
  const auto places = partners_of(r_, block_, step, tiles_, lane, factor_);
  some_missing_ |= places.empty() && !at_edge_;  // there, what is beyond the matrix is not loaded
  for (const std::uint32_t place : places) {
    const std::uint32_t row = factor_.of_a ? factor_.place : place, column = factor_.of_a ? place : factor_.place;
    const Element c{C, tiles_.C.row + row, tiles_.C.column + column};
    if (!C_.contains(c.row, c.column)) continue;
    if (owners_ && owners_->owner_of(row, column) == Owner{warp, lane})
      sums.push_back(c);
    else
      some_missing_ = true;
  }
  return sums;
}

void Products::add(const Touch& touch, std::uint32_t lanes) {
  const format::Segment& segment = r_.patterns[r_.blocks[block_].pattern].segments[touch.segment];
  if (!pace_.spend(r_.templates[segment.template_id].rows.size())) return;
  const std::vector<InnerStep> steps = inner_steps_of(r_, block_, touch.segment, touch.row);
  const auto step = std::ranges::find(steps, factor_.k, &InnerStep::k);
  const auto C = r_.tensor_of(format::Matrix::kC);
  if (step == steps.end() || !C) {
    some_missing_ = true;
    return;
  }
  const bool same_step = !uses_.empty() && uses_.back().when == step->last;
  if (same_step) lanes &= ~uses_.back().lanes;  // it was read twice
  std::vector<Element> sums;
  std::uint32_t multiplying = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    if (!pace_.spend(8 * step->rows.size())) return;
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const std::vector<Element> of_lane = sums_of(touch.when.warp, lane, *step, *C);
    if (!of_lane.empty()) multiplying |= 1u << lane;
    sums.insert(sums.end(), of_lane.begin(), of_lane.end());
  }
  if (sums.empty()) return;
  sums_.insert(sums_.end(), sums.begin(), sums.end());
  const std::uint32_t first_k = step->k_tile * tiles_.A.columns;
  if (!same_step) uses_.push_back(multiply_adds(r_, block_, *step, first_k + factor_.k));
  Use& use = uses_.back();
  use.lanes |= multiplying;
  use.products += static_cast<std::uint32_t>(sums.size());
  for (const Rect& rect : use.of_C)
    for (std::uint32_t i = 0; i < rect.rows * rect.columns; ++i)
      sums.push_back({*C, rect.row + i / rect.columns, rect.column + i % rect.columns});
  use.of_C = rects_of(std::move(sums));
}

void Products::move_to(Life& life) {
  life.uses.insert(life.uses.end(), uses_.begin(), uses_.end());
  life.sums = rects_of(std::move(sums_));
}

}  // namespace gemmscope::analysis
