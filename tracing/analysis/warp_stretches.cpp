// SPDX-License-Identifier: MIT
#include "tracing/analysis/warp_stretches.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// Array, block, warp, barriers and __syncwarps before it.
using WarpStretch = std::array<std::uint32_t, 5>;

WarpStretch stretch_of(const Recording& r, const Access& access) {
  const auto [number, row] = format::locate(r, access.block, access.warp, access.request);
  const format::Segment& segment = r.patterns[r.blocks[access.block].pattern].segments[number];
  const auto& rows = r.templates[segment.template_id].rows;
  std::uint32_t syncwarps = 0;
  for (std::size_t i = 0; i <= row; ++i) syncwarps += rows[i].after_syncwarp;
  return {r.sites[access.site].tensor, access.block, access.warp, segment.interval, syncwarps};
}

/// Nothing: they are not all in one, or another barrier is missing.
std::optional<WarpStretch> stretch_of(const Recording& r, const Finding& finding) {
  if (!finding.gap || !finding.gap->in_warps || !finding.at) return std::nullopt;
  const WarpStretch stretch = stretch_of(r, *finding.at);
  const bool all = std::ranges::all_of(parts_of(finding), [&](const Finding& part) {
    return part.in_warp && part.at && stretch_of(r, *part.at) == stretch;
  });
  return all ? std::optional(stretch) : std::nullopt;
}

}  // namespace

std::vector<Finding> one_for_each_stretch(const Recording& r, std::vector<Finding> findings) {
  std::map<WarpStretch, std::size_t> of_stretch;
  std::vector<Finding> left;
  for (Finding& each : findings) {
    const std::optional<WarpStretch> stretch = stretch_of(r, each);
    const auto [known, is_new] =
        stretch ? of_stretch.try_emplace(*stretch, left.size()) : std::pair(of_stretch.end(), true);
    if (is_new) {
      left.push_back(std::move(each));
      continue;
    }
    Finding& first = left[known->second];
    if (first.parts.empty()) first.parts.push_back(Finding(first));
    std::ranges::copy(parts_of(each), std::back_inserter(first.parts));
    first.further_gaps.push_back(*each.gap);
    first.count += each.count;
  }
  return left;
}

}  // namespace gemmscope::analysis
