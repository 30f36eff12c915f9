// SPDX-License-Identifier: MIT
#include "tracing/analysis/touches.h"

#include <algorithm>

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// A row of a template that may access the bytes.
struct Candidate {
  std::uint32_t row = 0;
  std::uint32_t lanes = 0;  ///< that do; of a matrix it depends on the base, so that it is not known yet
};

std::vector<Candidate> candidates_in(const Recording& recording, const format::Template& coded, const Bytes& bytes) {
  std::vector<Candidate> candidates;
  for (std::uint32_t r = 0; r < coded.rows.size(); ++r) {
    const format::Row& row = coded.rows[r];
    const format::Site& site = recording.sites[row.site];
    if (bytes.matrix) {
      if (row.base != format::kSharedBase && site.tensor == *bytes.matrix) candidates.push_back({r, 0});
    } else if (row.base == format::kSharedBase) {
      const std::uint32_t lanes = lanes_at(coded.lanes(r), row.mask, 0, site.width, bytes);
      if (lanes != 0) candidates.push_back({r, lanes});
    }
  }
  return candidates;
}

}  // namespace

std::uint32_t lanes_at(std::span<const std::uint32_t, kLanes> lanes, std::uint32_t mask, std::uint32_t base,
                       std::uint32_t width, const Bytes& bytes) {
  std::uint32_t found = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t address = base + lanes[lane];  // differences below zero wrap around to huge numbers
    found |= static_cast<std::uint32_t>((bytes.first - address < width) | (address - bytes.first < bytes.count))
             << lane;
  }
  return found & mask;
}

bool faults(const Recording& recording, const format::Template& coded, std::uint32_t row, std::uint32_t base) {
  return misaligned_lanes(warp_access(recording, coded, row, base)) != 0;
}

std::vector<Touch> touches_of(const Recording& recording, std::uint32_t block, const Bytes& bytes, Pace& pace) {
  const format::Pattern& pattern = recording.patterns[recording.blocks[block].pattern];
  std::vector<std::optional<std::vector<Candidate>>> in_template(recording.templates.size());
  std::vector<Touch> touches;
  for (std::uint32_t s = 0; s < pattern.segments.size(); ++s) {
    const format::Segment& segment = pattern.segments[s];
    const format::Template& coded = recording.templates[segment.template_id];
    std::optional<std::vector<Candidate>>& candidates = in_template[segment.template_id];
    if (!candidates) {
      if (!pace.spend(coded.rows.size())) return touches;
      candidates = candidates_in(recording, coded, bytes);
    }
    if (!pace.spend(1 + 4 * candidates->size()) || !pace.keep(touches.size())) return touches;
    for (const Candidate& each : *candidates) {
      const format::Row& row = coded.rows[each.row];
      const std::uint32_t base = bytes.matrix ? segment.base[row.base] + recording.blocks[block].base[row.base] : 0;
      const std::uint32_t lanes =
          bytes.matrix ? lanes_at(coded.lanes(each.row), row.mask, base, recording.sites[row.site].width, bytes)
                       : each.lanes;
      if (lanes != 0)
        touches.push_back({{segment.interval, segment.warp, segment.first_request + each.row},
                           s,
                           each.row,
                           lanes,
                           faults(recording, coded, each.row, base)});
    }
  }
  std::ranges::sort(touches, {}, &Touch::when);
  return touches;
}

}  // namespace gemmscope::analysis
