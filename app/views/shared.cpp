// SPDX-License-Identifier: MIT
/// A tile twice: as it is in its matrix and as it is in shared memory, with what one lane moves from one to the other.
#include <algorithm>

#include "app/views/shared_grids.h"
#include "app/views/site_words.h"
#include "app/views/views.h"
#include "app/views/write_back_picture.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;

constexpr std::uint32_t kWideTile = 48;  // columns above which the tile stands over the memory instead of beside it

/// Two or three words side by side, one of which is on.
template <class Pick>
float choice(Canvas& canvas, Rect row, const std::vector<std::string>& names, int on, Pick pick) {
  float x = row.x;
  for (int i = 0; i < static_cast<int>(names.size()); ++i) {
    const std::string& name = names[static_cast<std::size_t>(i)];
    draw::TextStyle style = canvas.small();
    style.align = draw::Align::kCentre;
    const Rect button{x, row.y, canvas.text_width(name, style) + 18, row.height};
    if (i == on) style.colour = canvas.colours.text, canvas.fill(button, canvas.colours.row, 4);
    canvas.outline(button, canvas.colours.line, 1, 4);
    canvas.text_in(button, name, style);
    const draw::Hit hit = canvas.hit(name, button);
    if (hit.hovered) canvas.hand();
    if (hit.clicked) pick(i);
    x = button.right() + 4;
  }
  return x;
}

void draw_choices(Canvas& canvas, Rect row, const session::Session& session, const SharedPicture& picture,
                  session::Actions& actions) {
  const format::Recording& recording = *session.recording();
  std::vector<std::string> tiles;
  int on = 0;
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t) {
    if (recording.tensors[t].space != format::Space::kShared) continue;
    if (t == picture.tile) on = static_cast<int>(tiles.size());
    tiles.push_back(recording.tensors[t].name);
  }
  row.x = choice(canvas, row, tiles, on,
                 [&](int i) {
                   actions.add(
                       [i](session::Session& s) { s.views.shared.tile = s.views.shared.tile == i + 1 ? 0 : i + 1; });
                 }) +
          10;
  row.x = choice(canvas, row, {"touched lines", "whole tile"}, picture.whole || picture.touched.empty() ? 1 : 0,
                 [&](int i) { actions.add([i](session::Session& s) { s.views.shared.whole = i == 1; }); }) +
          10;
  const std::string note = picture.touched.empty() ? "this request touches nothing here: the whole tile"
                           : picture.whole         ? ""
                                                   : "only the lines this request touches are shown";
  canvas.text_in({row.x, row.y, canvas.area().right() - row.x, row.height}, note, canvas.small());
}

/// The sentence of the request's cost, in a box of its own at the bottom of `rest`.
void draw_verdict(Canvas& canvas, Rect& rest, const session::Session& session, const SharedPicture& picture) {
  const session::Current& now = *session.current;
  std::string verdict = conflict_sentence(session), reason = pitch_sentence(session.recording()->tensors[picture.tile]);
  if (!now.shared())
    verdict = sector_sentence(session);
  else if (now.site.tensor != picture.tile)
    verdict = now.tensor.name + ": " + verdict;
  if (now.shared() && now.cost.fusion != analysis::Fusion::kNone)
    reason = "Phases fuse, because " + std::string(analysis::reason_of(now.cost.fusion)) + ".";
  constexpr float kSides = 24, kLine = 20;
  const bool long_verdict = canvas.text_width(verdict, canvas.bold()) > rest.width - kSides;
  const bool long_reason = canvas.text_width(reason, canvas.small()) > rest.width - kSides;
  const Rect box = rest.cut_bottom(48 + (long_verdict ? kLine : 0) + (long_reason ? 17 : 0));
  canvas.fill(box, canvas.colours.ground, 6);
  canvas.outline(box, canvas.colours.line, 1, 6);
  Rect inside{box.x + kSides / 2, box.y + 5, box.width - kSides, box.height - 8};
  canvas.paragraph(inside.cut_top(long_verdict ? 2 * kLine : kLine), verdict, canvas.bold());
  canvas.paragraph(inside, reason, canvas.small());
}

std::vector<Key> keys(const Canvas& canvas, const session::Session& session, const SharedPicture& picture,
                      Colour colour) {
  const format::Recording& recording = *session.recording();
  const Colour panel = canvas.colours.panel;
  const std::string k = std::to_string(k_tile_in_shared(session));
  bool earlier = false, never = false;
  const format::Tensor& tile = recording.tensors[picture.tile];
  for (std::uint32_t row = 0; row < tile.rows; ++row)
    for (std::uint32_t column = 0; column < tile.columns; ++column) {
      const CellState state = picture.state_of(recording, k_tile_in_shared(session),
                                               tile.offset + (row * tile.pitch + column) * tile.element_bytes, 0);
      earlier |= state == CellState::kEarlier, never |= state == CellState::kNever;
    }
  std::vector<Key> keys;
  if (!picture.touched.empty())
    keys.push_back({Key::Swatch::kFill, colour,
                    session.current->shared() ? "touched; number = lane" : "will be written; number = lane"});
  keys.push_back({Key::Swatch::kFill, theme::mixed(panel, colour, 0.36f), "of k-tile " + k});
  if (earlier) keys.push_back({Key::Swatch::kFill, theme::mixed(panel, colour, 0.16f), "of an earlier k-tile"});
  const bool partial = !all_warps_recorded(recording) || recording.selection.k_tiles.begin > 0;
  if (never)
    keys.push_back({Key::Swatch::kCross, theme::mixed(panel, canvas.colours.line, 0.5f),
                    partial ? "not written in what was recorded" : "never written yet"});
  if (tile.pitch > tile.columns) keys.push_back({Key::Swatch::kDots, canvas.colours.ground, "padding"});
  return keys;
}

}  // namespace

void draw_shared(const session::Session& session, session::Actions& actions, Canvas& canvas) {
  if (!session.current)
    return draw::empty_state(canvas, "This warp was not recorded",
                             "Choose another warp in the timeline, or record all warps.");
  const auto picture = shared_picture(session, session.views.shared.tile, session.views.shared.whole);
  if (!picture)
    return draw::empty_state(canvas, "This kernel uses no shared memory",
                             "Choose a kernel with block tiles in the toolbar.");
  const format::Recording& recording = *session.recording();
  const Colour colour = theme::operand_colour(canvas.colours, recording.tensors[picture->tile]);
  const SharedScene scene{session, recording, *picture, colour};

  Rect rest = draw::header(canvas, "Shared", copy_sentence(session, *picture), request_in_words(session));
  draw_choices(canvas, rest.cut_top(22, 8), session, *picture, actions);
  draw_verdict(canvas, rest, session, *picture);
  rest.cut_bottom(6);
  draw::legend(canvas, rest.cut_bottom(20, 6), keys(canvas, session, *picture, colour));

  const bool above = picture->part.columns > kWideTile;  // also where only some of its columns are shown
  Rect tile_space = rest;
  const float most = std::max(28.0f, rest.height / 14);  // points of a row
  if (above) {
    std::uint32_t rows = 0;
    for (const Run& run : picture->rows) rows += run.count;
    tile_space = rest.cut_top(std::min(rest.height * 0.4f, 36 + most * static_cast<float>(rows)), 22);
  } else {
    const float column = std::min(std::max(14.0f, rest.width / 52),
                                  (rest.width * 0.36f - 46) / static_cast<float>(picture->columns.count));
    tile_space = rest.cut_left(46 + column * static_cast<float>(picture->columns.count), 16);
    tile_space.cut_bottom(42);
  }
  const GridPlaces matrix = draw_matrix_side(canvas, tile_space, most, scene, actions);
  const GridPlaces memory = draw_memory_side(canvas, rest, most, scene, actions);
  draw_arrows(canvas, matrix, memory, above, scene);
}

}  // namespace gemmscope::views
