// SPDX-License-Identifier: MIT
/// The tiles of this block and k-tile, element by element. Not to scale, so that single elements can be seen.
#include <algorithm>

#include "app/session/selecting.h"
#include "app/views/outer_loop/draw.h"
#include "app/views/parts/c_writers.h"
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

/// What of the tile nobody loads.
void draw_never(Canvas& canvas, Rect rect, format::Matrix matrix, const analysis::Rect& part, const OuterLoop& loop) {
  const float x = rect.width / static_cast<float>(part.columns), y = rect.height / static_cast<float>(part.rows);
  static const std::vector<analysis::Rect> kNothing;
  for (const analysis::Rect& never : matrix == Matrix::kA   ? loop.never.A
                                     : matrix == Matrix::kB ? loop.never.B
                                                            : kNothing)
    if (const analysis::Rect here = common(never, part); here.rows != 0 && here.columns != 0)
      draw_never_loaded(canvas, {rect.x + x * static_cast<float>(here.column - part.column),
                                 rect.y + y * static_cast<float>(here.row - part.row),
                                 x * static_cast<float>(here.columns), y * static_cast<float>(here.rows)});
}

/// Elements that the request touches though nobody loads them: over the cross.
void draw_touched(Canvas& canvas, Rect rect, std::uint16_t tensor, const analysis::Rect& part, const OuterLoop& loop) {
  if (!loop.any_never_loaded()) return;
  for (const session::Element& element : loop.touched)
    if (element.tensor == tensor && part.contains(element.row, element.column))
      canvas.fill(
          draw::cell_rect(rect, static_cast<int>(part.rows), static_cast<int>(part.columns),
                          static_cast<int>(element.row - part.row), static_cast<int>(element.column - part.column)),
          canvas.colours.text);
}

/// Draws one tile of a matrix; elements for which something happened are brighter.
void draw_elements(Canvas& canvas, Rect rect, Matrix matrix, Colour colour, const Elements& elements,
                   const OuterLoop& loop, session::Actions& actions) {
  const auto tensor = loop.recording.tensor_of(matrix);
  if (!tensor || elements.part.rows == 0 || elements.part.columns == 0) return;
  const analysis::Rect part = elements.part;
  const Colour panel = canvas.colours.panel;
  auto image = draw::matrix_image(canvas, static_cast<int>(part.rows), static_cast<int>(part.columns),
                                  theme::mixed(panel, colour, 0.14f));
  const std::uint8_t outside = draw::palette_index(image, canvas.colours.ground),
                     done = draw::palette_index(image, theme::mixed(panel, colour, 0.62f)),
                     now = draw::palette_index(image, canvas.colours.text);
  const auto cell = [&](std::uint32_t row, std::uint32_t column) -> std::array<std::uint8_t, 2>& {
    return image.cells[std::size_t{row} * part.columns + column];
  };
  for (std::uint32_t row = 0; row < part.rows; ++row)
    for (std::uint32_t column = 0; column < part.columns; ++column)
      if (!in_matrix(loop.recording, *tensor, part.row + row, part.column + column))
        cell(row, column) = {outside, draw::kInactive};
      else if (elements.has(row, column))
        cell(row, column)[0] = done;
  for (const session::Element& element : loop.touched)
    if (element.tensor == *tensor && part.contains(element.row, element.column))
      cell(element.row - part.row, element.column - part.column)[0] = now;
  image.gap_px = 0;
  canvas.matrix("tile of " + loop.name_of(matrix), rect, image);
  draw_never(canvas, rect, matrix, part, loop);
  draw_touched(canvas, rect, *tensor, part, loop);
  draw_outside(canvas, rect, loop.recording.tensors[*tensor], part);

  const draw::Hit hit = canvas.hit("tile of " + loop.name_of(matrix), rect);
  const auto under = draw::cell_at(rect, image.rows, image.columns, hit.at);
  if (!hit.hovered || !under) return;
  const session::Element element{*tensor, part.row + static_cast<std::uint32_t>(under->row),
                                 part.column + static_cast<std::uint32_t>(under->column)};
  if (!in_matrix(loop.recording, *tensor, element.row, element.column)) return canvas.tooltip("outside the matrix");
  canvas.tooltip(places_text(loop.recording, {element}));
  actions.add(session::hover_element, element);
  if (hit.clicked) actions.add(session::select_element, element);
}

void draw_marks(Canvas& canvas, Rect rect, Matrix matrix, analysis::Rect part, const OuterLoop& loop) {
  const auto mark = [&](const session::Selected& selected, draw::Emphasis emphasis) {
    if (!selected.element || loop.recording.tensor_of(matrix) != selected.element->tensor) return;
    if (!part.contains(selected.element->row, selected.element->column)) return;
    const Rect cell = draw::cell_rect(rect, static_cast<int>(part.rows), static_cast<int>(part.columns),
                                      static_cast<int>(selected.element->row - part.row),
                                      static_cast<int>(selected.element->column - part.column));
    // A ring around a dark one: elements that the request touches are as bright as the ring.
    if (emphasis == draw::Emphasis::kSelected) canvas.outline(cell.inset(-2), canvas.colours.ground, 2, 2);
    draw::mark(canvas, cell.inset(-3), emphasis);
  };
  mark(loop.look.selected, draw::Emphasis::kSelected);
  mark(loop.look.hover, draw::Emphasis::kHovered);
}

/// What this block has written of its tile of C.
Elements written(const OuterLoop& loop) {
  Elements elements(loop.tiles.C);
  const auto tensor = loop.recording.tensor_of(Matrix::kC);
  if (!tensor || !loop.write_back()) return elements;
  const auto writes = c_writers(loop.look, loop.tiles.C);
  for (std::size_t i = 0; i < writes.size(); ++i)
    elements.marked[i] = writes[i].written, elements.count += writes[i].written;
  return elements;
}

/// What requests of the cursor's k-tile have loaded of `part` so far.
Elements loaded(const OuterLoop& loop, Matrix matrix, analysis::Rect part) {
  const auto tensor = loop.recording.tensor_of(matrix);
  if (!tensor) return Elements(part);
  return loaded_so_far(loop.recording, loop.look.cursor, *tensor, loop.k_tile, part);
}

/// A tile in `rect`, and over it its name and how much of it has been moved.
void draw_one(Canvas& canvas, Rect rect, Rect caption, Matrix matrix, Colour colour, const Elements& elements,
              const OuterLoop& loop, session::Actions& actions) {
  const auto tensor = loop.recording.tensor_of(matrix);
  if (!tensor) return;
  draw_elements(canvas, rect, matrix, colour, elements, loop, actions);
  draw_marks(canvas, rect, matrix, elements.part, loop);
  TextStyle style = canvas.small();
  style.colour = colour;
  const std::string share = share_text(loop.recording.tensors[*tensor], elements.part, elements.count);
  canvas.text_in(caption, loop.name_of(matrix) + ": " + share + (loop.write_back() ? " written" : " loaded"), style);
}

/// Where A and B meet: a box, because nothing of C moves before the write-back.
void draw_product(Canvas& canvas, Rect rect, const OuterLoop& loop) {
  const Colour c = canvas.colours.c;
  canvas.fill(rect, theme::mixed(canvas.colours.panel, c, 0.14f), 3);
  canvas.outline(rect, theme::mixed(canvas.colours.panel, c, 0.5f), 1, 3);
  TextStyle style = canvas.small();
  style.colour = c, style.align = Align::kCentre;
  Rect text{rect.x, rect.centre().y - 18, rect.width, 36};
  canvas.text_in(text.cut_top(18), loop.tile_name() + ":", style);
  canvas.text_in(text, "accumulators in registers", style);
}

}  // namespace

void draw_tiles(Canvas& canvas, Rect space, const OuterLoop& loop, session::Actions& actions) {
  constexpr float kCaption = 20, kGap = 10;
  const draw::Colour a = canvas.colours.a, b = canvas.colours.b, c = canvas.colours.c;
  if (loop.write_back()) {
    const Rect caption = space.cut_top(kCaption);
    const Rect tile = draw::fit_cells(space, static_cast<int>(loop.tiles.C.columns),
                                      static_cast<int>(loop.tiles.C.rows), space.width);
    draw_one(canvas, tile, caption, Matrix::kC, c, written(loop), loop, actions);
    return;
  }
  const std::uint32_t first = loop.k_tile * loop.shape.BK;
  const std::string name = "k-tile " + std::to_string(loop.k_tile) + ", enlarged",
                    k = ": k = " + span_text(first, first + loop.shape.BK - 1);
  const std::string texts[] = {"Tiles of " + name + k, name + k, name};
  draw::text_that_fits(canvas, space.cut_top(kCaption), texts, canvas.small());
  // As in the whole picture: B above C, A on its left. K takes a third.
  const float depth = std::min(space.width, space.height) / 3;
  Rect above = space.cut_top(depth + kCaption, kGap);
  above.cut_left(depth + kGap);
  const Rect caption_b = above.cut_top(kCaption);
  draw_one(canvas, above, caption_b, Matrix::kB, b, loaded(loop, Matrix::kB, loop.tiles.B), loop, actions);
  const Rect caption_a = space.cut_bottom(kCaption);
  const Rect left = space.cut_left(depth, kGap);
  draw_one(canvas, left, caption_a, Matrix::kA, a, loaded(loop, Matrix::kA, loop.tiles.A), loop, actions);
  draw_product(canvas, space, loop);
}

}  // namespace gemmscope::views
