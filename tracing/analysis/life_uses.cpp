// SPDX-License-Identifier: MIT
#include "tracing/analysis/life_uses.h"

#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

const format::Segment& segment_of(const Recording& r, std::uint32_t block, std::uint32_t segment) {
  return r.patterns[r.blocks[block].pattern].segments[segment];
}

}  // namespace

std::vector<Touch> sound_touches(const Recording& r, const Bytes& bytes, Life& life, Pace& pace) {
  std::vector<Touch> all = touches_of(r, life.block, bytes, pace);
  if (std::erase_if(all, [](const Touch& touch) { return touch.faults; }) != 0)
    life.absent.push_back(Absent::kMisaligned);
  return all;
}

const format::Row& row_of(const Recording& r, std::uint32_t block, const Touch& touch) {
  return r.templates[segment_of(r, block, touch.segment).template_id].rows[touch.row];
}

std::uint32_t k_tile_at(const Recording& r, std::uint32_t block, const Touch& touch) {
  return k_tile_of(segment_of(r, block, touch.segment), row_of(r, block, touch));
}

Use use_of(const Recording& r, std::uint32_t block, UseKind kind, const Touch& touch, std::uint32_t lanes,
           const std::optional<Cell>& cell) {
  const format::Row& row = row_of(r, block, touch);
  return {.kind = kind,
          .when = touch.when,
          .k_tile = k_tile_at(r, block, touch),
          .step = row.step,
          .site = row.site,
          .lanes = lanes,
          .cell = cell,
          .products = 0,
          .k = 0,
          .of_C = {}};
}

Use multiply_adds(const Recording& r, std::uint32_t block, const InnerStep& step, std::uint32_t k) {
  Use use = use_of(r, block, UseKind::kMultiplyAdd, {step.last, step.segment, step.rows.back()}, 0, {});
  use.k = k;
  return use;
}

}  // namespace gemmscope::analysis
