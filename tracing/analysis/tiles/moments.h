// SPDX-License-Identifier: MIT
/// @file moments.h
/// Which k-tile, inner step and phase each request of a block belongs to, from the tiles that were found.
#pragma once

#include <string>
#include <vector>

#include "tracing/analysis/tiles/sums.h"
#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::analysis {

struct RequestMoment {
  std::uint32_t k_tile = format::kEpilogue;
  std::uint16_t step = format::kNoStep;
  format::Phase phase = format::Phase::kCopy;
};

struct BlockMoments {
  std::string why;                                   ///< empty, or why they are not known
  std::vector<std::vector<RequestMoment>> segments;  ///< as Pattern::segments and Template::rows
};

/// `batch`: the product that the block works on. `sums`: of the block's pattern; they are write-back.
[[nodiscard]] BlockMoments moments_of(const format::Recording& recording, std::uint32_t block, std::uint32_t batch,
                                      const Tiles& tiles, const format::BlockShape& shape, const SumRequests& sums);

}  // namespace gemmscope::analysis
