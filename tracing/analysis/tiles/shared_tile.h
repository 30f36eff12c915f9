// SPDX-License-Identifier: MIT
/// @file shared_tile.h
/// Where the elements of A and B are in shared memory, found from a recording: the layout of As and Bs.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/tiles/product.h"
#include "tracing/format/layout/layout.h"

namespace gemmscope::analysis {

/// A k-tile of A or B in shared memory. Offsets count elements of the tile.
struct SharedTile {
  /// How the place of an element follows from its row and its column.
  enum class Rule : std::uint8_t {
    kModes,     ///< offset = by_row(row) + by_column(column)
    kSwizzle,   ///< the same of column ^ move(row), or of column ^ move(column)
    kRotation,  ///< the same of (column + move(row)) mod columns
    kNone,      ///< none of these rules holds
  };
  std::uint16_t shared = 0;  ///< the shared array: index into Recording::tensors
  std::uint16_t matrix = 0;  ///< A or B: index into Recording::tensors
  bool transposed = false;   ///< a row of the tile is a column of A, or of B
  std::uint32_t rows = 0, columns = 0;
  bool computed = false;            ///< elements were converted, scaled or chosen before they were stored
  std::uint32_t element_bytes = 0;  ///< other than the matrix's where they were converted
  std::uint32_t offset = 0;         ///< byte of its first element, from the start of the block's shared memory
  Rule rule = Rule::kNone;
  Modes by_row, by_column;
  Swizzle moves{};                  ///< for kSwizzle and kRotation: move(i) = ((i >> shift) * factor) & mask
  std::uint32_t buffers = 1;        ///< used in turn
  std::uint32_t buffer_stride = 0;  ///< elements from one to the next

  /// Elements from the first one; not for kNone.
  [[nodiscard]] std::uint32_t element_offset(std::uint32_t row, std::uint32_t column) const;
  /// nullopt: it has none that a Layout can say, as with columns in groups that are not neighbours.
  [[nodiscard]] std::optional<Layout> layout() const;
  friend bool operator==(const SharedTile&, const SharedTile&) = default;
};

/// Whether it is where a comment says, as far as that can be said.
[[nodiscard]] bool is_as_said(const SharedTile& tile, const SaidTile& said, const Product& product);

/// One for each shared array that holds elements of A, and of B: A's first. `k_tile`: k's of one tile. Rows (or
/// columns) of a tile are the matrix's in their order, even if they are no neighbours there.
///
/// Limits   Elements that were computed from several loads before they were stored have no known origin. Tiles that are
/// cut by an edge are
///          described as far as they reach.
[[nodiscard]] std::vector<SharedTile> shared_tiles(const format::Recording& recording, const Consumption& consumption,
                                                   const Product& product, std::uint32_t k_tile);

}  // namespace gemmscope::analysis
