// SPDX-License-Identifier: MIT
/// A tile twice: as it is in its matrix and as it is in shared memory, with what one lane moves from one to the other.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/following.h"
#include "app/views/parts/site_words.h"
#include "app/views/shared/grids.h"
#include "app/views/shared/words.h"
#include "app/views/views.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;

constexpr std::uint32_t kWideTile = 24;  // columns above which the tile stands over the memory instead of beside it
constexpr float kLow = 380;              // points below which the legend does not fit
constexpr float kVeryLow = 260;          // points below which there is no room for reasons

void draw_choices(Canvas& canvas, Rect row, const session::Look& look, int chosen, const SharedPicture& picture,
                  session::Actions& actions) {
  std::vector<std::string> tiles{"follow the request"}, hints{"The tile that the current request touches"};
  for (const format::Tensor& tensor : look.recording()->tensors)
    if (tensor.space == format::Space::kShared) tiles.push_back(tensor.name), hints.push_back("Always " + tensor.name);
  if (const auto tile = draw::choice(canvas, row, tiles, chosen, hints))
    actions.add([tile = *tile](session::Look& s) { s.views.shared.tile = tile; });
  const std::vector<std::string> extents{"touched rows", "whole tile"};
  static const std::string kExtentHints[] = {"Only the rows that the request touches", "All rows"};
  if (const auto whole =
          draw::choice(canvas, row, extents, picture.whole || picture.touched.empty() ? 1 : 0, kExtentHints))
    actions.add([whole = *whole](session::Look& s) { s.views.shared.whole = whole == 1; });
  draw_offer_to_follow(canvas, row, look, actions);
  static const std::string kNotes[] = {"this request touches nothing here", "touches nothing here", "untouched"};
  if (picture.touched.empty()) draw::text_that_fits(canvas, row, kNotes, canvas.small());
}

/// What the request costs and why, in a box of its own at the bottom of `rest`.
void draw_verdict(Canvas& canvas, Rect& rest, const session::Look& look, const SharedPicture& picture) {
  const std::string cost = cost_sentence(look, picture), why = reason_sentence(look, picture);
  const bool very_low = canvas.area().height < kVeryLow;
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

/// Only what occurs.
std::vector<Key> keys(const Canvas& canvas, const SharedScene& scene, const GridPlaces& matrix,
                      const GridPlaces& memory) {
  const bool partial = !all_warps_recorded(scene.recording) || scene.recording.selection.k_tiles.begin > 0;
  const auto fill = [&](CellState state) { return cell_colour(canvas, scene, state); };
  std::vector<Key> keys;
  const std::string touched = scene.look.current->shared() ? "touched" : "will be written";
  if (!scene.picture.touched.empty())
    keys.push_back(
        {Key::Swatch::kFill, scene.colour, touched + (matrix.numbered || memory.numbered ? "; number = lane" : "")});
  if (memory.has(CellState::kThisTile) || matrix.has(CellState::kThisTile))
    keys.push_back(
        {Key::Swatch::kFill, fill(CellState::kThisTile),
         scene.tile().of == "C" ? "sums of C" : "of k-tile " + words::thousands(scene.look.k_tile_in_shared())});
  if (matrix.has(CellState::kNever))
    keys.push_back({Key::Swatch::kFill, not_copied_colour(canvas, scene), "not copied yet"});
  if (memory.has(CellState::kOtherKTile))
    keys.push_back({Key::Swatch::kFill, fill(CellState::kOtherKTile), "of another k-tile"});
  std::set<std::uint16_t> others = memory.others;
  others.insert(matrix.others.begin(), matrix.others.end());
  for (const std::uint16_t other : others)
    keys.push_back(
        {Key::Swatch::kFill, other_colour(canvas, scene, other), "now " + scene.recording.tensors[other].name});
  if (matrix.outside) keys.push_back({Key::Swatch::kHatch, canvas.colours.panel, "outside the matrix"});
  if (!scene.picture.spilled.empty())
    keys.push_back({Key::Swatch::kHatch, scene.colour, "outside " + scene.tile().name});
  if (memory.has(CellState::kNever) || memory.unwritten)
    keys.push_back({Key::Swatch::kCross, fill(CellState::kNever),
                    partial ? "not written in the recorded part" : "not written yet"});
  if (memory.named)
    keys.push_back({Key::Swatch::kDigit, writer_colour(canvas), "small: column of " + scene.tile().name});
  if (memory.writers) keys.push_back({Key::Swatch::kDigit, writer_colour(canvas), "small: the k-tile that wrote it"});
  if (memory.has(CellState::kPadding)) keys.push_back({Key::Swatch::kDots, fill(CellState::kPadding), "padding"});
  return keys;
}

/// In one row: what says least, which stands last, gives way.
void draw_keys(Canvas& canvas, Rect row, std::vector<Key> keys) {
  while (draw::legend_height(canvas, keys, row.width) > row.height + 1) keys.pop_back();
  draw::legend(canvas, row, keys);
}

/// Where the matrix goes: over the memory where it is wide, else beside it with cells of the same width. Cut from
/// `rest`.
Rect matrix_space(Rect& rest, const SharedPicture& picture, float most, bool above) {
  if (above) {
    // Rows of both share the height, so that few rows of the matrix do not press many lines of memory together.
    constexpr float kCaption = 36, kMemoryCaptions = 78, kLeast = 14;
    const auto count = [](const std::vector<Run>& runs) {
      float all = 0;
      for (const Run& run : runs) all += static_cast<float>(run.count);
      return all;
    };
    const float gap = most < 20 ? 10 : 22, rows = count(picture.rows), lines = count(picture.lines);
    const float shared = (rest.height - kCaption - kMemoryCaptions - gap) / std::max(1.0f, rows + lines);
    return rest.cut_top(std::min(rest.height * 0.4f, kCaption + std::clamp(shared, kLeast, most) * rows), gap);
  }
  constexpr float kGap = 18;
  const auto columns = static_cast<float>(picture.columns.count);
  const float cell = (rest.width - kRowLabels - kGap - kBankLabel - kPlaceLabels) / (columns + analysis::kBanks);
  Rect space = rest.cut_left(kRowLabels + cell * columns, kGap);
  space.cut_bottom(42);
  return space;
}

/// While it plays, As and Bs stand one over the other, each whole and always in the same place.
void draw_both(Canvas& canvas, Rect rest, const session::Look& look, session::Actions& actions) {
  constexpr float kCaptions = 78, kGap = 8;
  std::vector<SharedPicture> tiles;
  float lines = 0;
  for (const int tile : {1, 2})
    if (auto picture = shared_picture(look, tile, true)) {
      for (const Run& run : picture->lines) lines += static_cast<float>(run.count);
      tiles.push_back(std::move(*picture));
    }
  const auto count = static_cast<float>(tiles.size());
  const float line = (rest.height - count * kCaptions - (count - 1) * kGap) / std::max(1.0f, lines);
  for (const SharedPicture& picture : tiles) {
    const format::Recording& recording = *look.recording();
    const SharedScene scene{look, recording, picture,
                            theme::operand_colour(canvas.colours, recording.tensors[picture.tile]),
                            " of " + recording.tensors[picture.tile].name};
    float own = 0;
    for (const Run& run : picture.lines) own += static_cast<float>(run.count);
    GridPlaces memory = draw_memory_side(canvas, rest.cut_top(kCaptions + own * line, kGap), 28, scene, actions);
    draw_shared_marks(canvas, memory, scene);
    draw_followed(canvas, nullptr, memory, scene);
    draw_memory_caption(canvas, memory, scene);
  }
}

int shared_tiles(const format::Recording& recording) {
  return static_cast<int>(std::ranges::count(recording.tensors, format::Space::kShared, &format::Tensor::space));
}

void draw_shared(const session::Look& look, session::Actions& actions, Canvas& canvas) {
  const int tiles = shared_tiles(*look.recording());
  const int tile = look.views.shared.tile <= tiles ? look.views.shared.tile : 0;  // chosen in another kernel
  const auto picture = shared_picture(look, tile, look.views.shared.whole);
  if (!picture)
    return draw::empty_state(canvas, "This kernel uses no shared memory",
                             "It reads A and B directly: see Outer loop and Write-back.");
  const format::Recording& recording = *look.recording();
  const Colour colour = theme::operand_colour(canvas.colours, recording.tensors[picture->tile]);
  const SharedScene scene{look, recording, *picture, colour};

  // In a low panel the grids and the verdict come first: Banks and Lanes name the request too.
  const bool low = canvas.area().height < kLow;
  const std::string detail = low ? "" : request_in_words(look);
  Rect rest = draw::header(canvas, "Shared", copy_sentence(look, *picture), detail);
  draw_choices(canvas, rest.cut_top(22, 8), look, tile, *picture, actions);
  if (!finding_note(look).empty()) draw_finding_note(canvas, rest.cut_top(kFindingNote, 4), look, actions);
  draw_following(canvas, rest, look, actions);
  draw_verdict(canvas, rest, look, *picture);
  rest.cut_bottom(6);
  const Rect legend = low ? Rect{} : rest.cut_bottom(20, 6);

  const float most = low ? 18 : std::max(28.0f, rest.height / 14);  // points of a row
  if (look.play.on && tile == 0 && scene.tile().of != "C" && tiles >= 2) return draw_both(canvas, rest, look, actions);
  const bool above = picture->part.columns > kWideTile;  // also where only some of its columns are shown
  // Of sums on their way to C, whose places there change from round to round, the memory alone; and where there is no
  // room for both.
  if (scene.tile().of == "C" || (above && canvas.area().height < kVeryLow)) {
    GridPlaces memory = draw_memory_side(canvas, rest, most, scene, actions);
    draw_shared_marks(canvas, memory, scene);
    draw_followed(canvas, nullptr, memory, scene);
    draw_memory_caption(canvas, memory, scene);
    if (!low) draw_keys(canvas, legend, keys(canvas, scene, memory, memory));
    return;
  }
  const Rect space = matrix_space(rest, *picture, most, above);
  const GridPlaces matrix = draw_matrix_side(canvas, space, most, scene, actions);
  GridPlaces memory = draw_memory_side(canvas, rest, most, scene, actions);
  draw_arrows(canvas, matrix, memory, above, scene);
  draw_shared_marks(canvas, memory, scene);
  draw_followed(canvas, &matrix, memory, scene);
  draw_memory_caption(canvas, memory, scene);
  if (!low) draw_keys(canvas, legend, keys(canvas, scene, matrix, memory));
}

}  // namespace

View shared_view() {
  return {
      .id = "shared",
      .title = "Shared",
      .question = "Where is this element, who put it there, and which bank is it in?",
      .explanation =
          "One side is the tile as it is in its matrix, the other is shared memory: a line is 128 bytes, a column is a "
          "bank. Arrows show where the selected lane's elements go. A dotted cell is padding; a crossed cell was never "
          "written. Click a cell on either side, then change the padding and watch the rows shift.",
      .place = Place::kStage,
      .width = 744,
      .height = 560,
      .least_width = 520,
      .least_height = 300,
      .draw = draw_shared,
      .half_width = 520,
      .half_height = 230};
}

}  // namespace gemmscope::views
