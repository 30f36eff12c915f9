// SPDX-License-Identifier: MIT
/// @file cells.h
/// The cells of a matrix in the picture, for svg_matrix.cpp and svg_marks.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "app/svg/parts.h"

namespace gemmscope::svg {

/// The colour with these channels, each from 0 to 1.
Colour colour_of(const std::array<float, 4>& channels);

/// The image, and where its cells are in the picture.
struct Cells {
  const draw::MatrixImage& image;
  Rect rect;    ///< of all
  float pixel;  ///< in points

  float width() const { return rect.width / static_cast<float>(image.columns); }
  float height() const { return rect.height / static_cast<float>(image.rows); }
  float small_side_px() const { return std::min(width(), height()) / pixel; }
  float x(int column) const { return rect.x + width() * static_cast<float>(column); }
  float y(int row) const { return rect.y + height() * static_cast<float>(row); }
  const std::array<std::uint8_t, 2>& cell(int row, int column) const {
    return image.cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(image.columns) +
                       static_cast<std::size_t>(column)];
  }
  Colour colour(int row, int column) const {
    const std::size_t index = cell(row, column)[0] & 63u;
    return index < image.palette.size() ? colour_of(image.palette[index]) : Colour{0, 0, 0, 0};
  }
  bool same_rows(int one, int other) const {
    for (int c = 0; c < image.columns; ++c)
      if (!(colour(one, c) == colour(other, c))) return false;
    return true;
  }
};

/// The lines between cells and around tiles; they are over all else.
std::string lines(const Cells& cells);
/// The marks of all cells that have some.
std::string marks(const Cells& cells);

}  // namespace gemmscope::svg
