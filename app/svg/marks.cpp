// SPDX-License-Identifier: MIT
// Lines and marks of a matrix, as shaders/matrix.frag paints them.
#include "app/svg/cells.h"

namespace gemmscope::svg {
namespace {

// Bits of draw::Mark, and from which size of a cell in pixels on the shader draws them.
constexpr std::uint8_t kInactive = 1, kNeverWritten = 2, kPadding = 4;
constexpr float kGapFrom = 5, kCrossFrom = 5, kMarkFrom = 4, kStrongFrom = 8;

/// The strokes of one mark in all cells that have it; `part` writes those of the cell whose corner is at (x, y).
template <class Part>
std::string marked(const Cells& cells, std::uint8_t mark, float width, float opacity, const char* more, Part part) {
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

}  // namespace

/// As one path each: where they cross, nothing is painted twice.
std::string lines(const Cells& cells) {
  const draw::MatrixImage& image = cells.image;
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

std::string marks(const Cells& cells) {
  const float w = cells.width(), h = cells.height(), small = cells.small_side_px();
  const float pixel = cells.pixel, point = std::max(1.0f, cells.image.gap_px) * pixel;
  const auto stroke = [](float x, float y, float to_x, float to_y) {
    return "M" + pair_of({x, y}) + "L" + pair_of({to_x, to_y});
  };
  std::string text;
  if (small >= kMarkFrom)
    text += marked(cells, kInactive, pixel, 0.45f, "", [&](float x, float y) {
      std::string path;
      for (float at = 3 * pixel; at < w + h; at += 6 * pixel)
        path +=
            stroke(x + std::max(0.0f, at - h), y + std::min(at, h), x + std::min(at, w), y + std::max(0.0f, at - w));
      return path;
    });
  const float reach = std::min(0.3f * small * pixel, 4 * point);
  if (small >= kCrossFrom)
    text += marked(cells, kNeverWritten, point, 1, "", [&](float x, float y) {
      x += w / 2, y += h / 2;
      return stroke(x - reach, y - reach, x + reach, y + reach) + stroke(x - reach, y + reach, x + reach, y - reach);
    });
  if (small >= kMarkFrom)
    text += marked(cells, kPadding, std::min(3 * point, 0.4f * small * pixel), 0.8f, " stroke-linecap=\"round\"",
                   [&](float x, float y) {
                     return "M" + pair_of({x + w / 2, y + h / 2}) + "h0";
                   });
  return text;
}

}  // namespace gemmscope::svg
