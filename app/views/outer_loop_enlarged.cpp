// SPDX-License-Identifier: MIT
/// The tiles of this block and k-tile, element by element, and K as a bar of k-tiles.
#include <algorithm>

#include "app/draw/number.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/views/outer_loop_parts.h"
#include "app/views/stage_draw.h"
#include "app/views/stage_words.h"
#include "app/views/write_back_picture.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Rect;
using draw::TextStyle;

/// Draws one tile of a matrix; elements for which something happened are brighter.
void draw_elements(Canvas& canvas, Rect rect, const char* name, Colour colour, const Elements& elements,
                   const OuterLoop& loop, session::Actions& actions) {
  const auto tensor = analysis::tensor_named(loop.recording, name);
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
  canvas.matrix(std::string("tile of ") + name, rect, image);
  draw_outside(canvas, rect, loop.recording.tensors[*tensor], part);

  const draw::Hit hit = canvas.hit(std::string("tile of ") + name, rect);
  const auto under = draw::cell_at(rect, image.rows, image.columns, hit.at);
  if (!hit.hovered || !under) return;
  const session::Element element{*tensor, part.row + static_cast<std::uint32_t>(under->row),
                                 part.column + static_cast<std::uint32_t>(under->column)};
  if (!in_matrix(loop.recording, *tensor, element.row, element.column)) return canvas.tooltip("outside the matrix");
  canvas.tooltip(places_text(loop.recording, {element}));
  actions.add(session::hover_element, element);
  if (hit.clicked) actions.add(session::select_element, element);
}

void draw_marks(Canvas& canvas, Rect rect, const char* name, analysis::Rect part, const OuterLoop& loop) {
  const auto mark = [&](const session::Selected& selected, draw::Emphasis emphasis) {
    if (!selected.element || loop.recording.tensors[selected.element->tensor].name != name) return;
    if (!part.contains(selected.element->row, selected.element->column)) return;
    const Rect cell = draw::cell_rect(rect, static_cast<int>(part.rows), static_cast<int>(part.columns),
                                      static_cast<int>(selected.element->row - part.row),
                                      static_cast<int>(selected.element->column - part.column));
    draw::mark(canvas, cell.inset(-2), emphasis);
  };
  mark(loop.session.selected, draw::Emphasis::kSelected);
  mark(loop.session.hover, draw::Emphasis::kHovered);
}

/// What this block has written of its tile of C.
Elements written(const OuterLoop& loop) {
  Elements elements(loop.tiles.C);
  const auto tensor = analysis::tensor_named(loop.recording, "C");
  if (!tensor || !loop.write_back()) return elements;
  const auto writes = c_writers(loop.session, loop.tiles.C);
  for (std::size_t i = 0; i < writes.size(); ++i)
    elements.marked[i] = writes[i].written, elements.count += writes[i].written;
  return elements;
}

std::string progress(const Elements& elements, const OuterLoop& loop, std::uint32_t rows, std::uint32_t columns) {
  const auto inside = [](std::uint32_t first, std::uint32_t count, std::uint32_t end) {
    return std::min(first + count, end) - std::min(first, end);
  };
  const std::uint64_t all = std::uint64_t{inside(elements.part.row, elements.part.rows, rows)} *
                            inside(elements.part.column, elements.part.columns, columns);
  return draw::thousands(elements.count) + " of " + draw::thousands(all) + (loop.write_back() ? " written" : " loaded");
}

Colour state_colour(const Canvas& canvas, TileState state) {
  switch (state) {
    case TileState::kUsed: return theme::mixed(canvas.colours.panel, canvas.colours.a, 0.4f);
    case TileState::kCurrent: return canvas.colours.a;
    case TileState::kToCome: return canvas.colours.line;
    case TileState::kNotRecorded: break;
  }
  return canvas.colours.ground;
}

}  // namespace

void draw_tiles(Canvas& canvas, Rect space, const OuterLoop& loop, session::Actions& actions) {
  const analysis::BlockShape& s = loop.shape;
  const format::Recording& r = loop.recording;
  const bool end = loop.write_back();
  canvas.text_in(space.cut_top(20),
                 end ? "This block, enlarged" : "Tiles of k-tile " + std::to_string(loop.k_tile) + ", enlarged",
                 canvas.small());
  constexpr float kGap = 20;
  space.cut_bottom(20);
  const float scale = std::min((space.width - kGap) / static_cast<float>(s.BK + s.BN),
                               (space.height - kGap) / static_cast<float>(s.BK + s.BM));
  const float depth = static_cast<float>(s.BK) * scale;
  const Rect a{space.x, space.y + depth + kGap, depth, static_cast<float>(s.BM) * scale};
  const Rect b{a.right() + kGap, space.y, static_cast<float>(s.BN) * scale, depth};
  const Rect c{b.x, a.y, b.width, a.height};

  const auto tensor = [&](const char* name) { return analysis::tensor_named(r, name); };
  const auto loaded = [&](const char* name, analysis::Rect part) {
    if (!end && tensor(name)) return loaded_so_far(r, loop.session.cursor, *tensor(name), loop.k_tile, part);
    Elements all(part);
    if (end) std::fill(all.marked.begin(), all.marked.end(), char{1});
    return all;
  };
  const Elements of_a = loaded("A", loop.tiles.A), of_b = loaded("B", loop.tiles.B), of_c = written(loop);
  draw_elements(canvas, a, "A", canvas.colours.a, of_a, loop, actions);
  draw_elements(canvas, b, "B", canvas.colours.b, of_b, loop, actions);
  draw_elements(canvas, c, "C", canvas.colours.c, of_c, loop, actions);
  draw_marks(canvas, a, "A", loop.tiles.A, loop);
  draw_marks(canvas, b, "B", loop.tiles.B, loop);
  draw_marks(canvas, c, "C", loop.tiles.C, loop);

  TextStyle name = canvas.small();
  const auto caption = [&](Rect rect, std::string text, Colour colour, Align align) {
    name.colour = colour, name.align = align;
    canvas.text_in(rect, text, name);
  };
  if (!end) {
    caption({b.x, b.bottom() + 1, b.width, 18}, "B: " + progress(of_b, loop, r.K, r.N), canvas.colours.b, Align::kLeft);
    caption({a.x, a.bottom() + 1, space.right() - a.x, 18}, "A: " + progress(of_a, loop, r.M, r.K), canvas.colours.a,
            Align::kLeft);
    const auto C = tensor("C");
    const Rect inside = C ? inside_matrix(c, r.tensors[*C], loop.tiles.C) : c;
    caption({inside.x, inside.centre().y - 9, inside.width, 18}, "sums, in registers", canvas.colours.c,
            Align::kCentre);
  } else {
    caption({a.x, a.bottom() + 1, space.right() - a.x, 18}, "C: " + progress(of_c, loop, r.M, r.N), canvas.colours.c,
            Align::kLeft);
  }
}

void draw_k_bar(Canvas& canvas, Rect space, const OuterLoop& loop, session::Actions& actions) {
  const TextStyle small = canvas.small();
  const auto count = static_cast<int>(loop.states.size());
  Rect bar = space.cut_top(22, 2);
  canvas.text_in(bar.cut_left(44, 4), "k-tile", small);
  const bool epilogue = loop.recording.selection.epilogue;
  const Rect end = bar.cut_right(76, 6);
  const Colour end_colour = loop.write_back() ? canvas.colours.c : canvas.colours.line;
  canvas.fill(end, end_colour, 3);
  if (!epilogue) canvas.dots(end, canvas.colours.secondary);
  canvas.text_in(end, "write-back", {theme::text_on(end_colour), draw::Face::kWords, 12.5f, Align::kCentre});
  const draw::Hit end_hit = canvas.hit("k-tile end", end);
  if (end_hit.hovered && !epilogue) canvas.tooltip("The write-back was not recorded.");
  if (end_hit.hovered && epilogue) canvas.hand();
  if (end_hit.clicked && epilogue) actions.add(session::go_to_k_tile, format::kEpilogue);

  const float width = bar.width / static_cast<float>(std::max(1, count));
  const bool single = width >= 6;
  for (int t = 0; t < count;) {
    int last = t;
    while (!single && last + 1 < count &&
           loop.states[static_cast<std::size_t>(last + 1)] == loop.states[static_cast<std::size_t>(t)])
      ++last;
    Rect cell{bar.x + static_cast<float>(t) * width, bar.y,
              static_cast<float>(last - t + 1) * width - (single ? 2.0f : 0.0f), bar.height};
    const TileState state = loop.states[static_cast<std::size_t>(t)];
    if (state == TileState::kCurrent) cell.width = std::max(cell.width, 3.0f);
    const std::string label = width >= 9 ? std::to_string(t) : "";
    draw::chip(canvas, cell, label, state_colour(canvas, state));
    if (state == TileState::kNotRecorded) canvas.dots(cell, canvas.colours.secondary);
    t = last + 1;
  }
  if (loop.k_tile < loop.states.size()) {
    const float x = bar.x + (static_cast<float>(loop.k_tile) + 0.5f) * width - (single ? 1.0f : 0.0f);
    canvas.triangle({x, bar.bottom() + 1}, {x - 5, bar.bottom() + 8}, {x + 5, bar.bottom() + 8},
                    canvas.colours.selected);
  }
  const draw::Hit hit = canvas.hit("k-tiles", bar);
  if (const auto under = draw::cell_at(bar, 1, std::max(1, count), hit.at);
      hit.hovered && under && under->column < count) {
    canvas.tooltip("k-tile " + std::to_string(under->column));
    canvas.hand();
    if (hit.clicked) actions.add(session::go_to_k_tile, static_cast<std::uint32_t>(under->column));
  }
  TextStyle note = small;
  space.cut_left(48), space.cut_top(6);
  const std::string where = loop.write_back() ? "" : "; now " + std::to_string(loop.k_tile);
  note.align = Align::kRight;
  canvas.text_in(space,
                 "K is worked off in " + draw::count_of(static_cast<std::uint64_t>(count), "k-tile") + where +
                     "; click to go to one",
                 note);
}

}  // namespace gemmscope::views
