// SPDX-License-Identifier: MIT
#include "app/views/reuse/picture.h"

#include <algorithm>

namespace gemmscope::views {

MatrixPlaces matrix_places(draw::Rect space, std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  constexpr float kGap = 8;
  const auto rows = static_cast<float>(M), columns = static_cast<float>(N);
  const float largest = std::max(rows, columns);
  const float depth = std::clamp(static_cast<float>(K), 0.4f * largest, largest);
  const float scale =
      std::max(0.0f, std::min((space.width - kGap) / (columns + depth), (space.height - kGap) / (rows + depth)));
  MatrixPlaces at;
  at.A = {space.x, space.y + depth * scale + kGap, depth * scale, rows * scale};
  at.B = {at.A.right() + kGap, space.y, columns * scale, depth * scale};
  at.C = {at.B.x, at.A.y, at.B.width, at.A.height};
  return at;
}

const analysis::MatrixReuse* shown_of(const analysis::Reuse& reuse, const format::Recording& recording,
                                      format::Matrix matrix) {
  const analysis::MatrixReuse* shown = nullptr;
  for (const analysis::MatrixReuse& each : reuse.matrices)
    if (recording.tensors[each.of.tensor].matrix == matrix && (shown == nullptr || each.of.op == format::Op::kLoad))
      shown = &each;
  return shown;
}

const analysis::Times& times_of(const analysis::MatrixReuse& matrix, bool block) {
  return block ? matrix.block_lanes : matrix.launch.lanes;
}

analysis::Missing missing_of(const analysis::MatrixReuse& matrix, bool block) {
  if (block || matrix.missing != analysis::Missing::kNothing) return matrix.missing;
  return matrix.launch_missing;
}

std::set<analysis::Missing> missing_of(const analysis::Reuse& reuse) {
  std::set<analysis::Missing> reasons{reuse.missing};
  for (const analysis::MatrixReuse& each : reuse.matrices) reasons.insert({each.missing, each.launch_missing});
  for (const analysis::TileReuse& each : reuse.tiles) reasons.insert(each.missing);
  reasons.erase(analysis::Missing::kNothing);
  return reasons;
}

analysis::ElementCount count_at(const analysis::MatrixReuse& matrix, const format::Tensor& tensor, std::uint32_t row,
                                std::uint32_t column) {
  return tensor.layout.column_major ? matrix.map.at(column, row) : matrix.map.at(row, column);
}

bool has_tile(const session::Look& look) {
  return analysis::block_tiles(*look.recording(), look.block(), 0).has_value();
}

analysis::Rect part_shown(const session::Look& look, format::Matrix matrix, const format::Tensor& tensor) {
  const format::Recording& recording = *look.recording();
  if (analysis::batch_in(recording).products <= 1) return {0, 0, tensor.layout.rows, tensor.layout.columns};
  const auto tiles = analysis::block_tiles(recording, look.block(), 0);
  return analysis::product_part(recording, tiles ? tiles->C : analysis::Rect{}, matrix);
}

ReuseCells reuse_cells(const analysis::MatrixReuse& matrix, const format::Tensor& tensor, const analysis::Rect& part) {
  ReuseCells cells;
  const auto split = [](std::uint32_t elements, std::uint32_t& each) {
    each = std::max(1u, (elements + ReuseCells::kMostCells - 1) / ReuseCells::kMostCells);
    return (elements + each - 1) / each;
  };
  cells.rows = split(part.rows, cells.element_rows);
  cells.columns = split(part.columns, cells.element_columns);
  for (std::uint32_t row = 0; row < cells.rows; ++row)
    for (std::uint32_t column = 0; column < cells.columns; ++column)
      cells.lanes.push_back(
          count_at(matrix, tensor, part.row + row * cells.element_rows, part.column + column * cells.element_columns)
              .lanes);
  return cells;
}

std::optional<analysis::BlockTiles> block_strips(const session::Look& look) {
  const format::Recording& recording = *look.recording();
  auto tiles = analysis::block_tiles(recording, look.block(), 0);
  if (!tiles) return tiles;
  tiles->A.columns = tiles->B.rows = recording.K;
  const auto inside = [&](analysis::Rect& rect, format::Matrix matrix) {
    const analysis::Rect whole = analysis::product_part(recording, tiles->C, matrix);
    const std::uint32_t bottom = whole.row + whole.rows, right = whole.column + whole.columns;
    rect.rows = std::min(rect.rows, bottom - std::min(bottom, rect.row));
    rect.columns = std::min(rect.columns, right - std::min(right, rect.column));
  };
  inside(tiles->A, format::Matrix::kA), inside(tiles->B, format::Matrix::kB), inside(tiles->C, format::Matrix::kC);
  return tiles;
}

}  // namespace gemmscope::views
