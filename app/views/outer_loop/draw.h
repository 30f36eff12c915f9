// SPDX-License-Identifier: MIT
/// @file draw.h
/// The parts of the outer-loop view, each drawn into a rectangle.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"
#include "app/views/outer_loop/tiles.h"

namespace gemmscope::views {

/// What the parts share.
struct OuterLoop {
  const session::Look& look;
  const format::Recording& recording;
  const format::Block& block;
  analysis::BlockShape shape;
  analysis::BlockTiles tiles;  ///< of the cursor's k-tile, the last one in the write-back
  std::uint32_t k_tile = 0;    ///< the cursor's; kEpilogue in the write-back
  NeverLoaded never;
  std::vector<TileState> states;  ///< per k-tile
  std::vector<session::Element>
      touched;  ///< elements of A, B or C that the request moves, also by way of shared memory

  analysis::TileGrid grid;  ///< tiles of C
  std::optional<analysis::TilePlace> tile_of(const format::Block& of) const {
    return analysis::tile_of_C(recording, of, shape);
  }
  std::string tile_name() const;  ///< of the block: "tile 3,4 of C"
  std::string name_of(format::Matrix matrix) const { return recording.name_of(matrix); }
  bool any_never_loaded() const { return !never.A.empty() || !never.B.empty(); }
  bool write_back() const { return k_tile == format::kEpilogue; }
};

/// A cross over what nobody loads, as over cells that nobody writes; `place` is where it would be.
void draw_never_loaded(draw::Canvas& canvas, draw::Rect place);

/// B over C, A left of C: whole matrices to scale. Returns how many times the scale of M and N that of K is.
float draw_matrices(draw::Canvas& canvas, draw::Rect space, const OuterLoop& loop, session::Actions& actions);
/// The same placement of the block's tiles in this k-tile, element by element.
void draw_tiles(draw::Canvas& canvas, draw::Rect space, const OuterLoop& loop, session::Actions& actions);
/// K as a bar of k-tiles, and the write-back behind them. `k_scale`: of K in the matrices, from draw_matrices().
void draw_k_bar(draw::Canvas& canvas, draw::Rect space, float k_scale, const OuterLoop& loop,
                session::Actions& actions);

}  // namespace gemmscope::views
