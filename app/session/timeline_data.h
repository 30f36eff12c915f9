// SPDX-License-Identifier: MIT
/// @file timeline_data.h
/// The n-way of every request of a block, with maxima over ever larger groups: a timeline at any zoom without reading
/// more than one number a pixel.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/session/loaded.h"

namespace gemmscope::session {

class TimelineData {
 public:
  /// Cost: 1 ns for each request of the block.
  TimelineData(const Loaded& loaded, std::uint32_t block, analysis::ConflictModel rule);

  std::uint32_t warps() const { return static_cast<std::uint32_t>(warps_.size()); }
  std::uint32_t requests(std::uint32_t warp) const { return static_cast<std::uint32_t>(warps_[warp].levels[0].size()); }
  /// The largest n-way among requests [first, last) of `warp`; 0 if there are none. Cost: 2 * 16 * levels steps.
  int most(std::uint32_t warp, std::uint32_t first, std::uint32_t last) const;

 private:
  struct Warp {
    std::vector<std::vector<std::uint8_t>> levels;  ///< [0] per request, [i] maxima over 16^i
  };
  std::vector<Warp> warps_;
};

}  // namespace gemmscope::session
