// SPDX-License-Identifier: MIT
#include "app/svg/matrix.h"

#include <algorithm>
#include <vector>

#include "app/gl/png.h"
#include "app/svg/cells.h"

namespace gemmscope::svg {
namespace {

/// More than that, and the file is large, slow to open and of no use to a person who wants to change it: then the cells
/// are a picture of one pixel each in the file, which stay sharp when they are enlarged.
constexpr std::size_t kMostRects = 20'000;

std::string as_picture(const Cells& cells) {
  std::vector<std::uint8_t> pixels;
  for (int r = 0; r < cells.image.rows; ++r)
    for (int c = 0; c < cells.image.columns; ++c) {
      const Colour colour = cells.colour(r, c);
      pixels.insert(pixels.end(), {colour.r, colour.g, colour.b, colour.a});
    }
  return "<image" + attributes(cells.rect) +
         " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64," +
         base64(gl::png_of(pixels, cells.image.columns, cells.image.rows)) + "\"/>\n";
}

/// Cells by colour: runs of equal cells in equal rows are one rectangle each.
std::string as_rects(const Cells& cells) {
  std::vector<std::pair<Colour, std::string>> paths;  // in the order of first appearance
  std::size_t count = 0;
  const auto path_for = [&](Colour colour) -> std::string& {
    const auto found =
        std::find_if(paths.begin(), paths.end(), [&](const auto& known) { return known.first == colour; });
    return found != paths.end() ? found->second : paths.emplace_back(colour, "").second;
  };
  for (int row = 0, end = 0; row < cells.image.rows; row = end) {
    for (end = row + 1; end < cells.image.rows && cells.same_rows(row, end);) ++end;
    for (int column = 0, next = 0; column < cells.image.columns; column = next) {
      const Colour colour = cells.colour(row, column);
      for (next = column + 1; next < cells.image.columns && cells.colour(row, next) == colour;) ++next;
      const float x = cells.x(column), y = cells.y(row);
      if (colour.a != 0) path_for(colour) += path_of({x, y, cells.x(next) - x, cells.y(end) - y}), ++count;
      if (count > kMostRects) return as_picture(cells);
    }
  }
  std::string text;
  for (const auto& [colour, path] : paths) text += "<path d=\"" + path + "\"" + paint("fill", colour) + "/>\n";
  return text;
}

}  // namespace

Colour colour_of(const std::array<float, 4>& c) {
  const auto byte = [](float share) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(share, 0.f, 1.f) * 255));
  };
  return {byte(c[0]), byte(c[1]), byte(c[2]), byte(c[3])};
}

std::string matrix(const Place& place, const draw::Matrix& s) {
  const Cells cells{s.image, place.snapped(s.rect), place.pixel()};
  const auto count =
      static_cast<std::size_t>(std::max(0, s.image.rows)) * static_cast<std::size_t>(std::max(0, s.image.columns));
  if (cells.rect.empty() || count == 0 || s.image.cells.size() < count) return {};
  // Edges between cells are between pixels: each pixel belongs to one cell, as in the window.
  return "<g shape-rendering=\"crispEdges\">\n" + as_rects(cells) + "</g>\n" + marks(cells) +
         "<g shape-rendering=\"crispEdges\">\n" + lines(cells) + "</g>\n";
}

}  // namespace gemmscope::svg
