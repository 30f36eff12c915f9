// SPDX-License-Identifier: MIT
/// @file stretch.h
/// Bytes or elements that follow each other.
#pragma once

#include <cstdint>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// [first, first + count), mod 2^32.
struct Stretch {
  std::uint32_t first = 0, count = 0;
  friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// Appends the bytes of a row's lanes, `width` each, in the order of lanes. Lanes that continue the one before join it.
void append_lanes(const format::Template& coded, std::size_t row, std::uint32_t width, std::vector<Stretch>& stretches);

/// Puts them in ascending order and joins those that touch each other.
void tidy(std::vector<Stretch>& stretches);

}  // namespace gemmscope::analysis
