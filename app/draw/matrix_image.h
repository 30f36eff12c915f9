// SPDX-License-Identifier: MIT
/// @file matrix_image.h
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gemmscope::draw {

/// Row-major cells and how they are to look. Colours are RGBA, 0..1.
struct MatrixImage {
  int columns = 0, rows = 0;
  std::vector<std::array<std::uint8_t, 2>> cells;  ///< palette index, marks
  std::vector<std::array<float, 4>> palette;       ///< at most 64
  int major_columns = 0, major_rows = 0;           ///< strong lines every so many cells; 0 = none
  std::array<float, 4> line{}, strong_line{}, ink{};
  float gap_px = 1;
};

}  // namespace gemmscope::draw
