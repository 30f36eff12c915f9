// SPDX-License-Identifier: MIT
/// @file draw.h
/// The parts of the writers view.
#pragma once

#include <vector>

#include "app/draw/widgets.h"
#include "app/session/actions.h"
#include "app/views/parts/array_slots.h"
#include "app/views/writers/picture.h"
#include "tracing/analysis/array_writers.h"

namespace gemmscope::views {

/// A block's tile of C, where the lanes that compute it are known.
struct WarpScene {
  const session::Look& look;
  const analysis::Ownership& owners;
  analysis::BlockTiles tiles;
  bool by_lane = true;                ///< the lane has a share
  bool warp_owns = true;              ///< some lane of the warp has
  int lane = 0;                       ///< drawn in detail
  std::optional<std::uint32_t> step;  ///< dotIdx
  Fragments fragments;
  LaneGrid grid;  ///< of the cursor's warp
  Pieces pieces;  ///< of the lane

  std::uint32_t warp() const { return look.cursor.warp; }
  const analysis::LaneShare& share() const { return owners.share(warp(), lane); }
  /// The inner step as the kernel counts it: from the start of the k-tile, of single steps along K from that of A.
  std::uint32_t k() const { return step.value_or(0) + (tiles.A.columns == 1 ? tiles.A.column : 0); }
};

// Colours. Other warps than the cursor's have their hues.
draw::Colour warp_colour(const draw::Canvas& canvas, std::uint32_t warp);
inline draw::Colour own_lane_colour(const draw::Canvas& canvas) { return canvas.colours.c; }
inline draw::Colour own_warp_colour(const draw::Canvas& canvas) {
  return theme::mixed(canvas.colours.panel, canvas.colours.c, 0.5f);
}
/// The same lanes again, behind their first pieces.
inline draw::Colour again_colour(const draw::Canvas& canvas) {
  return theme::mixed(canvas.colours.panel, canvas.colours.c, 0.3f);
}
draw::Colour entry_colour(const draw::Canvas& canvas, Entry entry, draw::Colour colour);

/// The block tile of C with As on its left and Bs above it. Returns where the first pieces of the warp's lanes are.
draw::Rect draw_block_tile(draw::Canvas& canvas, draw::Rect space, const WarpScene& scene, session::Actions& actions);
/// The accumulators of the lane, with regM on their left and regN above them.
void draw_accumulators(draw::Canvas& canvas, draw::Rect space, const WarpScene& scene);
/// The 32 lanes as their first pieces are, with their numbers; `from` is what they enlarge. Returns the height used.
float draw_lanes_of_subtile(draw::Canvas& canvas, draw::Rect space, draw::Rect from, const WarpScene& scene,
                            session::Actions& actions);

/// The part of each array that the block stores to, by warp and lane, and beside it the whole array by block.
void draw_by_array(draw::Canvas& canvas, draw::Rect space, const session::Look& look,
                   const std::vector<std::uint16_t>& arrays, session::Actions& actions);
/// A whole array by block. Returns what it draws.
std::vector<analysis::CellBlock> draw_by_block(draw::Canvas& canvas, draw::Rect space, const session::Look& look,
                                               std::uint16_t tensor);
/// Keys of the blocks whose colours are drawn, from the first to the last of them.
void add_keys_of_blocks(std::vector<draw::Key>& keys, const draw::Canvas& canvas, const session::Look& look,
                        const std::vector<analysis::CellBlock>& cells);

}  // namespace gemmscope::views
