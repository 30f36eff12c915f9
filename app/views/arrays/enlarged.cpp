// SPDX-License-Identifier: MIT
/// The tiles of this block and k-tile, element by element. Not to scale, so that single elements can be seen.
#include <algorithm>

#include "app/views/arrays/scene.h"
#include "app/views/parts/stage_draw.h"
#include "app/views/parts/stage_words.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Rect;
using draw::TextStyle;
using format::Matrix;

/// The parts of the tile that are never loaded.
void draw_never(Canvas& canvas, const ArraySlot& slot, Matrix matrix, const analysis::Rect& part,
                const TileScene& scene) {
  static const std::vector<analysis::Rect> kNothing;
  for (const analysis::Rect& never : matrix == Matrix::kA   ? scene.never.A
                                     : matrix == Matrix::kB ? scene.never.B
                                                            : kNothing)
    if (const analysis::Rect here = common(never, part); here.rows != 0 && here.columns != 0)
      draw_never_loaded(canvas, part_place(slot, here));
}

/// A tile in `rect`, and in `caption` its name and how much of it has been moved.
void draw_tile(Canvas& canvas, Rect rect, Rect caption, Matrix matrix, const analysis::Rect& part,
               const TileScene& scene, ArrayScene& arrays, session::Actions& actions) {
  const auto tensor = scene.recording.tensor_of(matrix);
  if (!tensor || part.rows == 0 || part.columns == 0) return;
  const format::Tensor& array = scene.recording.tensors[*tensor];
  const analysis::Rect whole = scene.part(matrix);
  const analysis::Rect here = common(part, whole);
  const std::string id = "tile of " + scene.name_of(matrix);
  SoFar so_far;
  if (here.rows != 0 && here.columns != 0) {
    const ArraySlot slot = slot_of(scene.look, *tensor, here, inside_matrix(rect, whole, part));
    so_far = draw_cells(canvas, slot, id, arrays);
    draw_never(canvas, slot, matrix, part, scene);
    if (scene.any_never_loaded()) draw_touched(canvas, slot, arrays);
    draw_marks(canvas, slot, arrays);
    draw::Hit hit;
    if (const auto cell = cell_under(canvas, slot, id, hit))
      point_at_cell(canvas, slot, *cell, hit, scene.look, actions);
  }
  draw_outside(canvas, rect, whole, part);
  TextStyle style = canvas.small();
  style.colour = theme::operand_colour(canvas.colours, array);
  const std::string share = share_text(whole, part, scene.write_back() ? so_far.stored : so_far.loaded),
                    moved = share + (scene.write_back() ? " written" : " loaded");
  draw::text_that_fits(canvas, caption, std::vector{scene.name_of(matrix) + ": " + moved, moved, share}, style);
}

/// Where A and B meet: a box, because nothing of C moves before the write-back.
void draw_sums(Canvas& canvas, Rect rect, const TileScene& scene) {
  const Colour c = canvas.colours.c;
  canvas.fill(rect, theme::mixed(canvas.colours.panel, c, 0.14f), 3);
  canvas.outline(rect, theme::mixed(canvas.colours.panel, c, 0.5f), 1, 3);
  TextStyle style = canvas.small();
  style.colour = c, style.align = Align::kCentre;
  Rect text{rect.x, rect.centre().y - 18, rect.width, 36};
  canvas.text_in(text.cut_top(18), scene.tile_name() + ":", style);
  draw::text_that_fits(canvas, text, std::vector<std::string>{"accumulators in registers", "in registers"}, style);
}

}  // namespace

void draw_enlarged(Canvas& canvas, Rect space, const TileScene& scene, ArrayScene& arrays, session::Actions& actions) {
  constexpr float kCaption = 20, kGap = 10;
  const auto one = [&](Rect rect, Rect caption, Matrix matrix, const analysis::Rect& part) {
    draw_tile(canvas, rect, caption, matrix, part, scene, arrays, actions);
  };
  if (scene.write_back()) {
    const Rect caption = space.cut_top(kCaption);
    one(draw::fit_cells(space, static_cast<int>(scene.tiles.C.columns), static_cast<int>(scene.tiles.C.rows),
                        space.width),
        caption, Matrix::kC, scene.tiles.C);
    return;
  }
  const std::uint32_t first = scene.k_tile * scene.shape.BK;
  const std::string name = "k-tile " + std::to_string(scene.k_tile) + ", enlarged",
                    k = ": k = " + span_text(first, first + std::max(1u, scene.depth()) - 1);
  const std::string texts[] = {"Tiles of " + name + k, name + k, name};
  draw::text_that_fits(canvas, space.cut_top(kCaption), texts, canvas.small());
  // As in the whole picture: B above C, A on its left. K takes a third.
  const float depth = std::min(space.width, space.height) / 3;
  Rect above = space.cut_top(depth + kCaption, kGap);
  above.cut_left(depth + kGap);
  const Rect caption_b = above.cut_top(kCaption);
  one(above, caption_b, Matrix::kB, scene.tiles.B);
  const Rect caption_a = space.cut_bottom(kCaption);
  const Rect left = space.cut_left(depth, kGap);
  one(left, caption_a, Matrix::kA, scene.tiles.A);
  draw_sums(canvas, space, scene);
}

}  // namespace gemmscope::views
