// SPDX-License-Identifier: MIT
/// @file lane_set.h
/// Sets of lanes, and small numbers, in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gemmscope::views {

/// The lanes of a mask, ascending.
std::vector<int> lanes_of(std::uint32_t mask);

/// Lanes as people write them: "5", "0, 8", "0–7", "0, 4 … 28", "0, 1, 8, 9"; "0–3, 16–19" for several runs.
std::string lane_ranges(std::uint32_t mask);

/// "lane 5", "lanes 0–7".
std::string lanes_in_words(std::uint32_t mask);

}  // namespace gemmscope::views
