// SPDX-License-Identifier: MIT
/// The two grids: where each stands, and what joins them.
#include <algorithm>

#include "app/views/shared/parts.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;

constexpr std::uint32_t kWideTile = 24;  // columns above which the tile stands over the memory instead of beside it

/// Where the matrix goes: over the memory where it is wide, else beside it with cells of the same width. Cut from
/// `rest`.
Rect matrix_space(Rect& rest, const SharedScene& scene, float most, bool above) {
  const SharedPicture& picture = *scene.picture;
  if (above) {
    // Rows of both share the height, so that few rows of the matrix do not press many lines of memory together.
    constexpr float kLeast = 14;
    const float caption = caption_height(scene), memory_captions = caption + words_height(scene);
    const float gap = most < 20 ? 10 : 22, rows = rows_in(picture.rows), lines = rows_in(picture.lines);
    const float shared = (rest.height - caption - memory_captions - gap) / std::max(1.0f, rows + lines);
    return rest.cut_top(std::min(rest.height * 0.4f, caption + std::clamp(shared, kLeast, most) * rows), gap);
  }
  constexpr float kGap = 18;
  const auto columns = static_cast<float>(picture.columns.count);
  const float cell =
      (rest.width - kRowLabels - kGap - kBankLabel - kRowLabel - kByteLabel) / (columns + analysis::kBanks);
  Rect space = rest.cut_left(kRowLabels + cell * columns, kGap);
  space.cut_bottom(words_height(scene));
  return space;
}

}  // namespace

bool matrix_is_above(const SharedPicture& picture) {
  return picture.part.columns > kWideTile;  // also where only some of its columns are shown
}

Grids draw_grids(Canvas& canvas, Rect rest, float most, bool low, const SharedScene& scene, session::Actions& actions) {
  const bool above = scene.picture != nullptr && matrix_is_above(*scene.picture);
  // Of sums on their way to C, whose places there change from round to round, the memory alone; and where there is no
  // room for both, or no tile.
  if (scene.picture == nullptr || (above && low) || scene.picture->of_idle_block()) {
    MemoryPlaces memory = draw_memory_side(canvas, rest, most, scene, actions);
    draw_shared_marks(canvas, memory, scene);
    draw_followed(canvas, nullptr, memory, scene);
    draw_memory_caption(canvas, memory, scene);
    return {{memory.strips, memory.cells, memory.columns}, memory};
  }
  const Rect space = matrix_space(rest, scene, most, above);
  const GridPlaces matrix = draw_matrix_side(canvas, space, most, scene, actions);
  MemoryPlaces memory = draw_memory_side(canvas, rest, most, scene, actions);
  draw_arrows(canvas, matrix, memory, above, scene);
  draw_shared_marks(canvas, memory, scene);
  draw_followed(canvas, &matrix, memory, scene);
  draw_memory_caption(canvas, memory, scene);
  return {matrix, memory};
}

}  // namespace gemmscope::views
