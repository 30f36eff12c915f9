// SPDX-License-Identifier: MIT
/// @file in_step.h
/// Which of a baseline's requests stand beside those of a warp: in the same k-tile, of the same site. No drawing.
#pragma once

#include <optional>
#include <vector>

#include "app/session/look.h"

namespace gemmscope::views {

/// What stands beside the requests of `warp` in the cursor's block.
class InStep {
 public:
  /// `begin`, `end`: which of the warp's requests are asked for one by one. Cost: the requests of their k-tiles, in
  /// both.
  InStep(const session::Look& look, const session::Look& baseline, std::uint32_t warp, std::uint32_t begin = 0,
         std::uint32_t end = 0);

  /// The baseline's matching request: in the same k-tile, of the same site and inner step, with the same number among
  /// those requests of the k-tile; nullopt if there is none.
  std::optional<std::uint32_t> at(std::uint32_t request) const;
  /// What it costs; no cost where there is none.
  analysis::TimelineColumn cost(std::uint32_t request) const;
  /// What the baseline's part of the k-tiles costs that has the same share of each as requests [begin, end).
  analysis::TimelineColumn cost(double begin, double end) const;

 private:
  /// A request number of the baseline's k-tile for one of this warp's, as far into it.
  double as_far(double request) const;

  const session::Look& look_;
  const session::Look& baseline_;
  std::uint32_t warp_, begin_;
  bool there_;                                          ///< the baseline has this warp
  std::vector<std::optional<std::uint32_t>> there_at_;  ///< [request - begin_]
};

}  // namespace gemmscope::views
