// SPDX-License-Identifier: MIT
#include "app/views/parts/stage_draw.h"

#include <algorithm>

#include "app/views/parts/stage_words.h"
#include "app/words/number.h"

namespace gemmscope::views {

using draw::Rect;

Rect inside_matrix(Rect grid, const analysis::Rect& whole, const analysis::Rect& part) {
  const auto share = [](std::uint32_t first, std::uint32_t count, std::uint32_t end) {
    return count == 0 ? 0.0f
                      : static_cast<float>(std::min(count, end - std::min(first, end))) / static_cast<float>(count);
  };
  return {grid.x, grid.y, grid.width * share(part.column, part.columns, whole.column + whole.columns),
          grid.height * share(part.row, part.rows, whole.row + whole.rows)};
}

void draw_undrawn(draw::Canvas& canvas, Rect& rest, const session::Look& look) {
  if (look.loaded->undescribed.empty()) return;
  const std::string why = words::capital(undrawn_tiles(look)) + ".";
  rest.cut_top(canvas.paragraph(rest, why, canvas.small()), 4);
}

void draw_outside(draw::Canvas& canvas, Rect grid, const analysis::Rect& whole, const analysis::Rect& part) {
  const Rect inside = inside_matrix(grid, whole, part);
  const draw::Colour ink = theme::faded(canvas.colours.secondary, 0.5f), border = canvas.colours.secondary;
  if (inside.right() < grid.right() - 0.5f) {
    canvas.hatch({inside.right(), grid.y, grid.right() - inside.right(), grid.height}, ink);
    canvas.line({inside.right(), inside.y}, {inside.right(), inside.bottom()}, border);
  }
  if (inside.bottom() < grid.bottom() - 0.5f) {
    canvas.hatch({grid.x, inside.bottom(), inside.width, grid.bottom() - inside.bottom()}, ink);
    canvas.line({inside.x, inside.bottom()}, {inside.right(), inside.bottom()}, border);
  }
}

}  // namespace gemmscope::views
