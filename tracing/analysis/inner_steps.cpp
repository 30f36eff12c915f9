// SPDX-License-Identifier: MIT
#include "tracing/analysis/inner_steps.h"

#include <algorithm>

#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {

using format::Recording;

namespace {

constexpr std::uint32_t kFarthest = 512;  ///< rows from one load of a k-tile to others, where steps are mixed

bool reads(const Recording& recording, const format::Row& r) {
  return r.phase == format::Phase::kCompute && r.k_tile != format::Row::kEpilogueRow &&
         recording.sites[r.site].op == format::Op::kLoad;
}

/// Where tiles were found, compilers may have mixed the loads of several steps, and a wide load may serve several: rows
/// of the whole k-tile belong to the step. Its factors are there after the last load that begins with a k of this one.
InnerStep mixed_step(const Recording& recording, const format::Segment& where, std::uint32_t segment,
                     std::uint32_t row) {
  const std::vector<format::Row>& rows = recording.templates[where.template_id].rows;
  const format::Site& site = recording.sites[rows[row].site];
  const std::uint32_t step = rows[row].step,
                      behind = step + std::max(1u, site.width / recording.tensors[site.tensor].element_bytes);
  InnerStep found{.segment = segment, .begin = row, .end = row + 1, .k_tile = k_tile_of(where, rows[row]), .last = {}};
  std::uint32_t last = row;
  const std::uint32_t first = row - std::min(row, kFarthest),
                      end = static_cast<std::uint32_t>(std::min<std::size_t>(rows.size(), row + kFarthest));
  for (std::uint32_t r = first; r < end; ++r) {
    if (!reads(recording, rows[r]) || rows[r].k_tile != rows[row].k_tile) continue;
    found.begin = std::min(found.begin, r), found.end = std::max(found.end, r + 1);
    if (step <= rows[r].step && rows[r].step < behind) last = std::max(last, r);
  }
  found.last = {where.interval, where.warp, where.first_request + last};
  return found;
}

}  // namespace

std::optional<InnerStep> inner_step_of(const Recording& recording, std::uint32_t block, std::uint32_t segment,
                                       std::uint32_t row) {
  const format::Segment& where = recording.patterns[recording.blocks[block].pattern].segments[segment];
  const std::vector<format::Row>& rows = recording.templates[where.template_id].rows;
  const auto belongs = [&](const format::Row& r) {
    return reads(recording, r) && r.k_tile == rows[row].k_tile && r.step == rows[row].step;
  };
  if (!reads(recording, rows[row])) return std::nullopt;
  if (recording.found_tile) return mixed_step(recording, where, segment, row);
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
    if ((row.mask >> lane & 1u) == 0 || !reads(recording, row) || k_tile_of(segment, row) != step.k_tile) continue;
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
