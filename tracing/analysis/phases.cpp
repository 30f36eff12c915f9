// SPDX-License-Identifier: MIT
#include "tracing/analysis/phases.h"

#include <algorithm>
#include <iterator>

namespace gemmscope::analysis {

using format::SyncEvent;
using Kind = SyncEvent::Kind;

/// Goes through the warps' events as the barriers allow it.
class PhaseWalk {
 public:
  explicit PhaseWalk(std::span<const SyncEvent> events) {
    for (const SyncEvent& event : events) {
      if (event.kind < Kind::kArrive) continue;
      warps_[event.warp].events.push_back(&event);
      if (event.kind != Kind::kPass) ++barriers_[event.pending][event.phase].to_come;
      known_ = known_ && event.phase != SyncEvent::kNoPhase;
    }
  }
  /// False: it is not known how they went.
  bool run(Phases& result) {
    for (bool more = known_; more;) {
      more = false;
      for (auto& [number, warp] : warps_)
        while (warp.next < warp.events.size() && take(number, warp, result)) ++warp.next, more = true;
    }
    return known_ && std::ranges::all_of(warps_, [](const auto& w) { return w.second.next == w.second.events.size(); });
  }

 private:
  using Done = Phases::Done;
  struct Warp {
    std::vector<const SyncEvent*> events;
    std::size_t next = 0;
    Done done;
  };
  struct Phase {
    std::uint32_t to_come = 0;  ///< arrivals
    Done done;
    bool has_earlier = false;  ///< `done` is that of earlier phases, too
  };
  using Barrier = std::map<std::uint32_t, Phase>;

  static void join(Done& to, const Done& more) {
    for (const auto& [warp, requests] : more) to[warp] = std::max(to[warp], requests);
  }
  /// False: it cannot come yet.
  bool take(std::uint16_t number, Warp& warp, Phases& result) {
    const SyncEvent& event = *warp.events[warp.next];
    Barrier& barrier = barriers_[event.pending];
    if (event.kind != Kind::kPass) {
      Phase& phase = barrier[event.phase];
      warp.done[number] = event.request;
      join(phase.done, warp.done), --phase.to_come;
      return true;
    }
    const auto end = barrier.lower_bound(event.phase);
    auto phase = end;  // the first whose earlier ones are not in it yet
    for (; phase != barrier.begin() && !std::prev(phase)->second.has_earlier; --phase)
      if (std::prev(phase)->second.to_come != 0) return false;
    for (; phase != end; ++phase) {
      if (phase != barrier.begin()) join(phase->second.done, std::prev(phase)->second.done);
      phase->second.has_earlier = true;
    }
    if (end != barrier.begin()) join(warp.done, std::prev(end)->second.done);
    result.passes_[number].push_back({event.request, warp.done});
    return true;
  }

  std::map<std::uint16_t, Warp> warps_;
  std::map<std::uint32_t, Barrier> barriers_;
  bool known_ = true;
};

std::optional<Phases> Phases::of(std::span<const SyncEvent> events) {
  constexpr std::size_t kMostEvents = 1 << 14;  // the walk may look at each for each, and keeps a map of warps for each
  Phases phases;
  if (events.size() > kMostEvents) return std::nullopt;
  if (!PhaseWalk(events).run(phases)) return std::nullopt;
  return phases;
}

bool Phases::are_ordered(std::uint16_t one, std::uint32_t first, std::uint16_t other, std::uint32_t second) const {
  const auto passes = passes_.find(other);
  if (passes == passes_.end()) return false;
  const auto after = std::ranges::upper_bound(passes->second, second, {}, &Pass::request);
  if (after == passes->second.begin()) return false;
  const Done& done = std::prev(after)->done;
  const auto its = done.find(one);
  return its != done.end() && first < its->second;
}

}  // namespace gemmscope::analysis
