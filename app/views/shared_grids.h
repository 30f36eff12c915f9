// SPDX-License-Identifier: MIT
/// @file shared_grids.h
/// The two grids of the shared view: a tile as it is in its matrix, and as it is in memory.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"
#include "app/views/shared_picture.h"

namespace gemmscope::views {

/// Rows of equal height, consecutive ones together, a gap between runs.
class Strips {
 public:
  Strips(std::vector<Run> runs, draw::Rect space, float most_height);

  const std::vector<Run>& runs() const { return runs_; }
  draw::Rect run(std::size_t index) const;                    ///< all rows of a run
  std::optional<draw::Rect> row(std::uint32_t number) const;  ///< nullopt for one that is not shown
  float row_height() const { return step_; }
  float bottom() const;

 private:
  std::vector<Run> runs_;
  draw::Rect space_;
  float step_ = 0, gap_ = 0;
};

/// Places of the drawn cells, to join the two grids by arrows.
struct GridPlaces {
  Strips strips;
  draw::Rect cells;  ///< x and width of all columns
  Run columns;       ///< shown

  std::optional<draw::Rect> cell(std::uint32_t row, std::uint32_t column) const;
};

/// What both grids need.
struct SharedScene {
  const session::Session& session;
  const format::Recording& recording;
  const SharedPicture& picture;
  draw::Colour colour;  ///< of the operand

  const format::Tensor& tile() const { return recording.tensors[picture.tile]; }
};

/// The tile as it is in the matrix: rows and columns of A or B. `most`: largest height of a row.
GridPlaces draw_matrix_side(draw::Canvas& canvas, draw::Rect space, float most, const SharedScene& scene,
                            session::Actions& actions);
/// The tile as it is in memory: one row = 128 bytes = banks 0 to 31; and under it the words asked of each bank.
GridPlaces draw_memory_side(draw::Canvas& canvas, draw::Rect space, float most, const SharedScene& scene,
                            session::Actions& actions);
/// A place that lanes touch, with their numbers: `whole` is the run of cells they touch alike. `beside`:
/// numbers that do not fit into one cell may stand to its right.
void draw_lane_run(draw::Canvas& canvas, draw::Rect whole, float cell_width, std::uint32_t lanes, draw::Colour fill,
                   bool beside);
/// From what the lane drawn in detail moves on the matrix side to where it is in memory.
void draw_arrows(draw::Canvas& canvas, const GridPlaces& matrix, const GridPlaces& memory, bool downward,
                 const SharedScene& scene);

}  // namespace gemmscope::views
