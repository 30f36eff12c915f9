// SPDX-License-Identifier: MIT
// The part of a launch that two recordings have both, so that their addresses can be compared though one has more.
#include <algorithm>
#include <set>

#include "tracing/analysis/compare.h"
#include "tracing/analysis/digest.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// What is in both.
format::Range inside(format::Range a, format::Range b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

format::Range recorded_warps(const Recording& r) { return inside(r.selection.warps, {0, r.warps()}); }

/// `recording` without the blocks that `other` does not have.
Recording with_blocks_of(const Recording& other, Recording recording) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> places;
  for (const format::Block& block : other.blocks) places.emplace(block.y, block.x);
  std::erase_if(recording.blocks, [&](const format::Block& block) { return !places.contains({block.y, block.x}); });
  return recording;
}

/// Whether a block and a warp of the one are those of the other.
bool are_alike(const Recording& a, const Recording& b) {
  return a.grid_y == b.grid_y && a.grid_x == b.grid_x && a.grid_z == b.grid_z && a.k_tiles == b.k_tiles &&
         a.warps() == b.warps();
}

}  // namespace

std::optional<CommonPart> common_part(const Recording& first, const Recording& second) {
  if (!are_alike(first, second))
    return CommonPart{.first = address_digests(first, CostTable(first)),
                      .second = address_digests(second, CostTable(second))};
  const Recording a = with_blocks_of(second, first), b = with_blocks_of(first, second);
  const Scope scope{.warps = inside(recorded_warps(first), recorded_warps(second))};
  if (a.blocks.empty() || scope.warps.size() == 0) return std::nullopt;
  const auto is_all_of = [&](const Recording& r) {
    return r.blocks.size() == a.blocks.size() && recorded_warps(r).size() == scope.warps.size();
  };
  return CommonPart{.all = is_all_of(first) && is_all_of(second),
                    .blocks = a.blocks.size(),
                    .warps = scope.warps.size(),
                    .first = address_digests(a, CostTable(a), scope),
                    .second = address_digests(b, CostTable(b), scope)};
}

}  // namespace gemmscope::analysis
