// SPDX-License-Identifier: MIT
#include "app/session/warp_walk.h"

#include "app/session/current.h"
#include "tracing/analysis/scope.h"

namespace gemmscope::session {

WarpWalk::WarpWalk(const format::Recording& recording, std::uint32_t block, std::uint32_t warp)
    : recording_(&recording),
      pattern_(&pattern_of(recording, block)),
      block_(block),
      warp_(warp),
      size_(warp_requests(recording, block, warp)) {}

Stop WarpWalk::make(std::uint32_t segment, std::uint32_t row) const {
  const format::Segment& s = pattern_->segments[segment];
  const format::Row& r = recording_->templates[s.template_id].rows[row];
  return {.request = s.first_request + row,
          .segment = segment,
          .row = row,
          .interval = s.interval,
          .k_tile = analysis::k_tile_of(s, r),
          .line = recording_->sites[r.site].line,
          .site = r.site,
          .step = r.step,
          .phase = r.phase};
}

Stop WarpWalk::at(std::uint32_t request) const {
  const auto [segment, row] = format::locate(*recording_, block_, warp_, request);
  return make(segment, row);
}

std::optional<Stop> WarpWalk::next(const Stop& stop, int direction) const {
  if (direction > 0) {
    if (stop.request + 1 >= size_) return std::nullopt;
    const auto& coded = recording_->templates[pattern_->segments[stop.segment].template_id];
    if (stop.row + 1 < coded.rows.size()) return make(stop.segment, stop.row + 1);
    return at(stop.request + 1);
  }
  if (stop.request == 0) return std::nullopt;
  return stop.row > 0 ? make(stop.segment, stop.row - 1) : at(stop.request - 1);
}

}  // namespace gemmscope::session
