// SPDX-License-Identifier: MIT
/// A lane of a matrix product: its accumulators with the fragments that they need, and its warp's lanes enlarged.
#include <algorithm>

#include "app/session/following.h"
#include "app/session/selecting.h"
#include "app/session/study.h"
#include "app/views/parts/following.h"
#include "app/views/writers/draw.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Rect;
using draw::TextStyle;

constexpr int kMostAcross = 16;  // lanes in a line that can be read

/// Fragments are called by their matrix.
std::string register_name(const WarpScene& scene, bool of_a) {
  return scene.look.recording()->name_of(of_a ? format::Matrix::kA : format::Matrix::kB);
}

std::string progress(const WarpScene& scene) {
  if (!scene.step) return "this request reads nothing to multiply";
  const auto part = [](const std::string& name, const std::vector<Entry>& registers) {
    return name + " " + std::to_string(Fragments::filled(registers)) + " of " + std::to_string(registers.size());
  };
  return "k = " + std::to_string(scene.k()) + ": " + part(register_name(scene, true), scene.fragments.regM) +
         " read, " + part(register_name(scene, false), scene.fragments.regN);
}

void draw_grids(Canvas& canvas, Rect grid, Rect regm, Rect regn, const WarpScene& scene) {
  const std::vector<Entry>& m = scene.fragments.regM;
  const std::vector<Entry>& n = scene.fragments.regN;
  const int rows = static_cast<int>(m.size()), columns = static_cast<int>(n.size());
  auto image = draw::matrix_image(canvas, rows, columns, theme::mixed(canvas.colours.panel, canvas.colours.c, 0.22f));
  if (scene.pieces.one_size())
    image.major_rows = static_cast<int>(scene.pieces.rows[0].count),
    image.major_columns = static_cast<int>(scene.pieces.columns[0].count);
  image.strong_line = draw::channels(canvas.colours.secondary);
  auto across = draw::matrix_image(canvas, 1, columns, canvas.colours.panel),
       down = draw::matrix_image(canvas, rows, 1, canvas.colours.panel);
  for (int row = 0; row < rows; ++row) {
    const Entry left = m[static_cast<std::size_t>(row)];
    draw::set_cell(down, row, 0, entry_colour(canvas, left, canvas.colours.a));
    for (int column = 0; column < columns; ++column)
      if (left != Entry::kEmpty && n[static_cast<std::size_t>(column)] != Entry::kEmpty)
        draw::set_cell(image, row, column, canvas.colours.c);
  }
  for (int column = 0; column < columns; ++column)
    draw::set_cell(across, 0, column, entry_colour(canvas, n[static_cast<std::size_t>(column)], canvas.colours.b));
  canvas.matrix("accumulators", grid, image);
  canvas.matrix("regN", regn, across);
  canvas.matrix("regM", regm, down);
}

/// The register of the lane that is drawn in which what is followed is while the request at the cursor uses it.
void draw_register(Canvas& canvas, Rect grid, Rect regm, Rect regn, const WarpScene& scene) {
  const analysis::Life* life = session::life_of(scene.look);
  if (life == nullptr || !life->element || !uses_now(scene.look, scene.lane)) return;
  const analysis::UseKind kind = life->uses[*session::use_here(scene.look)].kind;
  if (kind != analysis::UseKind::kSharedLoad && kind != analysis::UseKind::kMultiplyAdd) return;
  const auto index_in = [](const std::vector<std::uint32_t>& of, std::uint32_t what) -> std::optional<int> {
    const auto found = std::ranges::find(of, what);
    return found == of.end() ? std::nullopt : std::optional(static_cast<int>(found - of.begin()));
  };
  const format::Matrix matrix = scene.look.recording()->tensors[life->element->tensor].matrix;
  const auto row = index_in(scene.share().rows, life->element->row - scene.tiles.C.row),
             column = index_in(scene.share().columns, life->element->column - scene.tiles.C.column);
  const int rows = static_cast<int>(scene.share().rows.size()),
            columns = static_cast<int>(scene.share().columns.size());
  if (matrix == format::Matrix::kA && row) mark_followed(canvas, draw::cell_rect(regm, rows, 1, *row, 0));
  if (matrix == format::Matrix::kB && column) mark_followed(canvas, draw::cell_rect(regn, 1, columns, 0, *column));
  if (matrix == format::Matrix::kC && row && column)
    mark_followed(canvas, draw::cell_rect(grid, rows, columns, *row, *column));
}

}  // namespace

Colour entry_colour(const Canvas& canvas, Entry entry, Colour colour) {
  switch (entry) {
    case Entry::kEmpty: return theme::mixed(canvas.colours.panel, colour, 0.16f);
    case Entry::kLoaded: return colour;
    case Entry::kNow: return theme::mixed(colour, canvas.colours.text, 0.55f);
  }
  return colour;
}

void draw_accumulators(Canvas& canvas, Rect space, const WarpScene& scene) {
  const int rows = static_cast<int>(scene.share().rows.size()),
            columns = static_cast<int>(scene.share().columns.size());
  TextStyle title = canvas.small();
  title.colour = canvas.colours.c, title.face = draw::Face::kBold;
  const std::string what =
      rows * columns == 1 ? "1 accumulator in a register"
                          : std::to_string(rows) + " \u00d7 " + std::to_string(columns) + " accumulators in registers";
  canvas.text_in(space.cut_top(18), "Lane " + std::to_string(scene.lane) + ": " + what, title);
  canvas.text_in(space.cut_top(18, 4), progress(scene), canvas.small());

  constexpr float kLeast = 70;  // lower, there would be names without registers
  if (space.height < kLeast) return;
  TextStyle label = canvas.small();
  label.colour = canvas.colours.b;
  constexpr float kLabel = 58;
  canvas.text_in({space.x + kLabel, space.y, space.width - kLabel, 16}, register_name(scene, false), label);
  space.cut_top(17);
  const float largest = std::max(18.0f, space.width / 28);
  constexpr float kEdge = 13;
  const Rect inside{space.x + kLabel, space.y + kEdge + 3, space.width - kLabel, space.height - kEdge - 3 - 20};
  const Rect grid = draw::fit_cells(inside, columns, rows, largest);
  const Rect regn{grid.x, space.y, grid.width, kEdge}, regm{grid.x - kEdge - 3, grid.y, kEdge, grid.height};
  label.colour = canvas.colours.a, label.align = Align::kRight;
  canvas.text_in({space.x, grid.y + std::min(grid.height / 2 - 8, 20.0f), regm.x - space.x - 4, 16},
                 register_name(scene, true), label);
  draw_grids(canvas, grid, regm, regn, scene);
  draw_register(canvas, grid, regm, regn, scene);
  if (scene.step)
    canvas.text_in({space.x, grid.bottom() + 4, space.width, 17}, "bright: both factors are loaded", canvas.small());
}

float draw_lanes_of_subtile(Canvas& canvas, Rect space, Rect from, const WarpScene& scene, session::Actions& actions) {
  // A row of 32 lanes is folded, so that their numbers can be read; so is a column that has no room.
  constexpr float kLeastTall = 8, kTitle = 22;
  const bool is_high = static_cast<float>(scene.grid.rows) * kLeastTall > space.height - kTitle;
  const int fold = is_high || scene.grid.columns > kMostAcross ? kMostAcross : 0;
  const int columns = fold != 0 ? fold : std::max(1, scene.grid.columns),
            rows = fold != 0 ? format::kLanes / fold : std::max(1, scene.grid.rows);
  const Rect title = space.cut_top(kTitle - 4, 4);
  const std::string each = std::to_string(scene.pieces.rows[0].count) + " \u00d7 " +
                           std::to_string(scene.pieces.columns[0].count) + " per lane";
  const std::string what = fold != 0                  ? "Lanes, " + std::to_string(fold) + " per line: "
                           : scene.pieces.count() > 1 ? "First pieces enlarged: "
                                                      : "The warp's lanes enlarged: ";
  draw::text_that_fits(canvas, title, std::vector{what + each, each}, canvas.small());
  const float wide = std::min(34.0f, space.width / static_cast<float>(columns)),
              tall = std::clamp(space.height / static_cast<float>(rows), kLeastTall, 20.0f);
  const Rect grid{space.x, space.y, wide * static_cast<float>(columns), tall * static_cast<float>(rows)};
  const Colour guide = theme::faded(canvas.colours.secondary, 0.35f);
  canvas.line({from.right(), from.y}, {grid.x - 2, grid.y}, guide);
  canvas.line({from.right(), from.bottom()}, {grid.x - 2, grid.bottom()}, guide);
  for (int lane = 0; lane < format::kLanes; ++lane) {
    const LaneGrid::Place at = scene.grid.places[static_cast<std::size_t>(lane)];
    if (at.row < 0) continue;
    Rect cell = fold != 0 ? draw::cell_rect(grid, rows, columns, lane / fold, lane % fold)
                          : draw::cell_rect(grid, rows, columns, at.row, at.column);
    cell.width -= 1, cell.height -= 1;
    const bool own = lane == scene.lane;
    draw::chip(canvas, cell, std::to_string(lane),
               own ? canvas.colours.c : theme::mixed(canvas.colours.panel, canvas.colours.c, 0.5f),
               own                             ? draw::Emphasis::kSelected
               : scene.look.hover.lane == lane ? draw::Emphasis::kHovered
                                               : draw::Emphasis::kNone);
    if (uses_now(scene.look, lane)) mark_lane(canvas, cell);
    const draw::Hit hit = canvas.hit("lane " + std::to_string(lane), cell);
    if (hit.hovered)
      canvas.hand(), actions.add(session::hover_lane, lane), canvas.tooltip("Select lane " + std::to_string(lane));
    if (hit.clicked) actions.add(session::select_lane, lane);
  }
  return grid.bottom() - title.y;
}

}  // namespace gemmscope::views
