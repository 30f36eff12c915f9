// SPDX-License-Identifier: MIT
#include "app/session/timeline_data.h"

#include <algorithm>

#include "app/session/current.h"

namespace gemmscope::session {
namespace {
constexpr std::uint32_t kGroup = 16;
}

TimelineData::TimelineData(const Loaded& loaded, std::uint32_t block, analysis::ConflictModel rule) {
  const format::Recording& recording = loaded.recording;
  const format::Pattern& pattern = pattern_of(recording, block);
  warps_.resize(recording.warps());
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    auto& levels = warps_[w].levels;
    std::vector<std::uint8_t>& each = levels.emplace_back();
    each.reserve(pattern.warp_requests[w]);
    for (std::uint32_t s = pattern.warp_begin[w]; s < pattern.warp_begin[w + 1]; ++s)
      for (const analysis::RequestCost& cost : loaded.costs.costs(block, s))
        each.push_back(std::max<std::uint8_t>(1, cost.by(rule).max_nway));
    while (levels.back().size() > kGroup) {
      const std::vector<std::uint8_t>& below = levels.back();
      std::vector<std::uint8_t> above((below.size() + kGroup - 1) / kGroup);
      for (std::size_t i = 0; i < below.size(); ++i) above[i / kGroup] = std::max(above[i / kGroup], below[i]);
      levels.push_back(std::move(above));
    }
  }
}

int TimelineData::most(std::uint32_t warp, std::uint32_t first, std::uint32_t last) const {
  std::uint8_t result = 0;
  last = std::min(last, requests(warp));
  for (const std::vector<std::uint8_t>& level : warps_[warp].levels) {
    for (; first < last && first % kGroup != 0; ++first) result = std::max(result, level[first]);
    for (; first < last && last % kGroup != 0; --last) result = std::max(result, level[last - 1]);
    if (first >= last) break;
    if (&level == &warps_[warp].levels.back()) {
      result = std::max(result, *std::max_element(level.begin() + first, level.begin() + last));
      break;
    }
    first /= kGroup;
    last /= kGroup;
  }
  return result;
}

}  // namespace gemmscope::session
