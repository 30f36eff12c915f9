// SPDX-License-Identifier: MIT
/// @file draw.h
/// The parts of the warp-tiling view.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"
#include "app/views/warp_tiling/picture.h"

namespace gemmscope::views {

struct WarpScene {
  const session::Look& look;
  const analysis::Ownership& owners;
  analysis::BlockTiles tiles;
  int lane = 0;                       ///< drawn in detail
  std::optional<std::uint32_t> step;  ///< dotIdx
  Fragments fragments;
  LaneGrid grid;  ///< of the cursor's warp
  Pieces pieces;  ///< of the lane

  std::uint32_t warp() const { return look.cursor.warp; }
  const analysis::LaneShare& share() const { return owners.share(warp(), lane); }
  /// The inner step as the kernel counts it: from the start of the k-tile, of single steps along K from that of A.
  std::uint32_t k() const { return step.value_or(0) + (tiles.A.columns == 1 ? tiles.A.column : 0); }
  /// The tile in shared memory that is read, or the matrix where there is none: As or A.
  std::string source_of(format::Matrix matrix) const;
};

/// The block tile of C with As on its left and Bs above it. Returns where the first pieces of the warp's lanes are.
draw::Rect draw_block_tile(draw::Canvas& canvas, draw::Rect space, const WarpScene& scene, session::Actions& actions);
/// The accumulators of the lane, with regM on their left and regN above them.
void draw_accumulators(draw::Canvas& canvas, draw::Rect space, const WarpScene& scene);
/// The 32 lanes as their first pieces lie, with their numbers; `from` is what they enlarge. Returns the height used.
float draw_lanes_of_subtile(draw::Canvas& canvas, draw::Rect space, draw::Rect from, const WarpScene& scene,
                            session::Actions& actions);

}  // namespace gemmscope::views
