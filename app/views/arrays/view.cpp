// SPDX-License-Identifier: MIT
/// What of every array in global memory is touched now, was, and will be; of a product whose tiles are known, arranged
/// as in the product with the tiles drawn over it, and K as a bar.
#include "app/views/arrays/scene.h"
#include "app/views/parts/array_words.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/following.h"
#include "app/views/parts/site_words.h"
#include "app/views/views.h"
#include "app/words/number.h"
#include "app/words/tile_words.h"
#include "tracing/analysis/tiles/said.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Key;
using draw::Rect;
using session::Look;

constexpr float kOtherArrays = 92;  // points for arrays beside a product

/// A paragraph on the tiles of a matrix product, if one was found in a program's recording.
void draw_found(Canvas& canvas, Rect& rest, const Look& look) {
  if (!look.loaded->tiles) return;
  const std::vector<std::string> lines =
      words::all_tiles_in_words(*look.recording(), *look.loaded->tiles, look.loaded->check.remarks);
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i)  // names of arrays keep their letters
    text +=
        (i == 0 ? "Found: " : " ") + (lines[i].starts_with("block tile") ? words::capital(lines[i]) : lines[i]) + ".";
  if (const std::string& why = look.loaded->undescribed; !why.empty())
    text += " These tiles are not drawn: " + why + ".";
  const float height = canvas.paragraph_height(rest.width, text, canvas.small());
  canvas.paragraph(rest.cut_top(height, 4), text, canvas.small());
}

/// As many pictures side by side as there is room for.
bool draw_slots(Canvas& canvas, Rect& rest, const std::vector<std::uint16_t>& arrays, ArrayScene& scene,
                session::Actions& actions) {
  const std::uint16_t wanted = scene.look.current->site.tensor;
  ArraySlots slots = place_arrays(rest, scene.look, arrays, wanted);
  if (!slots.left_out.empty()) {
    const Rect row = rest.cut_bottom(20, 4);
    slots = place_arrays(rest, scene.look, arrays, wanted);
    draw_left_out(canvas, row, scene.look, slots);
  }
  bool marked = false;
  for (const ArraySlot& slot : slots.slots) marked |= draw_array(canvas, slot, scene, actions);
  return marked;
}

/// The product, K as a bar under it, and the other arrays between them. Returns whether the chosen finding is marked.
bool draw_with_tiles(Canvas& canvas, Rect rest, Rect bar, const TileScene& tiles, std::vector<std::uint16_t> others,
                     ArrayScene& scene, session::Actions& actions) {
  const format::Recording& recording = tiles.recording;
  std::erase_if(others, [&](std::uint16_t t) { return recording.tensors[t].matrix != format::Matrix::kOther; });
  bool marked = false;
  if (!others.empty()) {
    Rect below = rest.cut_bottom(kOtherArrays, 6);
    marked = draw_slots(canvas, below, others, scene, actions);
  }
  const Rect right = rest.cut_right(std::min(rest.width * 0.40f, rest.height), 12);
  const ProductDrawn drawn = draw_product(canvas, rest, tiles, scene, actions);
  draw_enlarged(canvas, right, tiles, scene, actions);
  draw_k_bar(canvas, bar, drawn.k_scale, tiles, actions);
  return marked || drawn.marked;
}

/// Only what occurs.
std::vector<Key> array_keys(const Canvas& canvas, const ArrayScene& scene, const std::optional<TileScene>& tiles) {
  std::vector<Key> keys = keys_of_cells(canvas, scene);
  if (!tiles) return keys;
  if (!tiles->write_back()) keys.push_back({Key::Swatch::kOutline, canvas.colours.a, "this k-tile"});
  if (tiles->any_never_loaded())
    keys.push_back({Key::Swatch::kCross, canvas.colours.ground, "never loaded by this block"});
  const format::Recording& r = tiles->recording;
  if (r.M % tiles->shape.BM != 0 || r.N % tiles->shape.BN != 0 || r.K % tiles->shape.BK != 0)
    keys.push_back({Key::Swatch::kHatch, canvas.colours.panel, "outside the matrix"});
  return keys;
}

void draw_arrays(const Look& look, session::Actions& actions, Canvas& canvas) {
  const std::vector<std::uint16_t> arrays = arrays_of(*look.recording());
  if (arrays.empty())
    return draw::empty_state(canvas, "This kernel touches no array in global memory", "See Shared and Banks.");
  const auto tiles = tile_scene(look);
  ArrayScene scene(look);
  Rect rest = draw::header(
      canvas, "Arrays", tiles ? tile_answer(*tiles) : request_sentence(look),
      tiles ? tile_detail(*tiles, scene.touched)
            : request_in_words(look) + "; colours: what block " + block_name(*look.recording(), look.block()) +
                  " does" + (look.loaded->footprints.complete() ? "" : "; of other blocks not all is known"));
  draw_following(canvas, rest, look, actions);
  const Rect note = finding_note(look).empty() ? Rect{} : rest.cut_top(kFindingNote, 4);
  draw_found(canvas, rest, look);
  rest.cut_top(4);
  const Rect bar = tiles ? rest.cut_bottom(46, 6) : Rect{};
  const Rect legend = rest.cut_bottom(rest.width < 600 ? 62 : 44, 6);
  const bool marked = tiles ? draw_with_tiles(canvas, rest, bar, *tiles, arrays, scene, actions)
                            : draw_slots(canvas, rest, arrays, scene, actions);
  draw_finding_note(canvas, note, look, actions, marked);
  draw::legend(canvas, legend, array_keys(canvas, scene, tiles));
}

Result<std::string> tiles_text(const session::Look& look) {
  if (!look.loaded->tiles) {
    std::string why = words::no_product_in_words(*look.recording(), look.loaded->check.remarks) +
                      "; docs/models/tiles.md says what is looked for";
    for (const std::string& line : words::said_in_words(analysis::said_in(*look.recording()))) why += "; " + line;
    return fail(ErrorKind::kUsage, why);
  }
  std::string text;
  for (const std::string& line :
       words::all_tiles_in_words(*look.recording(), *look.loaded->tiles, look.loaded->check.remarks))
    text += line + "\n";
  return text;
}

}  // namespace

std::optional<TileScene> tile_scene(const Look& look) {
  const format::Recording& recording = *look.recording();
  const auto shape = analysis::block_shape(recording);
  const auto tiles = shape ? analysis::block_tiles(recording, look.block(), look.k_tile_in_shared()) : std::nullopt;
  if (!tiles) return std::nullopt;
  TileScene scene{.look = look,
                  .recording = recording,
                  .block = look.block(),
                  .shape = *shape,
                  .tiles = *tiles,
                  .k_tile = look.k_tile(),
                  .never = never_loaded(look),
                  .grid = analysis::tile_grid(recording, *shape)};
  scene.states = tile_states(look, scene.never);
  return scene;
}

View arrays_view() {
  return {
      .id = "arrays",
      .title = "Arrays",
      .question = "Which elements are touched now, which were, and which will be?",
      .explanation =
          "Each array in global memory, element by element, or, if it is large, in cells of many elements. White is "
          "what the request at the cursor touches, also by way of shared memory; full colour what the same line does in "
          "the block's other warps; medium is what the block has touched before, dark what is still to come. Step with "
          "Right and watch it fill. If the tiles of a matrix product are known, A, B and C are arranged as in the product: a "
          "row of A's tiles times a column of B's tiles gives one tile of C. The k-tile is framed, and enlarged at the "
          "right. Click a k-tile in the bar below, or press Ctrl Right, and watch it move; click another tile of C to go "
          "to its block. A program does not say how many rows an array has. They are found if the kernel multiplies "
          "matrices, or guessed if the array's size is a product of the kernel's parameters; otherwise the array is "
          "folded.",
      .place = Place::kStage,
      .width = 744,
      .height = 560,
      .least_width = 480,
      .least_height = 380,
      .draw = draw_arrays,
      .of_any_program = true,
      .texts = {{"tiles", tiles_text}}};
}

}  // namespace gemmscope::views
