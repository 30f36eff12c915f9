// SPDX-License-Identifier: MIT
#include "app/views/parts/lane_set.h"

#include <bit>

namespace gemmscope::views {
namespace {

constexpr const char* kTo = "\u2013";

/// The distance between neighbours if all are equally far apart, else 0.
int step_of(const std::vector<int>& lanes) {
  const int step = lanes[1] - lanes[0];
  for (std::size_t i = 2; i < lanes.size(); ++i)
    if (lanes[i] - lanes[i - 1] != step) return 0;
  return step;
}

std::string runs(const std::vector<int>& lanes) {
  std::string text;
  for (std::size_t i = 0; i < lanes.size();) {
    std::size_t end = i + 1;
    while (end < lanes.size() && lanes[end] == lanes[end - 1] + 1) ++end;
    if (end - i == 2) end = i + 1;  // two neighbours are two numbers
    if (!text.empty()) text += ", ";
    text += std::to_string(lanes[i]);
    if (end - i > 1) text += kTo + std::to_string(lanes[end - 1]);
    i = end;
  }
  return text;
}

}  // namespace

std::vector<int> lanes_of(std::uint32_t mask) {
  std::vector<int> lanes;
  for (; mask != 0; mask &= mask - 1) lanes.push_back(std::countr_zero(mask));
  return lanes;
}

std::string lane_ranges(std::uint32_t mask) {
  const std::vector<int> lanes = lanes_of(mask);
  if (lanes.size() > 4 && step_of(lanes) > 1)
    return std::to_string(lanes[0]) + ", " + std::to_string(lanes[1]) + " \u2026 " + std::to_string(lanes.back());
  return runs(lanes);
}

std::string lanes_in_words(std::uint32_t mask) {
  return (std::popcount(mask) == 1 ? "lane " : "lanes ") + lane_ranges(mask);
}

}  // namespace gemmscope::views
