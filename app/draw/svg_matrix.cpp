// SPDX-License-Identifier: MIT
#include "app/draw/svg_matrix.h"

#include <algorithm>
#include <map>
#include <vector>

#include "app/gl/png.h"

namespace gemmscope::draw::svg {
namespace {

using gl::MatrixImage;

/// More than that, and the file is large, slow to open and of no use to who wants to change it: then the cells are a
/// picture of one pixel each in the file, which stay sharp when they are enlarged.
constexpr std::size_t kMostRects = 20'000;

// Bits of draw::Mark, and from which size of a cell in pixels on the shader draws them.
constexpr std::uint8_t kInactive = 1, kNeverWritten = 2, kPadding = 4;
constexpr float kGapFrom = 5, kCrossFrom = 5, kMarkFrom = 4, kStrongFrom = 8;

Colour colour_of(const std::array<float, 4>& c) {
  const auto byte = [](float share) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(share, 0.f, 1.f) * 255));
  };
  return {byte(c[0]), byte(c[1]), byte(c[2]), byte(c[3])};
}

/// The image, and where its cells are in the picture.
struct Cells {
  const MatrixImage& image;
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

/// The lines between cells and around tiles, as one path: where they cross, nothing is painted twice.
std::string lines(const Cells& cells) {
  const MatrixImage& image = cells.image;
  const Rect& all = cells.rect;
  const auto grid = [&](int columns, int rows, float thickness) {
    std::string path;
    if (columns > 0)
      for (int c = 0; c < image.columns; c += columns) path += path_of({cells.x(c), all.y, thickness, all.height});
    if (rows > 0)
      for (int r = 0; r < image.rows; r += rows) path += path_of({all.x, cells.y(r), all.width, thickness});
    return path;
  };
  const auto element = [](const std::string& path, const std::array<float, 4>& colour) {
    return path.empty() || colour[3] <= 0 ? "" : "<path d=\"" + path + "\"" + paint("fill", colour_of(colour)) + "/>\n";
  };
  const auto strong = [&](int every, float side) {
    return static_cast<float>(every) * side / cells.pixel >= kStrongFrom ? every : 0;
  };
  std::string text;
  if (image.gap_px > 0 && cells.small_side_px() >= kGapFrom)
    text += element(grid(1, 1, image.gap_px * cells.pixel), image.line);
  return text + element(grid(strong(image.major_columns, cells.width()), strong(image.major_rows, cells.height()),
                             cells.pixel),
                        image.strong_line);
}

/// The strokes of one mark in all cells that have it; `part` writes those of the cell whose corner is at (x, y).
template <class Part>
std::string marks(const Cells& cells, std::uint8_t mark, float width, float opacity, const char* more, Part part) {
  std::string path;
  for (int r = 0; r < cells.image.rows; ++r)
    for (int c = 0; c < cells.image.columns; ++c)
      if ((cells.cell(r, c)[1] & mark) != 0) path += part(cells.x(c), cells.y(r));
  if (path.empty()) return {};
  Colour ink = colour_of(cells.image.ink);
  ink.a = static_cast<std::uint8_t>(std::lround(static_cast<float>(ink.a) * opacity));
  return "<path d=\"" + path + "\" fill=\"none\"" + paint("stroke", ink) + attribute("stroke-width", width) + more +
         "/>\n";
}

std::string all_marks(const Cells& cells) {
  const float w = cells.width(), h = cells.height(), small = cells.small_side_px();
  const float pixel = cells.pixel, point = std::max(1.0f, cells.image.gap_px) * pixel;
  const auto stroke = [](float x, float y, float to_x, float to_y) {
    return "M" + pair_of({x, y}) + "L" + pair_of({to_x, to_y});
  };
  std::string text;
  if (small >= kMarkFrom)
    text += marks(cells, kInactive, pixel, 0.45f, "", [&](float x, float y) {
      std::string path;
      for (float at = 3 * pixel; at < w + h; at += 6 * pixel)
        path +=
            stroke(x + std::max(0.0f, at - h), y + std::min(at, h), x + std::min(at, w), y + std::max(0.0f, at - w));
      return path;
    });
  const float reach = std::min(0.3f * small * pixel, 4 * point);
  if (small >= kCrossFrom)
    text += marks(cells, kNeverWritten, point, 1, "", [&](float x, float y) {
      x += w / 2, y += h / 2;
      return stroke(x - reach, y - reach, x + reach, y + reach) + stroke(x - reach, y + reach, x + reach, y - reach);
    });
  if (small >= kMarkFrom)
    text += marks(cells, kPadding, std::min(3 * point, 0.4f * small * pixel), 0.8f, " stroke-linecap=\"round\"",
                  [&](float x, float y) {
                    return "M" + pair_of({x + w / 2, y + h / 2}) + "h0";
                  });
  return text;
}

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

/// Cells by colour: runs of equal cells in equal rows are one rectangle each. What most cells have lies below them all.
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

std::string matrix(const Place& place, const Matrix& s) {
  const Cells cells{s.image, place.snapped(s.rect), place.pixel()};
  const auto count =
      static_cast<std::size_t>(std::max(0, s.image.rows)) * static_cast<std::size_t>(std::max(0, s.image.columns));
  if (cells.rect.empty() || count == 0 || s.image.cells.size() < count) return {};
  // Edges between cells lie between pixels: each pixel belongs to one cell, as in the window.
  return "<g shape-rendering=\"crispEdges\">\n" + as_rects(cells) + "</g>\n" + all_marks(cells) +
         "<g shape-rendering=\"crispEdges\">\n" + lines(cells) + "</g>\n";
}

}  // namespace gemmscope::draw::svg
