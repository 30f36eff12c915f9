// SPDX-License-Identifier: MIT
/// The tile as it is in the matrix.
#include <algorithm>
#include <cmath>
#include <map>

#include "app/session/selecting.h"
#include "app/views/parts/stage_draw.h"
#include "app/views/parts/stage_words.h"
#include "app/views/shared/grids.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Rect;
using draw::TextStyle;

/// Where the element at (row, column) of the tile is in shared memory once this k-tile is copied.
std::uint32_t byte_of(const SharedScene& scene, std::uint32_t row, std::uint32_t column, std::uint32_t k_tile) {
  const format::Tensor& tile = scene.tile();
  const auto [r, c] = tile.transposed ? std::pair(column, row) : std::pair(row, column);
  return analysis::byte_in(tile, r, c, analysis::buffer_of(tile, k_tile));
}

using LanesByPlace =
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>;  // (row, column) of the tile -> lanes

LanesByPlace lanes_by_place(const SharedScene& scene) {
  LanesByPlace lanes;
  const analysis::Rect part = scene.picture->part;
  for (const Spot& spot : scene.picture->touched)
    if (const auto& e = spot.touch.element; e && part.contains(e->row, e->column))
      lanes[{e->row - part.row, e->column - part.column}] |= 1u << spot.lane;
  return lanes;
}

void draw_elements(Canvas& canvas, GridPlaces& places, const SharedScene& scene, const LanesByPlace& lanes) {
  const SharedPicture& picture = *scene.picture;
  const std::uint32_t k_tile = scene.look.k_tile_in_shared(), left = places.columns.first;
  const Colour there = cell_colour(canvas, scene, CellState::kThisTile), missing = not_copied_colour(canvas, scene);
  for (std::size_t i = 0; i < places.strips.runs().size(); ++i) {
    const Run& run = places.strips.runs()[i];
    auto image =
        draw::matrix_image(canvas, static_cast<int>(run.count), static_cast<int>(places.columns.count), missing);
    const auto set = [&](std::uint32_t row, std::uint32_t column, Colour colour, draw::Mark mark) {
      draw::set_cell(image, static_cast<int>(row), static_cast<int>(column), colour, mark);
    };
    for (std::uint32_t row = 0; row < run.count; ++row)
      for (std::uint32_t column = 0; column < places.columns.count; ++column) {
        const std::uint32_t r = run.first + row, c = left + column;
        if (picture.matrix && !picture.product.contains(picture.part.row + r, picture.part.column + c)) {
          set(row, column, canvas.colours.ground, draw::kPlain);  // hatched below
          places.outside = true;
          continue;
        }
        const std::uint32_t byte = byte_of(scene, r, c, k_tile);
        const CellState state = picture.state_of(scene.recording, k_tile, byte, 0);
        if (!lanes.contains({r, c}))                                                // which covers it
          places.saw(state == CellState::kOtherKTile ? CellState::kNever : state);  // not copied yet from this k-tile
        if (state == CellState::kThisTile) set(row, column, there, draw::kPlain);
        if (state != CellState::kOther) continue;
        const std::uint16_t other = *picture.other_at(scene.recording, byte);
        set(row, column, other_colour(canvas, scene, other), draw::kPlain);
        places.others.insert(other);
      }
    const Rect strip = places.strips.run(i);
    canvas.matrix("matrix rows " + std::to_string(i) + scene.of,
                  {places.cells.x, strip.y, places.cells.width, strip.height}, image);
    if (picture.matrix && picture.part.rows > 0) {
      const analysis::Rect shown{picture.part.row + run.first, picture.part.column + left, run.count,
                                 places.columns.count};
      draw_outside(canvas, {places.cells.x, strip.y, places.cells.width, strip.height}, picture.product, shown);
    }
  }
}

/// Takes the run of places that the same lanes touch out of `lanes`: along the row, or else down the column.
analysis::Rect take_run(LanesByPlace& lanes) {
  const auto [place, mask] = *lanes.begin();
  analysis::Rect run{place.first, place.second, 1, 1};
  const auto same = [&, mask = mask](std::uint32_t row, std::uint32_t column) {
    const auto found = lanes.find({row, column});
    return found != lanes.end() && found->second == mask;
  };
  while (same(run.row, run.column + run.columns)) ++run.columns;
  while (run.columns == 1 && same(run.row + run.rows, run.column)) ++run.rows;
  for (std::uint32_t r = 0; r < run.rows; ++r)
    for (std::uint32_t c = 0; c < run.columns; ++c) lanes.erase({run.row + r, run.column + c});
  return run;
}

void draw_lanes(Canvas& canvas, GridPlaces& places, const SharedScene& scene, const LanesByPlace& all) {
  LanesByPlace lanes = all;
  const auto room_beside = [&](const analysis::Rect& run, float cell_width) {
    const auto next = all.lower_bound({run.row, run.column + run.columns});
    const float cells_needed = kBesideCell / cell_width;
    return next == all.end() || next->first.first != run.row ||
           static_cast<float>(next->first.second - run.column - run.columns) >= cells_needed;
  };
  while (!lanes.empty()) {
    const std::uint32_t mask = lanes.begin()->second;
    const analysis::Rect run = take_run(lanes);
    const auto first = places.cell(run.row, run.column),
               last = places.cell(run.row + run.rows - 1, run.column + run.columns - 1);
    if (first && last) places.saw(CellState::kTouched);
    if (first && last)
      places.numbered |=
          draw_lane_run(canvas, {first->x, first->y, last->right() - first->x, last->bottom() - first->y}, first->width,
                        mask, scene.colour, room_beside(run, first->width));
  }
}

void draw_labels(Canvas& canvas, Rect top, const GridPlaces& places, const SharedScene& scene) {
  const analysis::Rect part = scene.picture->part;
  const bool of_b = scene.tile().matrix == format::Matrix::kB;
  TextStyle style = canvas.small();
  style.align = Align::kCentre;
  const analysis::Rect& product = scene.picture->product;  // what of the tile is beyond it has no numbers
  const std::uint32_t first = part.column + places.columns.first;
  const std::string columns =
      (of_b ? "n = " : "k = ") +
      span_text(first,
                std::max(first + 1, std::min(first + places.columns.count, product.column + product.columns)) - 1);
  canvas.text_in({places.cells.x - 10, top.y, places.cells.width + 20, top.height}, columns, style);
  TextStyle number = canvas.small_mono();
  number.align = Align::kRight;
  const auto label = [&](std::uint32_t row) {
    if (const auto strip = places.strips.row(row); strip && part.row + row < product.row + product.rows)
      canvas.text_in({strip->x, strip->centre().y - 7, kRowLabels - 6, 14},
                     (part.row + row > 9999 ? ""
                      : of_b                ? "k "
                                            : "m ") +
                         std::to_string(part.row + row),
                     number);
  };
  const float height = places.strips.row_height();
  for (const Run& run : places.strips.runs()) {
    const std::uint32_t step = draw::label_every(std::max(0.5f, height), 13);
    for (std::uint32_t row = 0; row < run.count; row += step) label(run.first + row);
  }
}

void point_at(const GridPlaces& places, Canvas& canvas, const SharedScene& scene, session::Actions& actions) {
  const analysis::Rect part = scene.picture->part;
  for (std::size_t i = 0; i < places.strips.runs().size(); ++i) {
    const Run& run = places.strips.runs()[i];
    const Rect strip = places.strips.run(i), grid{places.cells.x, strip.y, places.cells.width, strip.height};
    const draw::Hit hit = canvas.hit("matrix rows " + std::to_string(i) + scene.of, grid);
    const auto under = draw::cell_at(grid, static_cast<int>(run.count), static_cast<int>(places.columns.count), hit.at);
    if (!hit.hovered || !under || !scene.picture->matrix) continue;
    const session::Element element{*scene.picture->matrix,
                                   part.row + run.first + static_cast<std::uint32_t>(under->row),
                                   part.column + places.columns.first + static_cast<std::uint32_t>(under->column)};
    if (!scene.picture->product.contains(element.row, element.column)) {
      canvas.tooltip("outside the matrix");
      continue;
    }
    canvas.tooltip(places_text(scene.recording, {element}));
    actions.add(session::hover_element, element);
    if (!hit.clicked) continue;
    if (const auto lane = session::lane_touching_element(scene.look, element))
      actions.add(session::select_lane, *lane);
    else
      actions.add(session::select_element, element);
  }
}

}  // namespace

GridPlaces draw_matrix_side(Canvas& canvas, Rect space, float most, const SharedScene& scene,
                            session::Actions& actions) {
  TextStyle title = canvas.small();
  title.colour = scene.colour, title.face = draw::Face::kBold;
  const std::string name = scene.tile().of + " tile", whole = name + " as in the matrix";
  if (scene.named)
    canvas.text_in(space.cut_top(kSideName), canvas.text_width(whole, title) <= space.width ? whole : name, title);
  const Rect top = space.cut_top(16, 2);
  const analysis::Rect part = scene.picture->part;
  Rect cells = space;
  cells.cut_left(kRowLabels);
  GridPlaces places{Strips(scene.picture->rows, space, most), cells, scene.picture->columns};
  const LanesByPlace lanes = lanes_by_place(scene);
  draw_elements(canvas, places, scene, lanes);
  draw_lanes(canvas, places, scene, lanes);
  draw_labels(canvas, top, places, scene);
  point_at(places, canvas, scene, actions);

  const auto mark = [&](const session::Selected& selected, draw::Emphasis emphasis) {
    if (!selected.element || selected.element->tensor != scene.picture->matrix ||
        !part.contains(selected.element->row, selected.element->column))
      return;
    if (const auto cell = places.cell(selected.element->row - part.row, selected.element->column - part.column))
      draw::mark(canvas, *cell, emphasis);
  };
  if (scene.picture->lane < 0 && !scene.picture->picked) mark(scene.look.selected, draw::Emphasis::kSelected);
  mark(scene.look.hover, draw::Emphasis::kHovered);
  return places;
}

}  // namespace gemmscope::views
