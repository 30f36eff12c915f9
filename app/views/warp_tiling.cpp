// SPDX-License-Identifier: MIT
/// Which part of C each warp and lane owns, and which values of As and Bs one inner step needs for it.
#include "app/views/warp_tiling_parts.h"

#include <algorithm>

#include "app/session/selecting.h"
#include "app/views/views.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;
using draw::TextStyle;

Colour entry_colour(const Canvas& canvas, Entry entry, Colour colour) {
  switch (entry) {
    case Entry::kEmpty: return theme::mixed(canvas.colours.panel, colour, 0.16f);
    case Entry::kLoaded: return colour;
    case Entry::kNow: return theme::mixed(colour, canvas.colours.text, 0.55f);
  }
  return colour;
}

std::string detail(const WarpScene& scene) {
  const auto& s = scene.shape();
  return "For each k it reads " + std::to_string(scene.fragments.regM.size()) + " values of As and " +
         std::to_string(scene.fragments.regN.size()) + " of Bs and does " +
         std::to_string(s.WMITER() * s.TM * s.WNITER * s.TN) + " multiply-adds.";
}

void draw_legend(Canvas& canvas, Rect rect, const WarpScene& scene) {
  const Colour panel = canvas.colours.panel, c = canvas.colours.c;
  std::vector<Key> keys{{Key::Swatch::kFill, c, "lane " + std::to_string(scene.lane)},
                        {Key::Swatch::kFill, theme::mixed(panel, c, 0.5f), "lanes in subtile 0,0"}};
  if (scene.shape().WMITER() * scene.shape().WNITER > 1)
    keys.push_back({Key::Swatch::kFill, theme::mixed(panel, c, 0.3f), "the same lanes again"});
  if (scene.step)
    keys.push_back({Key::Swatch::kFill, canvas.colours.a, "read in this step"}),
        keys.push_back({Key::Swatch::kFill, entry_colour(canvas, Entry::kNow, canvas.colours.a), "by this request"});
  draw::legend(canvas, rect, keys);
}

std::string progress(const WarpScene& scene) {
  if (!scene.step) return "outside the loop over k";
  const auto part = [](const char* name, const std::vector<Entry>& registers) {
    return name + (" " + std::to_string(Fragments::filled(registers))) + " of " + std::to_string(registers.size());
  };
  return "k = " + std::to_string(*scene.step) + ": " + part("regM", scene.fragments.regM) + " read, " +
         part("regN", scene.fragments.regN);
}

void draw_grids(Canvas& canvas, Rect grid, Rect regm, Rect regn, const WarpScene& scene) {
  const std::vector<Entry>& m = scene.fragments.regM;
  const std::vector<Entry>& n = scene.fragments.regN;
  const int rows = static_cast<int>(m.size()), columns = static_cast<int>(n.size());
  auto image = draw::matrix_image(canvas, rows, columns, theme::mixed(canvas.colours.panel, canvas.colours.c, 0.22f));
  image.major_rows = scene.shape().TM, image.major_columns = scene.shape().TN;
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

}  // namespace

void draw_accumulators(Canvas& canvas, Rect space, const WarpScene& scene) {
  const auto& s = scene.shape();
  const int rows = s.WMITER() * s.TM, columns = s.WNITER * s.TN;
  TextStyle title = canvas.small();
  title.colour = canvas.colours.c, title.face = draw::Face::kBold;
  canvas.text_in(space.cut_top(18),
                 "Lane " + std::to_string(scene.lane) + ": " + std::to_string(rows) + " \u00d7 " +
                     std::to_string(columns) + " accumulators in registers",
                 title);
  canvas.text_in(space.cut_top(18, 4), progress(scene), canvas.small());

  TextStyle label = canvas.small();
  label.colour = canvas.colours.b;
  constexpr float kLabel = 58;
  canvas.text_in({space.x + kLabel, space.y, space.width - kLabel, 16}, "regN", label);
  space.cut_top(17);
  const float largest = std::max(18.0f, space.width / 28);
  constexpr float kEdge = 13;
  const Rect inside{space.x + kLabel, space.y + kEdge + 3, space.width - kLabel, space.height - kEdge - 3 - 20};
  const Rect grid = draw::fit_cells(inside, columns, rows, largest);
  const Rect regn{grid.x, space.y, grid.width, kEdge}, regm{grid.x - kEdge - 3, grid.y, kEdge, grid.height};
  label.colour = canvas.colours.a, label.align = Align::kRight;
  canvas.text_in({space.x, grid.y + std::min(grid.height / 2 - 8, 20.0f), regm.x - space.x - 4, 16}, "regM", label);
  draw_grids(canvas, grid, regm, regn, scene);
  if (scene.step)
    canvas.text_in({space.x, grid.bottom() + 4, space.width, 17}, "bright: both factors are there", canvas.small());
}

float draw_lanes_of_subtile(Canvas& canvas, Rect space, Rect from, const WarpScene& scene, session::Actions& actions) {
  const auto& s = scene.shape();
  const int rows = s.WSUBM() / s.TM, columns = s.WSUBN() / s.TN;
  const Rect title = space.cut_top(18, 4);
  canvas.text_in(title,
                 "Subtile 0,0 enlarged: " + std::to_string(s.WSUBM()) + " \u00d7 " + std::to_string(s.WSUBN()) + ", " +
                     std::to_string(s.TM) + " \u00d7 " + std::to_string(s.TN) + " a lane",
                 canvas.small());
  const float wide = std::min(34.0f, space.width / static_cast<float>(columns)),
              tall = std::clamp(space.height / static_cast<float>(rows), 8.0f, 20.0f);
  const Rect grid{space.x, space.y, wide * static_cast<float>(columns), tall * static_cast<float>(rows)};
  const Colour guide = theme::faded(canvas.colours.secondary, 0.35f);
  canvas.line({from.right(), from.y}, {grid.x - 2, grid.y}, guide);
  canvas.line({from.right(), from.bottom()}, {grid.x - 2, grid.bottom()}, guide);
  for (int lane = 0; lane < format::kLanes; ++lane) {
    Rect cell = draw::cell_rect(grid, rows, columns, lane / columns, lane % columns);
    cell.width -= 1, cell.height -= 1;
    const bool own = lane == scene.lane;
    draw::chip(canvas, cell, std::to_string(lane),
               own ? canvas.colours.c : theme::mixed(canvas.colours.panel, canvas.colours.c, 0.5f),
               own                                ? draw::Emphasis::kSelected
               : scene.session.hover.lane == lane ? draw::Emphasis::kHovered
                                                  : draw::Emphasis::kNone);
    const draw::Hit hit = canvas.hit("lane " + std::to_string(lane), cell);
    if (hit.hovered) canvas.hand(), actions.add(session::hover_lane, lane);
    if (hit.clicked) actions.add(session::select_lane, lane);
  }
  return grid.bottom() - title.y;
}

void draw_warp_tiling(const session::Session& session, session::Actions& actions, Canvas& canvas) {
  if (!session.current)
    return draw::empty_state(canvas, "This warp was not recorded",
                             "Choose another warp in the timeline, or record all warps.");
  const auto tiling = analysis::warp_tiling(*session.recording());
  if (!tiling)
    return draw::empty_state(canvas, "This kernel has no warp tiles",
                             "Choose the kernel warp_tile in the toolbar to see how a warp divides its tile.");
  const int lane = std::max(0, session.lane());
  const WarpScene scene{session, *tiling, lane, inner_step(session), fragments_of(session, *tiling, lane)};

  Rect rest = draw::header(canvas, "Warp tiling", ownership_sentence(*tiling, lane), detail(scene));
  draw_legend(canvas, rest.cut_bottom(22, 6), scene);
  Rect right = rest.cut_right(std::max(230.0f, rest.width * 0.38f), 20);
  const Rect subtile = draw_block_tile(canvas, rest, scene, actions);
  right.cut_top(2);
  const Rect lanes{right.x, right.y, right.width, right.height * 0.45f};
  right.cut_top(draw_lanes_of_subtile(canvas, lanes, subtile, scene, actions), 12);
  draw_accumulators(canvas, right, scene);
}

}  // namespace gemmscope::views
