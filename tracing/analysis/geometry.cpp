// SPDX-License-Identifier: MIT
#include "tracing/analysis/geometry.h"

#include <algorithm>
#include <utility>

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
  const format::Swizzle& s = tensor.swizzle;
  if (!s.any()) return column;
  const std::uint32_t by = s.by == format::Swizzle::By::kRow ? row : column;
  return column ^ ((by >> s.shift) * s.factor & s.mask);
}

std::optional<Cell> cell_in(const Recording& recording, std::uint16_t tensor, std::uint32_t byte) {
  const Tensor& t = recording.tensors[tensor];
  if (t.space != format::Space::kShared || byte < t.offset || t.pitch == 0) return std::nullopt;
  const std::uint32_t buffer = t.buffer_bytes == 0 ? 0 : std::min((byte - t.offset) / t.buffer_bytes, t.buffers - 1);
  const std::uint32_t start = t.offset + buffer * t.buffer_bytes, index = (byte - start) / t.element_bytes;
  Cell cell{.tensor = tensor,
            .row = index / t.pitch,
            .stored_column = index % t.pitch,
            .byte = start + index * t.element_bytes,
            .buffer = buffer};
  if (cell.row >= t.rows) return std::nullopt;
  const std::uint32_t period = t.group + t.group_pad;  // columns of a group and the padding behind it
  const std::uint32_t group = period == 0 ? 0 : cell.stored_column / period;
  const std::uint32_t unpadded = cell.stored_column - group * t.group_pad;
  cell.padding = period != 0 && cell.stored_column % period >= t.group;
  if (!cell.padding) cell.column = swizzled_column(t, cell.row, unpadded);
  cell.padding = cell.padding || cell.column >= t.columns;
  if (cell.padding) cell.column = cell.stored_column;
  return cell;
}

StoredAt stored_at(const Tensor& tile, std::uint32_t row, std::uint32_t column, std::uint32_t buffer) {
  const std::uint32_t unpadded = swizzled_column(tile, row, column);
  const std::uint32_t stored = unpadded + (tile.group == 0 ? 0 : unpadded / tile.group * tile.group_pad);
  return {stored, tile.offset + buffer * tile.buffer_bytes + (row * tile.pitch + stored) * tile.element_bytes};
}

Cell cell_of(const Recording& recording, std::uint16_t tensor, std::uint32_t row, std::uint32_t column,
             std::uint32_t buffer) {
  const StoredAt stored = stored_at(recording.tensors[tensor], row, column, buffer);
  return {.tensor = tensor,
          .row = row,
          .column = column,
          .stored_column = stored.column,
          .byte = stored.byte,
          .buffer = buffer};
}

std::optional<Element> element_at(const Recording& recording, std::uint16_t tensor, std::uint32_t byte) {
  const Tensor& t = recording.tensors[tensor];
  if (t.pitch == 0) return std::nullopt;
  const std::uint32_t index = byte / t.element_bytes, line = index / t.pitch, place = index % t.pitch;
  const Element element{tensor, t.column_major ? place : line, t.column_major ? line : place};
  if (element.row >= t.rows || element.column >= t.columns) return std::nullopt;
  return element;
}

std::uint32_t byte_of(const Recording& recording, const Element& element) {
  const Tensor& t = recording.tensors[element.tensor];
  const auto [line, place] =
      t.column_major ? std::pair(element.column, element.row) : std::pair(element.row, element.column);
  return (line * t.pitch + place) * t.element_bytes;
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
  if (shape.BN == 0) shape.BN = shape.BM;  // kernels without tiles: squares of C, step by step along K
  if (shape.BK == 0 && recording.k_tiles == recording.K) shape.BK = 1;
  for (const std::uint32_t size : {shape.BM, shape.BN, shape.BK})
    if (size == 0 || size > kMostTileElements) return std::nullopt;
  return shape;
}

std::optional<BlockTiles> block_tiles(const Recording& recording, const format::Block& block, std::uint32_t k_tile) {
  const auto shape = block_shape(recording);
  if (!shape) return std::nullopt;
  const auto& [BM, BN, BK] = *shape;
  const std::uint32_t last = recording.k_tiles == 0 ? 0 : recording.k_tiles - 1;
  const std::uint32_t row = origin(recording.x_walks_rows ? block.x : block.y, BM);
  const std::uint32_t column = origin(recording.x_walks_rows ? block.y : block.x, BN);
  const std::uint32_t k = origin(std::min(k_tile, last), BK);
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
  const std::uint32_t buffer = buffer_of(shared, k_tile);
  return shared.transposed ? cell_of(recording, *tensor, column, row, buffer)
                           : cell_of(recording, *tensor, row, column, buffer);
}

std::optional<std::uint32_t> k_tile_using(const Recording& recording, const Element& element) {
  const auto shape = block_shape(recording);
  if (!shape) return std::nullopt;
  if (is(recording, element.tensor, "A")) return element.column / shape->BK;
  if (is(recording, element.tensor, "B")) return element.row / shape->BK;
  return std::nullopt;
}

}  // namespace gemmscope::analysis
