// SPDX-License-Identifier: MIT
/// @file picture.h
/// What the reuse view shows of a matrix, and where; and all of it as text. No drawing.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "app/draw/geometry.h"
#include "app/session/look.h"
#include "tracing/analysis/reuse.h"
#include "tracing/format/result.h"

namespace gemmscope::views {

/// B over C, A left of C. M and N have one scale; K another one where it would crowd them out or be too thin.
struct MatrixPlaces {
  draw::Rect A, B, C;
};
[[nodiscard]] MatrixPlaces matrix_places(draw::Rect space, std::uint32_t M, std::uint32_t N, std::uint32_t K);

/// What is shown of a matrix: its loads, or if it has none its stores; null without either.
[[nodiscard]] const analysis::MatrixReuse* shown_of(const analysis::Reuse& reuse, const format::Recording& recording,
                                                    format::Matrix matrix);

/// Times by lanes of the launch, or over the pairs of a block and an element that it loads.
[[nodiscard]] const analysis::Times& times_of(const analysis::MatrixReuse& matrix, bool block);
[[nodiscard]] analysis::Missing missing_of(const analysis::MatrixReuse& matrix, bool block);
/// Why figures are absent, each reason once.
[[nodiscard]] std::set<analysis::Missing> missing_of(const analysis::Reuse& reuse);

/// How often the launch uses one element (row, column).
[[nodiscard]] analysis::ElementCount count_at(const analysis::MatrixReuse& matrix, const format::Tensor& tensor,
                                              std::uint32_t row, std::uint32_t column);

/// Whether the block in `look` has a tile of C.
[[nodiscard]] bool has_tile(const session::Look& look);

/// What the map shows of a matrix, which `tensor` has: all of it. In a batch, what belongs to the block's product, as
/// in Arrays; if the block has no tile, to the first product.
[[nodiscard]] analysis::Rect part_shown(const session::Look& look, format::Matrix matrix, const format::Tensor& tensor);

/// The launch's map of `part` in at most `kMostCells` cells down and across: what happens to the first element of each.
struct ReuseCells {
  static constexpr std::uint32_t kMostCells = 64;
  std::uint32_t rows = 0, columns = 0;                  ///< of the picture
  std::uint32_t element_rows = 1, element_columns = 1;  ///< that each cell stands for
  std::vector<std::uint64_t> lanes;                     ///< [row * columns + column]
};
[[nodiscard]] ReuseCells reuse_cells(const analysis::MatrixReuse& matrix, const format::Tensor& tensor,
                                     const analysis::Rect& part);

/// What the block in `look` works on in all its k-tiles; nullopt if the kernel states no tiles.
[[nodiscard]] std::optional<analysis::BlockTiles> block_strips(const session::Look& look);

/// A line for each matrix and each tile, then FLOP per byte.
Result<std::string> reuse_text(const session::Look& look);

}  // namespace gemmscope::views
