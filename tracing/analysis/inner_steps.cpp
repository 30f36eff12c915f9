// SPDX-License-Identifier: MIT
#include "tracing/analysis/inner_steps.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {

using format::Recording;

namespace {

bool reads(const Recording& recording, const format::Row& r) {
  return r.phase == format::Phase::kCompute && r.k_tile != format::Row::kEpilogueRow &&
         recording.sites[r.site].op == format::Op::kLoad;
}

/// Calls visit(factor) for each that `lane` has by row `row` of the segment.
template <class Visit>
void for_each_factor_of(const Recording& recording, const format::Block& block, const format::Segment& segment,
                        const BlockTiles& tiles, std::uint32_t row, std::size_t lane, const Visit& visit) {
  const format::Template& coded = recording.templates[segment.template_id];
  const format::Row& r = coded.rows[row];
  if ((r.mask >> lane & 1u) == 0) return;
  const std::uint32_t base = r.base == format::kSharedBase ? 0 : segment.base[r.base] + block.base[r.base];
  if (!faults(recording, coded, row, base))
    for_each_factor(recording, tiles, recording.sites[r.site], base + coded.lanes(row)[lane], visit);
}

/// Each k of the tile that the row reads.
std::set<std::uint32_t> depths(const Recording& recording, const format::Block& block, const format::Segment& segment,
                               const BlockTiles& tiles, std::uint32_t row) {
  std::set<std::uint32_t> all;
  for (std::size_t lane = 0; lane < format::kLanes; ++lane)
    for_each_factor_of(recording, block, segment, tiles, row, lane,
                       [&](const Factor& factor) { all.insert(factor.k); });
  return all;
}

}  // namespace

std::vector<InnerStep> inner_steps_of(const Recording& recording, std::uint32_t block, std::uint32_t segment,
                                      std::optional<std::uint32_t> row) {
  const format::Block& at = recording.blocks[block];
  const format::Segment& where = recording.patterns[at.pattern].segments[segment];
  const std::vector<format::Row>& rows = recording.templates[where.template_id].rows;
  std::map<std::pair<std::uint32_t, std::uint32_t>, InnerStep> steps;  // k-tile, k
  for (std::uint32_t r = 0; r < rows.size(); ++r) {
    if (!reads(recording, rows[r]) || (row && rows[r].k_tile != rows[*row].k_tile)) continue;
    const std::uint32_t k_tile = k_tile_of(where, rows[r]);
    const auto tiles = block_tiles(recording, at, k_tile);
    if (!tiles) continue;
    for (const std::uint32_t k : depths(recording, at, where, *tiles, r)) {
      InnerStep& step = steps[{k_tile, k}];
      step.segment = segment, step.k_tile = k_tile, step.k = k;
      step.rows.push_back(r);
      step.last = {where.interval, where.warp, where.first_request + r};
    }
  }
  std::vector<InnerStep> all;
  for (auto& [key, step] : steps) all.push_back(std::move(step));
  return all;
}

std::vector<Factor> factors_of(const Recording& recording, std::uint32_t block, const InnerStep& step,
                               const BlockTiles& tiles, std::size_t lane) {
  const format::Block& at = recording.blocks[block];
  std::vector<Factor> factors;
  for (const std::uint32_t row : step.rows)
    for_each_factor_of(recording, at, recording.patterns[at.pattern].segments[step.segment], tiles, row, lane,
                       [&](const Factor& factor) {
                         if (factor.k == step.k) factors.push_back(factor);
                       });
  return factors;
}

std::vector<std::uint32_t> partners_of(const Recording& recording, std::uint32_t block, const InnerStep& step,
                                       const BlockTiles& tiles, std::size_t lane, const Factor& factor) {
  std::vector<std::uint32_t> places;
  for (const Factor& other : factors_of(recording, block, step, tiles, lane))
    if (other.of_a != factor.of_a) places.push_back(other.place);
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

}  // namespace gemmscope::analysis
