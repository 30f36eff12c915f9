// SPDX-License-Identifier: MIT
/// @file run.h
#pragma once

#include <cstdint>
#include <vector>

namespace gemmscope::views {

/// Consecutive numbers.
struct Run {
  std::uint32_t first = 0, count = 0;
  friend bool operator==(const Run&, const Run&) = default;
};
/// Ascending, without repeats, as runs.
std::vector<Run> runs_of(std::vector<std::uint32_t> numbers);

}  // namespace gemmscope::views
