// SPDX-License-Identifier: MIT
/// @file phases.h
/// What comes before what in one barrier interval, by barriers of some of the block's warps: mbarriers, and bar.sync of
/// fewer threads.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// A warp that has passed a phase of a barrier comes after all that arrived in it or in one before, and after what
/// these had waited for. Whole warps count: an arrival of some lanes is one of all, and so is a pass; so less is called
/// a race, but nothing that is not one.
class Phases {
 public:
  /// `events`: of one interval, ordered by warp and request. Nothing: the recording does not say of which phases they
  /// are.
  static std::optional<Phases> of(std::span<const format::SyncEvent> events);

  /// Whether request `first` of warp `one` certainly comes before request `second` of warp `other`: counted as those of
  /// the events.
  [[nodiscard]] bool are_ordered(std::uint16_t one, std::uint32_t first, std::uint16_t other,
                                 std::uint32_t second) const;
  /// Calls put(number) for all that it consists of.
  void describe(const auto& put) const {
    for (const auto& [warp, passes] : passes_)
      for (const Pass& pass : passes) {
        put(warp), put(pass.request), put(static_cast<std::int64_t>(pass.done.size()));
        for (const auto& [other, requests] : pass.done) put(other), put(requests);
      }
  }

 private:
  /// By warp: so many of its requests have been made.
  using Done = std::map<std::uint16_t, std::uint32_t>;
  struct Pass {
    std::uint32_t request = 0;  ///< it comes before this one
    Done done;
  };
  friend class PhaseWalk;

  std::map<std::uint16_t, std::vector<Pass>> passes_;  ///< by warp, in its order
};

}  // namespace gemmscope::analysis
