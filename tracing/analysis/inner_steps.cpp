// SPDX-License-Identifier: MIT
#include "tracing/analysis/inner_steps.h"

#include <algorithm>

#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {

using format::Recording;

std::optional<InnerStep> inner_step_of(const Recording& recording, std::uint32_t block, std::uint32_t segment,
                                       std::uint32_t row) {
  const format::Segment& where = recording.patterns[recording.blocks[block].pattern].segments[segment];
  const std::vector<format::Row>& rows = recording.templates[where.template_id].rows;
  const auto reads = [&](const format::Row& r) {
    return r.phase == format::Phase::kCompute && r.k_tile != format::Row::kEpilogueRow &&
           recording.sites[r.site].op == format::Op::kLoad;
  };
  const auto belongs = [&](const format::Row& r) {
    return reads(r) && r.k_tile == rows[row].k_tile && r.step == rows[row].step;
  };
  if (!reads(rows[row])) return std::nullopt;
  InnerStep step{.segment = segment, .begin = row, .end = row + 1, .k_tile = k_tile_of(where, rows[row]), .last = {}};
  while (step.begin > 0 && belongs(rows[step.begin - 1])) --step.begin;
  while (step.end < rows.size() && belongs(rows[step.end])) ++step.end;
  step.last = {where.interval, where.warp, where.first_request + step.end - 1};
  return step;
}

std::vector<Factor> factors_of(const Recording& recording, std::uint32_t block, const InnerStep& step,
                               const BlockTiles& tiles, std::size_t lane) {
  const format::Segment& segment = recording.patterns[recording.blocks[block].pattern].segments[step.segment];
  const format::Template& coded = recording.templates[segment.template_id];
  std::vector<Factor> factors;
  for (std::uint32_t r = step.begin; r < step.end; ++r) {
    const format::Row& row = coded.rows[r];
    if ((row.mask >> lane & 1u) == 0) continue;
    const format::Site& site = recording.sites[row.site];
    const std::uint32_t base =
        row.base == format::kSharedBase ? 0 : segment.base[row.base] + recording.blocks[block].base[row.base];
    if (faults(recording, coded, r, base)) continue;
    for_each_factor(recording, tiles, site, base + coded.lanes(r)[lane],
                    [&](const Factor& factor) { factors.push_back(factor); });
  }
  return factors;
}

std::vector<std::uint32_t> partners_of(const Recording& recording, std::uint32_t block, const InnerStep& step,
                                       const BlockTiles& tiles, std::size_t lane, const Factor& factor) {
  std::vector<std::uint32_t> places;
  for (const Factor& other : factors_of(recording, block, step, tiles, lane))
    if (other.of_a != factor.of_a && other.k == factor.k) places.push_back(other.place);
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

}  // namespace gemmscope::analysis
