// SPDX-License-Identifier: MIT
/// @file warp_tiling_parts.h
/// The parts of the warp-tiling view.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"
#include "app/views/warp_tiling_picture.h"

namespace gemmscope::views {

struct WarpScene {
  const session::Session& session;
  const analysis::WarpTiling& tiling;
  int lane = 0;                       ///< drawn in detail
  std::optional<std::uint32_t> step;  ///< dotIdx
  Fragments fragments;

  const kernels::WarpTileShape& shape() const { return tiling.shape(); }
};

/// The block tile of C with As on its left and Bs above it. Returns where subtile 0,0 of the warp is.
draw::Rect draw_block_tile(draw::Canvas& canvas, draw::Rect space, const WarpScene& scene, session::Actions& actions);
/// The accumulators of the lane, with regM on their left and regN above them.
void draw_accumulators(draw::Canvas& canvas, draw::Rect space, const WarpScene& scene);
/// The 32 lanes of a subtile with their numbers; `from` is the subtile that they enlarge. Returns the height used.
float draw_lanes_of_subtile(draw::Canvas& canvas, draw::Rect space, draw::Rect from, const WarpScene& scene,
                            session::Actions& actions);

}  // namespace gemmscope::views
