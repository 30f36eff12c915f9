// SPDX-License-Identifier: MIT
// A, B and C, coloured by how often each of their elements is loaded.
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/views/reuse/draw.h"
#include "app/views/reuse/picture.h"
#include "app/words/number.h"
#include "app/words/reuse_words.h"

namespace gemmscope::views {
namespace {

using analysis::MatrixReuse;
using draw::Canvas;
using draw::Colour;
using draw::Rect;

constexpr float kLegend = 20;

/// One of the three.
struct Matrix {
  const format::Tensor& tensor;
  const MatrixReuse& reuse;
  analysis::Rect part;  ///< that is shown
  Rect place;
  std::optional<analysis::Rect> strip;  ///< of the block at the cursor; nullopt where the kernel does not say
  const MatrixReuse* pinned;            ///< of the baseline; null: there is none
};

Colour colour_of(std::uint64_t value, std::uint64_t most) {
  constexpr int kSteps = 47;  // 64 palette entries: 48 steps of the ramp are more than an eye tells apart
  if (most == 0) return theme::viridis(0);
  const int step = static_cast<int>(static_cast<double>(value) / static_cast<double>(most) * kSteps + 0.5);
  return theme::viridis(static_cast<float>(step) / kSteps);
}

void draw_cells(Canvas& canvas, const Matrix& matrix, std::uint64_t most) {
  const ReuseCells cells = reuse_cells(matrix.reuse, matrix.tensor, matrix.part);
  const int rows = static_cast<int>(cells.rows), columns = static_cast<int>(cells.columns);
  draw::MatrixImage image = draw::matrix_image(canvas, rows, columns, canvas.colours.ground);
  image.gap_px = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      draw::set_cell(image, row, column,
                     colour_of(cells.lanes[static_cast<std::size_t>(row * columns + column)], most));
  canvas.matrix("reuse " + matrix.tensor.name, matrix.place, image);
}

Rect part_of(const Matrix& matrix, const analysis::Rect& strip) {
  const float across = matrix.place.width / static_cast<float>(std::max(1u, matrix.part.columns));
  const float down = matrix.place.height / static_cast<float>(std::max(1u, matrix.part.rows));
  return {matrix.place.x + across * static_cast<float>(strip.column - matrix.part.column),
          matrix.place.y + down * static_cast<float>(strip.row - matrix.part.row),
          std::max(2.0f, across * static_cast<float>(strip.columns)),
          std::max(2.0f, down * static_cast<float>(strip.rows))};
}

/// The name and the number, on a label that can be read on any colour.
void draw_label(Canvas& canvas, const Matrix& matrix, const std::string& number) {
  draw::TextStyle style = canvas.bold();
  style.align = draw::Align::kCentre;
  const std::string text = matrix.tensor.name + ": " + number;
  const float width = canvas.text_width(text, style) + 12;
  const draw::Point middle = matrix.place.centre();
  const Rect label{middle.x - width / 2, middle.y - 11, width, 22};
  if (width > matrix.place.width + 8) return;  // the table has it too
  canvas.fill(label, canvas.colours.panel, 4);
  style.colour = theme::operand_colour(canvas.colours, matrix.tensor);
  canvas.text_in(label, text, style);
}

void react(Canvas& canvas, const format::Recording& recording, const Matrix& matrix, bool block,
           analysis::Missing missing) {
  const draw::Hit hit = canvas.hit("reuse of " + matrix.tensor.name, matrix.place);
  if (!hit.hovered) return;
  const std::string& name = matrix.tensor.name;
  if (missing != analysis::Missing::kNothing)
    return canvas.tooltip(name + ": not counted because " + words::missing_in_words(missing));
  if (block) return canvas.tooltip(name + ": " + words::matrix_reuse_in_words(recording, matrix.reuse));
  const auto at = [](float from, float size, float value, std::uint32_t count) {
    const auto index = static_cast<std::int64_t>((value - from) / size * static_cast<float>(count));
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(index, 0, std::int64_t{count} - 1));
  };
  if (matrix.part.rows == 0 || matrix.part.columns == 0) return;
  const std::uint32_t row = matrix.part.row + at(matrix.place.y, matrix.place.height, hit.at.y, matrix.part.rows);
  const std::uint32_t column =
      matrix.part.column + at(matrix.place.x, matrix.place.width, hit.at.x, matrix.part.columns);
  const analysis::ElementCount count = count_at(matrix.reuse, matrix.tensor, row, column);
  canvas.tooltip(name + "[" + std::to_string(row) + "][" + std::to_string(column) +
                 "]: " + words::done_by(matrix.reuse.of.op) + " " + words::count_of(count.lanes, "time") + ", in " +
                 words::count_of(count.requests, "request") + " of " + words::count_of(count.blocks, "block"));
}

/// How often, and what that was in the baseline.
std::string number_of(const Matrix& matrix, bool block) {
  const bool both = matrix.pinned != nullptr && missing_of(*matrix.pinned, block) == analysis::Missing::kNothing;
  return times_and_change(times_of(matrix.reuse, block), both ? &times_of(*matrix.pinned, block) : nullptr);
}

/// The part of the block at the cursor, hatched where blocks differ; nothing where the kernel does not say which it is.
void draw_strip(Canvas& canvas, const Matrix& matrix, draw::Colour colour) {
  if (!matrix.strip) return;
  if (matrix.reuse.block_lanes.same())
    canvas.fill(part_of(matrix, *matrix.strip), colour);
  else
    canvas.hatch(part_of(matrix, *matrix.strip), colour, 4);
}

void draw_matrix(Canvas& canvas, const format::Recording& recording, const Matrix& matrix, bool block,
                 std::uint64_t most) {
  const analysis::Missing missing = missing_of(matrix.reuse, block);
  const analysis::Times& times = times_of(matrix.reuse, block);
  canvas.fill(matrix.place, canvas.colours.ground);
  if (missing != analysis::Missing::kNothing)
    canvas.hatch(matrix.place, theme::faded(canvas.colours.secondary, 0.6f));
  else if (block)
    draw_strip(canvas, matrix, colour_of(times.most, most));
  else if (times.same())
    canvas.fill(matrix.place, colour_of(times.most, most));
  else
    draw_cells(canvas, matrix, most);
  canvas.outline(matrix.place, theme::operand_colour(canvas.colours, matrix.tensor));
  draw_label(canvas, matrix, missing == analysis::Missing::kNothing ? number_of(matrix, block) : "not counted");
  react(canvas, recording, matrix, block, missing);
}

}  // namespace

void draw_reuse_map(Canvas& canvas, Rect rect, const ReuseOf& of_shown, const ReuseOf* pinned) {
  const session::Look& look = of_shown.look;
  const format::Recording& recording = *look.recording();
  const bool block = look.views.reuse.block;
  const auto strips = block_strips(look);
  const Rect legend = rect.cut_bottom(kLegend, 6);
  const auto A = recording.tensor_of(format::Matrix::kA);  // its columns may be more than the k's that are loaded
  const std::uint32_t K = A ? part_shown(look, format::Matrix::kA, recording.tensors[*A]).columns : recording.K;
  const MatrixPlaces places = matrix_places(rect, recording.M, recording.N, K);
  std::vector<Matrix> matrices;
  std::uint64_t most = 0;
  const auto add = [&](format::Matrix of, Rect place, const std::optional<analysis::Rect>& strip) {
    const MatrixReuse* shown = shown_of(of_shown.reuse, recording, of);
    if (shown == nullptr) return;
    const format::Tensor& tensor = recording.tensors[shown->of.tensor];
    matrices.push_back(
        {tensor, *shown, part_shown(look, of, tensor), place, strip, same_matrix(pinned, tensor, shown->of.op)});
    if (missing_of(*shown, block) == analysis::Missing::kNothing) most = std::max(most, times_of(*shown, block).most);
  };
  using Tiles = analysis::BlockTiles;
  const auto strip = [&](analysis::Rect Tiles::*of) { return strips ? std::optional((*strips).*of) : std::nullopt; };
  add(format::Matrix::kA, places.A, strip(&Tiles::A)), add(format::Matrix::kB, places.B, strip(&Tiles::B)),
      add(format::Matrix::kC, places.C, strip(&Tiles::C));
  for (const Matrix& matrix : matrices) draw_matrix(canvas, recording, matrix, block, most);
  const bool sampled = !block && std::ranges::any_of(matrices, [](const Matrix& each) {
    const std::uint32_t largest = std::max(each.part.rows, each.part.columns);
    return !times_of(each.reuse, false).same() && largest > ReuseCells::kMostCells;
  });
  const std::uint32_t products = analysis::batch_in(recording).products;
  std::string words = most == 1 ? "time" : "times";
  if (block) words += " per block";
  if (products > 1)
    words += (has_tile(look) ? "; the block's product, one of " : "; the first product of ") + std::to_string(products);
  if (sampled) words += "; a square shows its first element";
  if (most != 0) draw::count_legend(canvas, legend, most, words);
}

}  // namespace gemmscope::views
