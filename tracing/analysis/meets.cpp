// SPDX-License-Identifier: MIT
#include "tracing/analysis/meets.h"

#include <algorithm>

namespace gemmscope::analysis {

using format::Op;

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

Signals::Signals(const format::Recording& r)
    : signs_(r.tensors.size()), all_(r.templates.size()), global_(r.templates.size()) {
  for (const format::Site& site : r.sites)
    if (site.op == Op::kAtomic || site.atomic == format::Atomic::kStrong) signs_[site.tensor] = true;
  if (std::ranges::find(signs_, true) == signs_.end()) return;
  for (std::size_t t = 0; t < r.templates.size(); ++t)
    for (std::uint32_t row = 0; row < r.templates[t].rows.size(); ++row) {
      const format::Site& site = r.sites[r.templates[t].rows[row].site];
      if (!signs_[site.tensor]) continue;
      const bool unseen = site.unseen || site.atomic == format::Atomic::kCount;
      Meets meets;
      if (site.op != Op::kStore && !unseen) meets.first_pass = row;
      if (site.op != Op::kLoad) meets.last_arrival = row + 1;
      all_[t] = all_[t].with(meets);
      if (r.tensors[site.tensor].space != format::Space::kGlobal) continue;
      global_[t] = global_[t].with(meets);
      any_global_ = true;
    }
}

BlockOrder::BlockOrder(const format::Pattern& pattern, const Signals& signals, bool any_barrier)
    : first_(pattern.segments.data()) {
  if (any_barrier) {
    told_before_ = static_cast<std::uint32_t>(pattern.barrier_lines.size()) - 1, told_after_ = 0;
  } else if (!signals.any_global()) {
    return;
  }
  meets_ = meets_of(pattern);
  for (std::size_t s = 0; s < meets_.size(); ++s) {
    const format::Segment& segment = pattern.segments[s];
    const Meets& global = signals.global_of(segment.template_id);
    if (global.last_arrival != 0) told_before_ = std::max(told_before_, segment.interval);
    if (global.first_pass != Meets{}.first_pass) told_after_ = std::min(told_after_, segment.interval);
    meets_[s] = meets_[s].with(signals.of(segment.template_id));
  }
}

bool BlockOrder::is_told(const format::Segment& segment, std::uint32_t row) const {
  return !meets_.empty() && (segment.interval < told_before_ || row < of(segment).last_arrival);
}

bool BlockOrder::has_been_told(const format::Segment& segment, std::uint32_t row) const {
  return !meets_.empty() && (segment.interval > told_after_ || row >= of(segment).first_pass);
}

}  // namespace gemmscope::analysis
