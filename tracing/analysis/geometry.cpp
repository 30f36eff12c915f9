// SPDX-License-Identifier: MIT
#include "tracing/analysis/geometry.h"

#include <algorithm>

namespace gemmscope::analysis {
namespace {

using format::Recording;
using format::Tensor;

/// Rows or columns of a block tile; no block of 1024 threads has more. Keeps what a damaged file says affordable.
constexpr std::uint32_t kMostTileElements = 1024;

std::uint16_t tensor_count(const Recording& recording) { return static_cast<std::uint16_t>(recording.tensors.size()); }

bool is(const Recording& recording, std::uint16_t tensor, std::string_view name) {
  return recording.tensors[tensor].name == name;
}

/// Where tile `index` begins. A file may have more blocks than its matrices have room for: such tiles lie outside, and
/// never wrap around into the matrix.
std::uint32_t origin(std::uint32_t index, std::uint32_t tile) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(std::uint64_t{index} * tile, 0xffffffff - kMostTileElements));
}

/// The part of matrix A or B that a shared tile holds.
std::optional<Rect> tile_of(const Recording& recording, const Tensor& shared, const format::Block& block,
                            std::uint32_t k_tile) {
  const auto tiles = block_tiles(recording, block, k_tile);
  if (!tiles) return std::nullopt;
  if (shared.of == "A") return tiles->A;
  if (shared.of == "B") return tiles->B;
  return std::nullopt;
}

}  // namespace

std::uint32_t swizzled_column(const Tensor& tensor, std::uint32_t row, std::uint32_t column) {
  switch (tensor.swizzle) {
    case format::Swizzle::kNone: return column;
    case format::Swizzle::kXorRow: return column ^ ((row / 4 * std::max(4u, 128 / std::max(1u, tensor.rows))) & 31u);
    case format::Swizzle::kXorGroup: return column ^ (column / 32 & 1u) * 4;
  }
  return column;
}

std::optional<Cell> cell_at(const Recording& recording, std::uint32_t byte) {
  for (std::uint16_t t = 0; t < tensor_count(recording); ++t) {
    const Tensor& tensor = recording.tensors[t];
    if (tensor.space != format::Space::kShared || byte < tensor.offset || tensor.pitch == 0) continue;
    const std::uint32_t index = (byte - tensor.offset) / tensor.element_bytes;
    Cell cell{.tensor = t,
              .row = index / tensor.pitch,
              .stored_column = index % tensor.pitch,
              .byte = tensor.offset + index * tensor.element_bytes};
    if (cell.row >= tensor.rows) continue;
    cell.column = swizzled_column(tensor, cell.row, cell.stored_column);
    cell.padding = cell.column >= tensor.columns;
    if (cell.padding) cell.column = cell.stored_column;
    return cell;
  }
  return std::nullopt;
}

Cell cell_of(const Recording& recording, std::uint16_t tensor, std::uint32_t row, std::uint32_t column) {
  const Tensor& t = recording.tensors[tensor];
  const std::uint32_t stored = swizzled_column(t, row, column);
  return {.tensor = tensor,
          .row = row,
          .column = column,
          .stored_column = stored,
          .byte = t.offset + (row * t.pitch + stored) * t.element_bytes};
}

std::optional<Element> element_at(const Recording& recording, std::uint16_t tensor, std::uint32_t byte) {
  const Tensor& t = recording.tensors[tensor];
  if (t.pitch == 0) return std::nullopt;
  const std::uint32_t index = byte / t.element_bytes;
  const Element element{tensor, index / t.pitch, index % t.pitch};
  if (element.row >= t.rows || element.column >= t.columns) return std::nullopt;
  return element;
}

std::uint32_t byte_of(const Recording& recording, const Element& element) {
  const Tensor& t = recording.tensors[element.tensor];
  return (element.row * t.pitch + element.column) * t.element_bytes;
}

std::optional<std::uint16_t> tensor_named(const Recording& recording, std::string_view name) {
  for (std::uint16_t t = 0; t < tensor_count(recording); ++t)
    if (is(recording, t, name)) return t;
  return std::nullopt;
}

std::optional<std::uint16_t> tile_tensor_of(const Recording& recording, std::uint16_t tensor) {
  for (std::uint16_t t = 0; t < tensor_count(recording); ++t)
    if (recording.tensors[t].space == format::Space::kShared &&
        recording.tensors[t].of == recording.tensors[tensor].name)
      return t;
  return std::nullopt;
}

std::optional<BlockShape> block_shape(const Recording& recording) {
  const auto number = [&](std::string_view name) {
    return static_cast<std::uint32_t>(std::max(0, recording.parameter_int(name)));
  };
  BlockShape shape{number("BM"), number("BN"), number("BK")};
  for (const Tensor& t : recording.tensors) {
    if (t.space != format::Space::kShared) continue;
    if (t.of == "A") shape.BM = t.transposed ? t.columns : t.rows, shape.BK = t.transposed ? t.rows : t.columns;
    if (t.of == "B") shape.BN = t.transposed ? t.rows : t.columns;
  }
  for (const std::uint32_t size : {shape.BM, shape.BN, shape.BK})
    if (size == 0 || size > kMostTileElements) return std::nullopt;
  return shape;
}

std::optional<BlockTiles> block_tiles(const Recording& recording, const format::Block& block, std::uint32_t k_tile) {
  const auto shape = block_shape(recording);
  if (!shape) return std::nullopt;
  const auto& [BM, BN, BK] = *shape;
  const std::uint32_t last = recording.k_tiles == 0 ? 0 : recording.k_tiles - 1;
  const std::uint32_t row = origin(block.y, BM), column = origin(block.x, BN), k = origin(std::min(k_tile, last), BK);
  return BlockTiles{.A = {row, k, BM, BK}, .B = {k, column, BK, BN}, .C = {row, column, BM, BN}};
}

std::optional<Element> element_in(const Recording& recording, const Cell& cell, const format::Block& block,
                                  std::uint32_t k_tile) {
  const Tensor& shared = recording.tensors[cell.tensor];
  const auto tile = tile_of(recording, shared, block, k_tile);
  const auto matrix = tensor_named(recording, shared.of);
  if (cell.padding || !tile || !matrix) return std::nullopt;
  const Element element{*matrix, tile->row + (shared.transposed ? cell.column : cell.row),
                        tile->column + (shared.transposed ? cell.row : cell.column)};
  const Tensor& m = recording.tensors[*matrix];
  if (element.row >= m.rows || element.column >= m.columns) return std::nullopt;
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
  return shared.transposed ? cell_of(recording, *tensor, column, row) : cell_of(recording, *tensor, row, column);
}

std::optional<std::uint32_t> k_tile_using(const Recording& recording, const Element& element) {
  const auto shape = block_shape(recording);
  if (!shape) return std::nullopt;
  if (is(recording, element.tensor, "A")) return element.column / shape->BK;
  if (is(recording, element.tensor, "B")) return element.row / shape->BK;
  return std::nullopt;
}

}  // namespace gemmscope::analysis
