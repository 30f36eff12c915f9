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

}  // namespace

float draw_sums(Canvas& canvas, Rect space, const WarpScene& scene) {
  const auto& s = scene.shape();
  const int rows = s.WMITER() * s.TM, columns = s.WNITER * s.TN;
  const float top = space.y;
  TextStyle title = canvas.small();
  title.colour = canvas.colours.c, title.face = draw::Face::kBold;
  canvas.text_in(space.cut_top(18),
                 "Lane " + std::to_string(scene.lane) + ": its " + std::to_string(rows) + " \u00d7 " +
                     std::to_string(columns) + " sums in registers",
                 title);
  const std::uint32_t m = Fragments::filled(scene.fragments.regM), n = Fragments::filled(scene.fragments.regN);
  const std::string filled = scene.step ? "k = " + std::to_string(*scene.step) + ": regM " + std::to_string(m) +
                                              " of " + std::to_string(rows) + " read, regN " + std::to_string(n) +
                                              " of " + std::to_string(columns)
                                        : "outside the loop over k: nothing is multiplied";
  canvas.text_in(space.cut_top(18, 4), filled, canvas.small());

  TextStyle small = canvas.small();
  small.colour = canvas.colours.b;
  const float label = 58;
  canvas.text_in({space.x + label, space.y, space.width - label, 16}, "regN", small);
  space.cut_top(17);
  const float cell = std::clamp(std::min((space.width - label - 20) / static_cast<float>(columns),
                                         (space.height - 20) / static_cast<float>(rows)),
                                2.0f, std::max(18.0f, space.width / 28));
  const float edge = std::clamp(cell, 10.0f, 16.0f);
  const Rect grid{space.x + label, space.y + edge + 3, cell * static_cast<float>(columns),
                  cell * static_cast<float>(rows)};
  const Rect regn{grid.x, space.y, grid.width, edge}, regm{grid.x - edge - 3, grid.y, edge, grid.height};
  small.colour = canvas.colours.a, small.align = Align::kRight;
  canvas.text_in({space.x, grid.y + std::min(grid.height / 2 - 8, 20.0f), regm.x - space.x - 4, 16}, "regM", small);

  auto image = draw::matrix_image(canvas, rows, columns, theme::mixed(canvas.colours.panel, canvas.colours.c, 0.22f));
  image.major_rows = s.TM, image.major_columns = s.TN;
  image.strong_line = draw::channels(canvas.colours.secondary);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      if (scene.fragments.regM[static_cast<std::size_t>(row)] != Entry::kEmpty &&
          scene.fragments.regN[static_cast<std::size_t>(column)] != Entry::kEmpty)
        draw::set_cell(image, row, column, canvas.colours.c);
  canvas.matrix("sums", grid, image);
  auto across = draw::matrix_image(canvas, 1, columns, canvas.colours.panel),
       down = draw::matrix_image(canvas, rows, 1, canvas.colours.panel);
  for (int column = 0; column < columns; ++column)
    draw::set_cell(across, 0, column,
                   entry_colour(canvas, scene.fragments.regN[static_cast<std::size_t>(column)], canvas.colours.b));
  for (int row = 0; row < rows; ++row)
    draw::set_cell(down, row, 0,
                   entry_colour(canvas, scene.fragments.regM[static_cast<std::size_t>(row)], canvas.colours.a));
  canvas.matrix("regN", regn, across);
  canvas.matrix("regM", regm, down);
  if (scene.step)
    canvas.text_in({space.x, grid.bottom() + 4, space.width, 17}, "bright: both factors are there to be multiplied",
                   canvas.small());
  return grid.bottom() + 22 - top;
}

void draw_lanes_of_subtile(Canvas& canvas, Rect space, const WarpScene& scene, session::Actions& actions) {
  const auto& s = scene.shape();
  const int rows = s.WSUBM() / s.TM, columns = s.WSUBN() / s.TN;
  canvas.text_in(space.cut_top(18, 2),
                 "Subtile 0,0 enlarged: " + std::to_string(s.WSUBM()) + " \u00d7 " + std::to_string(s.WSUBN()) + ", " +
                     std::to_string(s.TM) + " \u00d7 " + std::to_string(s.TN) + " a lane",
                 canvas.small());
  const float wide = std::min(34.0f, space.width / static_cast<float>(columns)),
              tall = std::min(20.0f, space.height / static_cast<float>(rows));
  for (int lane = 0; lane < format::kLanes; ++lane) {
    const Rect cell{space.x + static_cast<float>(lane % columns) * wide,
                    space.y + static_cast<float>(lane / columns) * tall, wide - 1, tall - 1};
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
  const bool numbered = draw_block_tile(canvas, rest, scene, actions);
  right.cut_top(2);
  const float room =
      numbered ? 0
               : std::min(right.height * 0.45f, 24 + 20 * static_cast<float>(scene.shape().WSUBM() / scene.shape().TM));
  const float used = draw_sums(canvas, {right.x, right.y, right.width, right.height - room}, scene);
  if (!numbered)
    draw_lanes_of_subtile(canvas, {right.x, right.y + used + 8, right.width, std::max(40.0f, right.height - used - 8)},
                          scene, actions);
}

}  // namespace gemmscope::views
