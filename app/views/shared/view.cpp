// SPDX-License-Identifier: MIT
/// Shared memory as it is, and where tiles are known beside it a tile as it is in its matrix, with what one lane moves
/// from one to the other.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/following.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_draw.h"
#include "app/views/shared/memory_lines.h"
#include "app/views/shared/parts.h"
#include "app/views/shared/words.h"
#include "app/views/views.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Rect;

constexpr float kLow = 380;      // points below which the legend does not fit
constexpr float kVeryLow = 260;  // points below which there is no room for reasons

/// What the request costs and why, in a box of its own at the bottom of `rest`.
void draw_verdict(Canvas& canvas, Rect& rest, const std::string& cost, const std::string& why, bool has_reasons) {
  const bool very_low = !has_reasons || canvas.area().height < kVeryLow;
  const std::string reason = very_low ? "" : why;
  constexpr float kSides = 24, kAbove = 5, kBelow = 7;
  const float width = rest.width - kSides;
  const float bold = canvas.paragraph_height(width, cost, canvas.bold()),
              small = canvas.paragraph_height(width, reason, canvas.small());
  // Two lines of reasons have room even if there are none, so that the grids stay where they are from step to step.
  const float fixed = canvas.line_height(canvas.bold()) + (very_low ? 0 : 2 * canvas.line_height(canvas.small()));
  const Rect box = rest.cut_bottom(std::max(fixed, bold + small) + kAbove + kBelow);
  canvas.fill(box, canvas.colours.ground, 6);
  canvas.outline(box, canvas.colours.line, 1, 6);
  Rect inside{box.x + kSides / 2, box.y + kAbove, width, box.height - kAbove - kBelow};
  canvas.paragraph(inside.cut_top(bold), cost, canvas.bold());
  canvas.paragraph(inside, reason, canvas.small());
  if (very_low && !why.empty() && canvas.hit("why", box).hovered) canvas.tooltip(why);
}

/// While it plays, As and Bs stand one over the other, each whole and always in the same place.
void draw_both(Canvas& canvas, Rect rest, const session::Look& look, session::Actions& actions) {
  constexpr float kCaptions = 78, kGap = 8;
  std::vector<SharedPicture> tiles;
  float lines = 0;
  for (const int tile : {1, 2})
    if (auto picture = shared_picture(look, tile, true)) {
      lines += rows_in(picture->lines);
      tiles.push_back(std::move(*picture));
    }
  const auto count = static_cast<float>(tiles.size());
  const float line = (rest.height - count * kCaptions - (count - 1) * kGap) / std::max(1.0f, lines);
  for (const SharedPicture& picture : tiles) {
    SharedScene scene = scene_of(canvas, look, &picture);
    scene.of = " of " + scene.tile().name;
    MemoryPlaces memory =
        draw_memory_side(canvas, rest.cut_top(kCaptions + rows_in(picture.lines) * line, kGap), 28, scene, actions);
    draw_shared_marks(canvas, memory, scene);
    draw_followed(canvas, nullptr, memory, scene);
    draw_memory_caption(canvas, memory, scene);
  }
}

/// The memory, beside it a tile, or while it plays both tiles; with their keys. Returns whether the chosen finding is
/// marked.
bool draw_grids_and_keys(Canvas& canvas, Rect rest, const session::Look& look, const SharedPicture* picture, bool low,
                         session::Actions& actions) {
  const SharedScene scene = scene_of(canvas, look, picture);
  const Rect legend = low ? Rect{} : rest.cut_bottom(picture != nullptr ? 20 : 44, 6);
  if (picture != nullptr && look.play.on && chosen_tile(look) == 0 && shared_tiles(scene.recording).size() >= 2) {
    draw_both(canvas, rest, look, actions);
    return true;
  }
  const float most = low ? 18 : std::max(28.0f, rest.height / 14);  // points of a row
  const Grids grids = draw_grids(canvas, rest, most, canvas.area().height < kVeryLow, scene, actions);
  if (!low) draw_shared_keys(canvas, legend, shared_keys(canvas, scene, grids));
  return grids.memory.marked;
}

void draw_shared(const session::Look& look, session::Actions& actions, Canvas& canvas) {
  const auto picture = picture_of_tile(look);
  if (!picture && look.recording()->shared_bytes == 0)
    return draw::empty_state(canvas, "This kernel uses no shared memory",
                             "It uses only global memory: see Arrays and Stores.");

  // In a low panel the grids and the verdict come first: Banks and Lanes name the request too.
  const bool low = canvas.area().height < kLow;
  const std::string detail = low ? "" : request_in_words(look);
  Rect rest = draw::header(canvas, "Shared", picture ? copy_sentence(look, *picture) : memory_sentence(look), detail);
  if (!low) draw_undrawn(canvas, rest, look);
  draw_following(canvas, rest, look, actions);
  if (picture) draw_shared_choices(canvas, rest.cut_top(22, 8), look, *picture, actions);
  const Rect finding = finding_note(look).empty() ? Rect{} : rest.cut_top(kFindingNote, 4);
  draw_verdict(canvas, rest, picture ? cost_sentence(look, *picture) : memory_cost(look),
               picture ? reason_sentence(reasons(look, *picture)) : "", picture.has_value());
  rest.cut_bottom(6);
  const bool marked = draw_grids_and_keys(canvas, rest, look, picture ? &*picture : nullptr, low, actions);
  if (!finding.empty()) draw_finding_note(canvas, finding, look, actions, marked);
}

}  // namespace

std::optional<SharedPicture> picture_of_tile(const session::Look& look) {
  return shared_picture(look, chosen_tile(look), look.views.shared.whole);
}

int chosen_tile(const session::Look& look) {
  return look.views.shared.tile <= static_cast<int>(shared_tiles(*look.recording()).size()) ? look.views.shared.tile
                                                                                            : 0;
}

void draw_shared_choices(Canvas& canvas, Rect row, const session::Look& look, const SharedPicture& picture,
                         session::Actions& actions) {
  std::vector<std::string> tiles{"follow the request"}, hints{"The tile that the current request touches"};
  for (const std::uint16_t tile : shared_tiles(*look.recording())) {
    const std::string& name = look.recording()->tensors[tile].name;
    tiles.push_back(name), hints.push_back("Always " + name);
  }
  if (const auto tile = draw::choice(canvas, row, tiles, chosen_tile(look), hints))
    actions.add([tile = *tile](session::Look& s) { s.views.shared.tile = tile; });
  const std::vector<std::string> extents{"touched rows", "whole tile"};
  static const std::string kExtentHints[] = {"Only the rows that the request touches", "All rows"};
  if (const auto whole =
          draw::choice(canvas, row, extents, picture.whole || picture.touched.empty() ? 1 : 0, kExtentHints))
    actions.add([whole = *whole](session::Look& s) { s.views.shared.whole = whole == 1, s.views.shared.memory = {}; });
  draw_offer_to_follow(canvas, row, look, actions);
  static const std::string kNotes[] = {"this request touches nothing here", "touches nothing here", "untouched"};
  if (picture.touched.empty()) draw::text_that_fits(canvas, row, kNotes, canvas.small());
}

View shared_view() {
  return {
      .id = "shared",
      .title = "Shared",
      .question = "Where is this element, who put it there, and which bank is it in?",
      .explanation =
          "The block's shared memory: a line is 128 bytes, a column is a bank. Numbers are the lanes of the request at the "
          "cursor. A cross is a cell that was not written yet, dots are padding. The row below says how many words each "
          "bank serves. Turn the wheel to make cells larger, until each shows the element that it holds; with Shift it "
          "moves on. If tiles are known, the tile also stands as it is in its matrix, and arrows show where the "
          "selected lane's elements go: click a cell, change the padding, and watch the rows shift. If not, a cell has the "
          "colour of the warp that wrote it last, or of the conflict.",
      .place = Place::kStage,
      .width = 744,
      .height = 560,
      .least_width = 512,
      .least_height = 300,
      .draw = draw_shared,
      .draw_compared = draw_shared_compared,
      .of_any_program = true};
}

}  // namespace gemmscope::views
