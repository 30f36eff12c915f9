// SPDX-License-Identifier: MIT
/// @file geometry.h
/// Which matrix element or shared-memory cell an address is, and where an element of A or B lies in shared memory.
///
/// Works from the layouts in the recording (tracing/format/layout/layout.h); the tests compare with what recorded
/// copies really moved.
#pragma once

#include <optional>
#include <utility>

#include "tracing/analysis/warp_access.h"

namespace gemmscope::analysis {

/// A rectangle of elements; half-open: rows row .. row + rows - 1.
struct Rect {
  std::uint32_t row = 0, column = 0, rows = 0, columns = 0;

  constexpr bool contains(std::uint32_t r, std::uint32_t c) const {
    return r - row < rows && c - column < columns;  // below the origin wraps around to a huge number
  }
  friend constexpr bool operator==(const Rect&, const Rect&) = default;
};

/// An element of a matrix in global memory.
struct Element {
  std::uint16_t tensor = 0;  ///< index into Recording::tensors
  std::uint32_t row = 0, column = 0;
  friend constexpr bool operator==(const Element&, const Element&) = default;
};

/// A place for one element in a shared tile.
struct Cell {
  std::uint16_t tensor = 0;  ///< index into Recording::tensors
  std::uint32_t row = 0;
  std::uint32_t column = 0;         ///< as the kernel means it: swizzle undone. Padding: as it lies
  std::uint32_t stored_column = 0;  ///< as it lies in memory
  std::uint32_t byte = 0;           ///< first byte, from the start of the block's shared memory
  std::uint32_t buffer = 0;         ///< which copy of a tile that has several
  bool padding = false;             ///< belongs to no element

  constexpr std::uint32_t word() const { return byte / kBankBytes; }
  constexpr std::uint32_t bank() const { return word() % kBanks; }
  friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

/// Byte of element (row, column): of a tile from the start of the block's shared memory, of a matrix from its first
/// element.
[[nodiscard]] constexpr std::uint32_t byte_in(const format::Tensor& tensor, std::uint32_t row, std::uint32_t column,
                                              std::uint32_t buffer = 0) {
  return tensor.offset + tensor.layout.offset(row, column, buffer) * tensor.element_bytes;
}

/// The cell of shared tile `tensor` that holds byte `byte` of the block's shared memory; nullopt for bytes outside it.
/// Tiles may share memory, as a staged C does with As: the same byte is then a cell of each.
[[nodiscard]] std::optional<Cell> cell_in(const format::Recording& recording, std::uint16_t tensor, std::uint32_t byte);

/// The cell of element (row, column) of shared tile `tensor`, as the kernel indexes it.
[[nodiscard]] Cell cell_of(const format::Recording& recording, std::uint16_t tensor, std::uint32_t row,
                           std::uint32_t column, std::uint32_t buffer = 0);

/// The element that holds byte `byte` of global tensor `tensor`; nullopt outside the matrix.
[[nodiscard]] std::optional<Element> element_at(const format::Recording& recording, std::uint16_t tensor,
                                                std::uint32_t byte);

/// Byte of an element from its tensor's first element.
[[nodiscard]] std::uint32_t byte_of(const format::Recording& recording, const Element& element);

/// The buffer of a shared tile that holds `k_tile`: they are used in turn.
[[nodiscard]] inline std::uint32_t buffer_of(const format::Tensor& tile, std::uint32_t k_tile) {
  return tile.layout.buffers < 2 ? 0 : k_tile % tile.layout.buffers;
}

/// The tensor of that name; nullopt if there is none.
[[nodiscard]] std::optional<std::uint16_t> tensor_named(const format::Recording& recording, std::string_view name);
/// The shared tile that holds parts of matrix `tensor`; the first if there are several; nullopt if there is none.
[[nodiscard]] std::optional<std::uint16_t> tile_tensor_of(const format::Recording& recording, std::uint16_t tensor);

using format::BlockShape;
/// Recording::found_tile.
[[nodiscard]] std::optional<BlockShape> block_shape(const format::Recording& recording);

/// The parts of A, B and C that a block works on in a k-tile. They may reach past the matrix at its lower and right
/// edge.
struct BlockTiles {
  Rect A, B, C;
};
/// Shapes   C: BM x BN at (m, n), where the block stores; A: BM x BK at (m, k_tile*BK); B: BK x BN at (k_tile*BK, n).
///          In a batch, A, B and C belong to the block's product.
/// Limits   nullopt if no tiles were found, or the block stores nothing to C. For k_tile = kEpilogue, A and B are those
///          of the last k-tile.
[[nodiscard]] std::optional<BlockTiles> block_tiles(const format::Recording& recording, const format::Block& block,
                                                    std::uint32_t k_tile);

/// One product, where no batch was found.
[[nodiscard]] inline format::Batch batch_in(const format::Recording& recording) {
  return recording.found_tile ? recording.found_tile->batch : format::Batch{};
}

/// Multiply-adds that the product needs, without k's that no block loads; for a batch, those of all its products, and
/// those of others that C needs, too.
[[nodiscard]] inline double multiply_adds_of(const format::Recording& recording) {
  const auto& tile = recording.found_tile;
  const double ks = tile ? 1.0 * recording.K - tile->stepped_over + tile->other_ks : 1.0 * recording.K;
  return 1.0 * recording.M * recording.N * ks * batch_in(recording).products;
}

/// The part of A, B or C that belongs to the product of the block with this tile: all of it, except in a batch.
[[nodiscard]] Rect product_part(const format::Recording& recording, const Rect& tile_of_C, format::Matrix matrix);

/// C as a grid of block tiles; in a batch, the C of one product.
struct TileGrid {
  std::uint32_t rows = 0, columns = 0;
};
[[nodiscard]] TileGrid tile_grid(const format::Recording& recording, const BlockShape& shape);
/// A tile's row and column in that grid.
using TilePlace = std::pair<std::uint32_t, std::uint32_t>;
/// Where the block's tile begins; nullopt if it has none.
[[nodiscard]] std::optional<TilePlace> tile_of_C(const format::Recording& recording, const format::Block& block,
                                                 const BlockShape& shape);

/// Recording::Block's y and x of a recorded block that computes that element of C; nullopt if there is none.
[[nodiscard]] std::optional<std::pair<std::uint32_t, std::uint32_t>> block_storing(const format::Recording& recording,
                                                                                   std::uint32_t row,
                                                                                   std::uint32_t column);

/// The element of A or B that `cell` holds once `block` has copied its k-tile `k_tile`.
///
/// Returns  nullopt for padding, and for cells that the matrix ends before (they are filled with zeros).
[[nodiscard]] std::optional<Element> element_in(const format::Recording& recording, const Cell& cell,
                                                const format::Block& block, std::uint32_t k_tile);

/// The inverse: where `block` puts `element` when it copies `k_tile`.
///
/// Returns  nullopt if the element is not in that block's tiles of that k-tile.
[[nodiscard]] std::optional<Cell> cell_holding(const format::Recording& recording, const Element& element,
                                               const format::Block& block, std::uint32_t k_tile);

/// The k-tile in which an element of A or B is used; nullopt for other matrices.
[[nodiscard]] std::optional<std::uint32_t> k_tile_using(const format::Recording& recording, const Element& element);

}  // namespace gemmscope::analysis
