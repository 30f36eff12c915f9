// SPDX-License-Identifier: MIT
#include "tracing/analysis/check_findings.h"

#include <algorithm>

namespace gemmscope::analysis {

using format::Recording;

bool are_same(const Recording& r, std::uint16_t site, std::uint16_t other) {
  return site == other && r.sites[site].one_value;
}

bool have_agreed(const Recording& r, std::uint16_t site, std::uint16_t other) {
  return r.sites[site].agrees && r.sites[other].agrees;
}

bool has_access(const Recording& r, std::uint16_t tensor, format::Op op) {
  return std::ranges::any_of(r.sites, [&](const format::Site& s) { return s.tensor == tensor && s.op == op; });
}

std::uint32_t narrowest_access(const Recording& r, std::uint16_t tensor) {
  std::uint32_t bytes = 16;
  for (const format::Site& s : r.sites)
    if (s.tensor == tensor) bytes = std::min<std::uint32_t>(bytes, s.width);
  return bytes;
}

Finding finding_at(const Recording& r, const Access& at, const std::optional<Access>& other, std::uint32_t byte) {
  Finding f{.at = at, .other = other, .byte = byte, .block = at.block};
  const std::uint16_t tensor = r.sites[at.site].tensor;
  if (r.tensors[tensor].space == format::Space::kShared) {
    if (const auto cell = cell_in(r, tensor, byte)) f.place = *cell;
  } else if (const auto element = element_at(r, tensor, byte)) {
    f.place = *element;
  }
  return f;
}

std::optional<Access> faulting_access(const Recording& r) {
  if (!r.fault || r.fault->request == format::LaunchFault::kNoRequest) return std::nullopt;
  const auto block =
      std::ranges::find_if(r.blocks, [&](const format::Block& b) { return b.y == r.fault->y && b.x == r.fault->x; });
  if (block == r.blocks.end()) return std::nullopt;
  const std::uint32_t warp = r.fault->thread / kLanes, b = static_cast<std::uint32_t>(block - r.blocks.begin());
  const format::Pattern& pattern = r.patterns[block->pattern];
  if (warp >= pattern.warp_requests.size() || r.fault->request >= pattern.warp_requests[warp]) return std::nullopt;
  const auto [segment, row] = format::locate(r, b, warp, r.fault->request);
  const format::Row& asked = r.templates[pattern.segments[segment].template_id].rows[row];
  return access_of(b, pattern.segments[segment], row, r.fault->thread % kLanes, asked.site);
}

std::vector<PatternUse> uses_of_patterns(const Recording& r) {
  std::vector<PatternUse> uses(r.patterns.size());
  for (std::uint32_t b = 0; b < r.blocks.size(); ++b) {
    PatternUse& use = uses[r.blocks[b].pattern];
    if (use.blocks++ == 0) use.first_block = b;
  }
  return uses;
}

Recorded recorded_part(const Recording& r) {
  const bool lost = r.dropped != 0 || r.fault;
  return {.all_warps = !lost && r.has_all_warps(), .all_blocks = !lost && r.has_all_blocks()};
}

}  // namespace gemmscope::analysis
