// SPDX-License-Identifier: MIT
/// @file warp_walk.h
/// The requests of one warp without their addresses: what stepping and searching look at.
#pragma once

#include <optional>

#include "tracing/format/recording.h"

namespace gemmscope::session {

struct Stop {
  std::uint32_t request = 0;  ///< number in the warp
  std::uint32_t segment = 0, row = 0;
  std::uint32_t interval = 0;
  std::uint32_t k_tile = 0;
  std::uint32_t line = 0;
  std::uint16_t site = 0;
  std::uint16_t step = format::kNoStep;
  format::Phase phase = format::Phase::kCopy;
};

/// Goes through a warp's requests in either direction. Cost: one step per request, one search per seek.
class WarpWalk {
 public:
  WarpWalk(const format::Recording& recording, std::uint32_t block, std::uint32_t warp);

  std::uint32_t size() const { return size_; }
  /// `request` must be less than size().
  Stop at(std::uint32_t request) const;
  /// The stop after (+1) or before (-1) `stop`; nullopt at the end.
  std::optional<Stop> next(const Stop& stop, int direction) const;

 private:
  Stop make(std::uint32_t segment, std::uint32_t row) const;

  const format::Recording* recording_;
  const format::Pattern* pattern_;
  std::uint32_t block_, warp_, size_;
};

}  // namespace gemmscope::session
