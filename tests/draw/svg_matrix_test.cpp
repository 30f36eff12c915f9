// SPDX-License-Identifier: MIT
// Matrices as the shader paints them.
#include <gtest/gtest.h>

#include "tests/draw/drawn_svg.h"

namespace gemmscope::draw {
namespace {

constexpr std::uint8_t kInactive = 1, kNeverWritten = 2, kPadding = 4;

/// Cells of `side` points, all of the first of two colours, red and blue.
Matrix matrix_of(int rows, int columns, float side) {
  Matrix m{{0, 0, side * static_cast<float>(columns), side * static_cast<float>(rows)}, {}};
  m.image.rows = rows, m.image.columns = columns;
  m.image.cells.assign(static_cast<std::size_t>(rows * columns), {0, 0});
  m.image.palette = {{1, 0, 0, 1}, {0, 0, 1, 1}};
  m.image.line = {0, 1, 0, 1}, m.image.strong_line = {0, 1, 1, 1}, m.image.ink = {1, 1, 1, 1};
  m.image.gap_px = 0;
  return m;
}

/// The paths' data of colour `colour`, as fill or stroke.
std::string path_of(const Matrix& m, const std::string& colour, float scale = 1) {
  std::string data;
  for (const std::string& tag : tags(svg_with({m}, scale), "<path"))
    if (value(tag, "fill") == colour || value(tag, "stroke") == colour) data += value(tag, "d");
  return data;
}

TEST(SvgMatrix, EqualCellsOfARowAreOneRectangle) {
  Matrix m = matrix_of(2, 4, 3);
  m.image.cells[1] = m.image.cells[2] = m.image.cells[7] = {1, 0};
  EXPECT_EQ(path_of(m, "#ff0000"), "M10 20H13V23H10zM19 20H22V23H19zM10 23H19V26H10z");
  EXPECT_EQ(path_of(m, "#0000ff"), "M13 20H19V23H13zM19 23H22V26H19z");
}

TEST(SvgMatrix, EqualRowsAreOneRectangle) { EXPECT_EQ(path_of(matrix_of(3, 4, 3), "#ff0000"), "M10 20H22V29H10z"); }

TEST(SvgMatrix, GapsLieAtTheLeftAndTopOfCellsThatAreLargeEnough) {
  Matrix m = matrix_of(1, 2, 8);
  EXPECT_EQ(path_of(m, "#00ff00"), "");
  m.image.gap_px = 1;
  EXPECT_EQ(path_of(m, "#00ff00"), "M10 20H11V28H10zM18 20H19V28H18zM10 20H26V21H10z");
  EXPECT_EQ(path_of(m, "#00ff00", 2).substr(0, 14), "M10 20H10.5V28");  // pixels, not points
  m.rect.width = m.rect.height = 4;
  EXPECT_EQ(path_of(m, "#00ff00"), "");
}

TEST(SvgMatrix, StrongLinesGoAroundTiles) {
  Matrix m = matrix_of(2, 4, 8);
  m.image.major_columns = 2;
  EXPECT_EQ(path_of(m, "#00ffff"), "M10 20H11V36H10zM26 20H27V36H26z");
  m.image.major_columns = 0, m.image.major_rows = 1;
  EXPECT_EQ(path_of(m, "#00ffff"), "M10 20H42V21H10zM10 28H42V29H10z");
}

TEST(SvgMatrix, MarksAreInTheCellsThatHaveThem) {
  Matrix m = matrix_of(1, 2, 10);
  m.image.cells[1] = {0, kNeverWritten};
  EXPECT_EQ(path_of(m, "#ffffff"), "M22 22L28 28M22 28L28 22");
  m.image.cells[1] = {0, kPadding};
  EXPECT_EQ(path_of(m, "#ffffff"), "M25 25h0");
  m.image.cells[1] = {0, kInactive};
  EXPECT_EQ(path_of(m, "#ffffff"), "M20 23L23 20M20 29L29 20M25 30L30 25");
  m.rect.width = 6, m.rect.height = 3;
  EXPECT_EQ(path_of(m, "#ffffff"), "");  // too small to be seen
}

TEST(SvgMatrix, VeryManyCellsAreAPictureInTheFile) {
  Matrix m = matrix_of(200, 201, 0.1f);
  for (std::size_t i = 0; i < m.image.cells.size(); i += 2) m.image.cells[i][0] = 1;
  const std::string svg = svg_with({m});
  ASSERT_EQ(tags(svg, "<image").size(), 1u);
  EXPECT_EQ(extent(tags(svg, "<image")[0]), "10 20 20 20");
  EXPECT_EQ(value(tags(svg, "<image")[0], "href").substr(0, 33), "data:image/png;base64,iVBORw0KGgo");
  EXPECT_TRUE(tags(svg, "<path").empty());
}

TEST(SvgMatrix, WithoutCellsNothingIsDrawn) {
  Matrix m = matrix_of(2, 2, 8);
  m.image.cells.pop_back();
  EXPECT_TRUE(tags(svg_with({m}), "<path").empty());
  EXPECT_TRUE(tags(svg_with({Matrix{{0, 0, 9, 9}, {}}}), "<path").empty());
  m = matrix_of(1, 1, 8);
  m.image.cells[0][0] = 9;  // a colour that is not in the palette
  EXPECT_TRUE(tags(svg_with({m}), "<path").empty());
}

}  // namespace
}  // namespace gemmscope::draw
