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
    if (t.of == "A")
      shape.BM = t.transposed ? t.layout.columns : t.layout.rows,
      shape.BK = t.transposed ? t.layout.rows : t.layout.columns;
    if (t.of == "B") shape.BN = t.transposed ? t.layout.rows : t.layout.columns;
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
  if (is(recording, element.tensor, "A")) return element.column / shape->BK;
  if (is(recording, element.tensor, "B")) return element.row / shape->BK;
  return std::nullopt;
}

}  // namespace gemmscope::analysis
