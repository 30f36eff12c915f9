// SPDX-License-Identifier: MIT
#include "tracing/analysis/meets.h"

#include <algorithm>

namespace gemmscope::analysis {

std::vector<Meets> meets_of(const format::Pattern& pattern) {
  using Kind = format::SyncEvent::Kind;
  std::vector<Meets> all(pattern.segments.size());
  auto event = pattern.sync_events.begin();
  for (std::size_t s = 0; s < all.size(); ++s) {
    const format::Segment& segment = pattern.segments[s];
    const std::pair here(segment.warp, segment.interval);
    const auto place = [](const format::SyncEvent& e) { return std::pair(e.warp, e.interval); };
    for (; event != pattern.sync_events.end() && place(*event) <= here; ++event) {
      if (place(*event) < here || event->request < segment.first_request) continue;
      const std::uint32_t row = event->request - segment.first_request;
      if (event->kind == Kind::kPass) all[s].first_pass = std::min(all[s].first_pass, row);
      if (event->kind == Kind::kArrive || event->kind == Kind::kArriveWithCopies) all[s].last_arrival = row;
    }
  }
  return all;
}

}  // namespace gemmscope::analysis
