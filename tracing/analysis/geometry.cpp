// SPDX-License-Identifier: MIT
#include "tracing/analysis/geometry.h"

#include <algorithm>

namespace gemmscope::analysis {
namespace {

using format::Matrix;
using format::Recording;
using format::Tensor;

std::uint16_t tensor_count(const Recording& recording) { return static_cast<std::uint16_t>(recording.tensors.size()); }

/// The part of matrix A or B that a shared tile holds.
std::optional<Rect> tile_of(const Recording& recording, const Tensor& shared, const format::Block& block,
                            std::uint32_t k_tile) {
  const auto tiles = block_tiles(recording, block, k_tile);
  if (!tiles) return std::nullopt;
  const Matrix matrix = shared.matrix;
  if (matrix == Matrix::kOther || matrix == Matrix::kC) return std::nullopt;
  return matrix == Matrix::kA ? tiles->A : tiles->B;
}

}  // namespace

std::optional<Cell> cell_in(const Recording& recording, std::uint16_t tensor, std::uint32_t byte) {
  const Tensor& t = recording.tensors[tensor];
  if (t.space != format::Space::kShared || byte < t.offset) return std::nullopt;
  const std::uint32_t index = (byte - t.offset) / t.element_bytes;
  const Located found = t.layout.at(index);
  if (found.as == Located::As::kOutside) return std::nullopt;
  return Cell{.tensor = tensor,
              .row = found.at.row,
              .column = found.at.column,
              .stored_column = found.place,
              .byte = t.offset + index * t.element_bytes,
              .buffer = found.at.buffer,
              .padding = found.as == Located::As::kPadding};
}

Cell cell_of(const Recording& recording, std::uint16_t tensor, std::uint32_t row, std::uint32_t column,
             std::uint32_t buffer) {
  const Tensor& t = recording.tensors[tensor];
  return {.tensor = tensor,
          .row = row,
          .column = column,
          .stored_column = t.layout.place(row, column),
          .byte = byte_in(t, row, column, buffer),
          .buffer = buffer};
}

std::optional<Element> element_at(const Recording& recording, std::uint16_t tensor, std::uint32_t byte) {
  const Tensor& t = recording.tensors[tensor];
  const Located found = t.layout.at(byte / t.element_bytes);
  if (found.as != Located::As::kElement) return std::nullopt;
  return Element{tensor, found.at.row, found.at.column};
}

std::uint32_t byte_of(const Recording& recording, const Element& element) {
  return byte_in(recording.tensors[element.tensor], element.row, element.column);
}

std::optional<std::uint16_t> tensor_named(const Recording& recording, std::string_view name) {
  for (std::uint16_t t = 0; t < tensor_count(recording); ++t)
    if (recording.tensors[t].name == name) return t;
  return std::nullopt;
}

std::optional<std::uint16_t> tile_tensor_of(const Recording& recording, std::uint16_t tensor) {
  const Matrix matrix = recording.tensors[tensor].matrix;
  if (matrix == Matrix::kOther) return std::nullopt;
  for (std::uint16_t t = 0; t < tensor_count(recording); ++t)
    if (recording.tensors[t].space == format::Space::kShared && recording.tensors[t].matrix == matrix) return t;
  return std::nullopt;
}

std::optional<BlockShape> block_shape(const Recording& recording) { return recording.found_tile; }

std::optional<BlockTiles> block_tiles(const Recording& recording, const format::Block& block, std::uint32_t k_tile) {
  const auto shape = block_shape(recording);
  if (!shape) return std::nullopt;
  const auto& [BM, BN, BK] = *shape;
  const auto of_C = recording.tensor_of(Matrix::kC);
  const std::uint32_t byte = recording.patterns[block.pattern].tile_of_C;
  if (!of_C || byte == format::Pattern::kNoTile) return std::nullopt;
  const auto first = element_at(recording, *of_C, block.base[*of_C] + byte);
  if (!first) return std::nullopt;
  const auto& [tensor, row, column] = *first;
  const std::uint32_t k = std::min(k_tile, recording.k_tiles - 1) * BK;
  const format::Batch batch = batch_in(recording);
  const std::uint32_t product = batch.C.product_of(row, column);
  const format::BatchStep A = batch.A.times(product), B = batch.B.times(product), C = batch.C.times(product);
  return BlockTiles{.A = {row - C.rows + A.rows, k + A.columns, BM, BK},
                    .B = {k + B.rows, column - C.columns + B.columns, BK, BN},
                    .C = {row, column, BM, BN}};
}

Rect product_part(const Recording& recording, const Rect& tile_of_C, Matrix matrix) {
  const format::Batch batch = batch_in(recording);
  const format::BatchStep step = batch.of(matrix).times(batch.C.product_of(tile_of_C.row, tile_of_C.column));
  return {step.rows, step.columns, matrix == Matrix::kB ? recording.K : recording.M,
          matrix == Matrix::kA ? recording.K : recording.N};
}

TileGrid tile_grid(const Recording& recording, const BlockShape& shape) {
  return {(recording.M - 1) / shape.BM + 1, (recording.N - 1) / shape.BN + 1};
}

std::optional<TilePlace> tile_of_C(const Recording& recording, const format::Block& block, const BlockShape& shape) {
  const auto tiles = block_tiles(recording, block, 0);
  if (!tiles) return std::nullopt;
  const Rect whole = product_part(recording, tiles->C, Matrix::kC);
  return TilePlace((tiles->C.row - whole.row) / shape.BM, (tiles->C.column - whole.column) / shape.BN);
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> block_storing(const Recording& recording, std::uint32_t row,
                                                                     std::uint32_t column) {
  for (const format::Block& block : recording.blocks)
    if (const auto tiles = block_tiles(recording, block, 0); tiles && tiles->C.contains(row, column))
      return std::pair(block.y, block.x);
  return std::nullopt;
}

std::optional<Element> element_in(const Recording& recording, const Cell& cell, const format::Block& block,
                                  std::uint32_t k_tile) {
  const Tensor& shared = recording.tensors[cell.tensor];
  const auto tile = tile_of(recording, shared, block, k_tile);
  const auto matrix = recording.tensor_of(shared.matrix);
  if (cell.padding || !tile || !matrix) return std::nullopt;
  const Element element{*matrix, tile->row + (shared.transposed ? cell.column : cell.row),
                        tile->column + (shared.transposed ? cell.row : cell.column)};
  const Tensor& m = recording.tensors[*matrix];
  if (element.row >= m.layout.rows || element.column >= m.layout.columns) return std::nullopt;
  return element;
}

std::optional<Cell> cell_holding(const Recording& recording, const Element& element, const format::Block& block,
                                 std::uint32_t k_tile) {
  const auto tensor = tile_tensor_of(recording, element.tensor);
  if (!tensor) return std::nullopt;
  const Tensor& shared = recording.tensors[*tensor];
  const auto tile = tile_of(recording, shared, block, k_tile);
  if (!tile || !tile->contains(element.row, element.column)) return std::nullopt;
  const std::uint32_t row = element.row - tile->row, column = element.column - tile->column;
  const std::uint32_t buffer = buffer_of(shared, k_tile);
  return shared.transposed ? cell_of(recording, *tensor, column, row, buffer)
                           : cell_of(recording, *tensor, row, column, buffer);
}

std::optional<std::uint32_t> k_tile_using(const Recording& recording, const Element& element) {
  const auto shape = block_shape(recording);
  if (!shape) return std::nullopt;
  const Matrix matrix = recording.tensors[element.tensor].matrix;
  const format::BatchStep step = batch_in(recording).of(matrix);
  switch (matrix) {
    case Matrix::kA: return (step.columns == 0 ? element.column : element.column % step.columns) / shape->BK;
    case Matrix::kB: return (step.rows == 0 ? element.row : element.row % step.rows) / shape->BK;
    default: return std::nullopt;
  }
}

}  // namespace gemmscope::analysis
