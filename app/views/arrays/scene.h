// SPDX-License-Identifier: MIT
/// @file scene.h
/// What Arrays draws over the arrays of a product whose tiles are known, and beside them.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"
#include "app/views/arrays/cells.h"
#include "app/views/arrays/tiles.h"

namespace gemmscope::views {

/// What the parts share.
struct TileScene {
  const session::Look& look;
  const format::Recording& recording;
  const format::Block& block;
  analysis::BlockShape shape;
  analysis::BlockTiles tiles;  ///< of the cursor's k-tile, the last one in the write-back
  std::uint32_t k_tile = 0;    ///< the cursor's; kEpilogue in the write-back
  NeverLoaded never;
  std::vector<TileState> states{};  ///< per k-tile
  analysis::TileGrid grid;          ///< tiles of C

  std::optional<analysis::TilePlace> tile_of(const format::Block& of) const {
    return analysis::tile_of_C(recording, of, shape);
  }
  /// How many k's of the cursor's k-tile there are: the last one may be less deep.
  std::uint32_t depth() const { return common(tiles.A, part(format::Matrix::kA)).columns; }
  std::string tile_name() const;  ///< of the block: "tile 3,4 of C"
  /// The matrix, or in a batch the part of it that belongs to the block's product.
  analysis::Rect part(format::Matrix matrix) const { return analysis::product_part(recording, tiles.C, matrix); }
  std::string name_of(format::Matrix matrix) const { return recording.name_of(matrix); }
  bool any_never_loaded() const { return !never.A.empty() || !never.B.empty(); }
  bool write_back() const { return k_tile == format::kEpilogue; }
};
/// nullopt: tiles are not known.
std::optional<TileScene> tile_scene(const session::Look& look);

/// What the request means for the product, and what of it it moves; `touched`: as in ArrayScene.
std::string tile_answer(const TileScene& tiles);
std::string tile_detail(const TileScene& tiles, const std::vector<session::Element>& touched);

/// A cross over what is never loaded, as over cells that are never written; `place` is where it would be.
void draw_never_loaded(draw::Canvas& canvas, draw::Rect place);

/// What has been drawn of a product.
struct ProductDrawn {
  float k_scale = 1;    ///< how many times the scale of M and N that of K is
  bool marked = false;  ///< the chosen finding is
};
/// B over C, A left of C, to scale, with the tiles of the block.
ProductDrawn draw_product(draw::Canvas& canvas, draw::Rect space, const TileScene& tiles, ArrayScene& arrays,
                          session::Actions& actions);
/// The same placement of the block's tiles in this k-tile, element by element.
void draw_enlarged(draw::Canvas& canvas, draw::Rect space, const TileScene& tiles, ArrayScene& arrays,
                   session::Actions& actions);
/// K as a bar of k-tiles, and the write-back behind them. `k_scale`: of K in the matrices, from draw_product().
void draw_k_bar(draw::Canvas& canvas, draw::Rect space, float k_scale, const TileScene& tiles,
                session::Actions& actions);

}  // namespace gemmscope::views
