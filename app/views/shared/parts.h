// SPDX-License-Identifier: MIT
/// @file parts.h
/// What the shared view consists of, alone and beside a baseline.
#pragma once

#include "app/views/shared/grids.h"

namespace gemmscope::views {

/// Which tile is chosen: 0 for that of the request, where the one that was chosen is of another kernel.
int chosen_tile(const session::Look& look);

/// What the view shows of the chosen tile. nullopt: there is none, or tiles are not known.
std::optional<SharedPicture> picture_of_tile(const session::Look& look);

/// The buttons for the tile and for what is shown of it.
void draw_shared_choices(draw::Canvas& canvas, draw::Rect row, const session::Look& look, const SharedPicture& picture,
                         session::Actions& actions);

/// Both sides; nothing was seen of the matrix where the memory is drawn alone.
struct Grids {
  GridPlaces matrix;
  MemoryPlaces memory;
};

/// Whether the matrix stands over the memory instead of beside it.
bool matrix_is_above(const SharedPicture& picture);

/// The matrix and the memory with what joins them; without a tile the memory alone. `most`: largest height of a row;
/// `low`: no room for a matrix over the memory.
Grids draw_grids(draw::Canvas& canvas, draw::Rect space, float most, bool low, const SharedScene& scene,
                 session::Actions& actions);

/// The keys for what occurs in the grids.
std::vector<draw::Key> shared_keys(const draw::Canvas& canvas, const SharedScene& scene, const Grids& grids);
/// In one row: the last key, which says least, gives way.
void draw_shared_keys(draw::Canvas& canvas, draw::Rect row, std::vector<draw::Key> keys);

/// What is shown and its baseline over each other, with what each costs and why; all else once.
void draw_shared_compared(const session::Look& look, const session::Look& baseline, session::Actions& actions,
                          draw::Canvas& canvas);

}  // namespace gemmscope::views
