// SPDX-License-Identifier: MIT
/// Which tiles of A and B are multiplied into which tile of C: the matrices to scale, the tiles enlarged, K as a bar.
#include <algorithm>

#include "app/session/findings.h"
#include "app/views/outer_loop/arrays.h"
#include "app/views/outer_loop/draw.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/following.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_words.h"
#include "app/views/views.h"
#include "app/words/number.h"
#include "app/words/tile_words.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;
using format::Matrix;

}  // namespace

std::string OuterLoop::tile_name() const {
  const auto place = tile_of(block);
  const std::string which = place ? std::to_string(place->first) + "," + std::to_string(place->second) + " " : "";
  return "tile " + which + "of " + name_of(Matrix::kC);
}

namespace {

const char* share_in_words(Share share) {
  return share == Share::kAll ? "all" : share == Share::kSome ? "part" : "nothing";
}

/// What is missing in the sums of C.
std::string missing_sum(const OuterLoop& loop) {
  const auto is_missing = [](TileState state) { return state == TileState::kNotLoaded; };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(loop.states, is_missing));
  const std::string A = loop.name_of(Matrix::kA), B = loop.name_of(Matrix::kB), C = loop.name_of(Matrix::kC);
  const std::string one = loop.never.B.empty() ? A : loop.never.A.empty() ? B : "";
  if (count == 0)
    return "Parts of " + (one.empty() ? A + " and " + B : one) + " are never loaded: their contribution to " + C +
           " is missing.";
  const std::string of = one.empty() ? "" : " of " + one;
  if (count == 1)
    return "k-tile " + std::to_string(std::ranges::find_if(loop.states, is_missing) - loop.states.begin()) + of +
           " is never loaded: its contribution to " + C + " is missing.";
  return words::count_of(count, "k-tile") + of + " are never loaded: their contribution to " + C + " is missing.";
}

std::string answer(const OuterLoop& loop) {
  const std::string A = loop.name_of(Matrix::kA), B = loop.name_of(Matrix::kB), c = loop.tile_name();
  const std::string k = std::to_string(loop.k_tile);
  const bool steps = loop.shape.BK == 1;  // a kernel without tiles
  if (loop.write_back() && loop.any_never_loaded()) return missing_sum(loop);
  if (loop.write_back())
    return "All k-tiles are added up: block " + block_name(loop.recording, loop.block) + " writes " + c + ".";
  const Share a = share_loaded(loop.never.A, loop.tiles.A, loop.recording.M, loop.recording.K),
              b = share_loaded(loop.never.B, loop.tiles.B, loop.recording.K, loop.recording.N);
  const bool incomplete = a != Share::kAll || b != Share::kAll, nothing = a == Share::kNone && b == Share::kNone;
  switch (loop.look.current->request.phase) {
    case format::Phase::kCopy:
      if (incomplete)
        return words::capital(share_in_words(a)) + " of tile " + k + " of " + A + " and " + share_in_words(b) +
               " of tile " + k + " of " + B + " is copied to shared memory, for " + c + ".";
      return "Tile " + k + " of " + A + " and tile " + k + " of " + B + " are copied to shared memory, for " + c + ".";
    case format::Phase::kCompute:
      return (steps ? "Column " : "Tile ") + k + " of " + A + " times " + (steps ? "row " : "tile ") + k + " of " + B +
             (nothing      ? ", which are never loaded,"
              : incomplete ? ", parts of which are never loaded,"
                           : "") +
             " is added to " + c + ".";
    case format::Phase::kWriteBack: break;
  }
  return "Tile " + k + " of " + A + " and tile " + k + " of " + B + " belong to " + c + ".";
}

std::string detail(const OuterLoop& loop) {
  const session::Current& now = *loop.look.current;
  const bool store = now.site.op == format::Op::kStore;
  const std::string site = site_in_words(loop.recording, now.site.tensor, now.site.op, now.site.name);
  if (loop.touched.empty()) return site + " touches nothing in the matrices.";
  const std::string verb = now.shared() ? (store ? " copies " : " reads ") : store ? " writes " : " loads ";
  return site + verb + spread_text(loop.recording, loop.touched) + ".";
}

std::vector<Key> keys(const Canvas& canvas, const OuterLoop& loop) {
  const Colour panel = canvas.colours.panel, a = canvas.colours.a;
  std::vector<Key> keys{{Key::Swatch::kFill, theme::mixed(panel, a, 0.4f), "used"},
                        {Key::Swatch::kFill, a, "now"},
                        {Key::Swatch::kOutline, theme::mixed(panel, a, 0.5f), "to come"},
                        {Key::Swatch::kFill, canvas.colours.text, "touched by this request"}};
  const bool edges = loop.recording.M % loop.shape.BM != 0 || loop.recording.N % loop.shape.BN != 0 ||
                     loop.recording.K % loop.shape.BK != 0;
  if (edges) keys.push_back({Key::Swatch::kHatch, panel, "outside the matrix"});
  if (loop.any_never_loaded()) keys.push_back({Key::Swatch::kCross, canvas.colours.ground, "never loaded"});
  const auto& selection = loop.recording.selection;
  if (selection.k_tiles.size() < loop.recording.k_tiles ||
      loop.recording.blocks.size() < std::size_t{loop.recording.grid_y} * loop.recording.grid_x)
    keys.push_back({Key::Swatch::kDots, panel, "not recorded"});
  return keys;
}

void draw_outer_loop(const session::Look& look, session::Actions& actions, Canvas& canvas) {
  const format::Recording& recording = *look.recording();
  const auto shape = analysis::block_shape(recording);
  if (!shape)
    return draw::empty_state(canvas, "This kernel does not say how large its tiles are",
                             "Choose a kernel with block tiles in the toolbar.");
  const format::Block& block = look.block();
  const NeverLoaded never = never_loaded(look);
  const OuterLoop loop{.look = look,
                       .recording = recording,
                       .block = block,
                       .shape = *shape,
                       .tiles = *analysis::block_tiles(recording, block, look.k_tile_in_shared()),
                       .k_tile = look.k_tile(),
                       .never = never,
                       .states = tile_states(look, never),
                       .touched = elements_touched(look),
                       .grid = analysis::tile_grid(recording, *shape)};

  Rect rest = draw::header(canvas, "Outer loop", answer(loop), detail(loop));
  draw_following(canvas, rest, look, actions);
  draw_found(canvas, rest, look);
  const analysis::Finding* finding = session::chosen_finding(look);
  if (finding != nullptr && finding->fault == analysis::Fault::kNeverLoaded && !finding_note(look).empty())
    draw_finding_note(canvas, rest.cut_top(kFindingNote, 4), look, actions);
  const Rect bar = rest.cut_bottom(46, 6);
  const std::vector<Key> all_keys = keys(canvas, loop);
  draw::legend(canvas, rest.cut_bottom(draw::legend_height(canvas, all_keys, rest.width), 6), all_keys);
  rest.cut_bottom(6);
  draw_other_arrays(canvas, rest, look, actions);
  const float tiles_width = std::min(rest.width * 0.40f, rest.height);
  draw_tiles(canvas, rest.cut_right(tiles_width, 12), loop, actions);
  const float k_scale = draw_matrices(canvas, rest, loop, actions);
  draw_k_bar(canvas, bar, k_scale, loop, actions);
}

Result<std::string> tiles_text(const session::Look& look) {
  if (look.recording()->of_ladder())
    return fail(ErrorKind::kUsage,
                "--view tiles finds the tiles of programs; 'gemmscope list' says those of the ladder's kernels");
  if (!look.loaded->tiles) {
    std::string why = "no matrix product was found in this recording; docs/models/tiles.md says what is looked for";
    for (const std::string& line : words::said_in_words(analysis::said_in(*look.recording()))) why += "; " + line;
    return fail(ErrorKind::kUsage, why);
  }
  std::string text;
  for (const std::string& line : words::all_tiles_in_words(*look.recording(), *look.loaded->tiles)) text += line + "\n";
  return text;
}

}  // namespace

View outer_loop_view() {
  return {
      .id = "outer_loop",
      .title = "Outer loop",
      .question = "Which tiles of A and B are multiplied into which tile of C, and how far along K?",
      .explanation =
          "The three matrices are arranged as in the product: a row of A's tiles times a column of B's tiles gives one "
          "tile of C. The current k-tile is solid, earlier ones are faded, later ones outlined, and what is never loaded "
          "is crossed out. Click a k-tile in the bar below, or press Ctrl Right, and watch the tiles move.",
      .place = Place::kStage,
      .width = 744,
      .height = 560,
      .least_width = 480,
      .least_height = 380,
      .draw = draw_outer_loop,
      .of_arrays =
          {.id = "arrays",
           .title = "Arrays",
           .question = "What of every array is touched now, was, and will be?",
           .explanation =
               "Each array in global memory, element by element, or, where it is large, in cells of many "
               "elements. White is what the request at the cursor touches, full colour what the same line does "
               "in the block's other warps; medium is what the block has touched before, dark what is still to "
               "come. A program does not say how many rows an array has. They are found if the kernel multiplies "
               "matrices, or guessed if the array's size is a product of the kernel's parameters; otherwise the array is "
               "folded. Step with Right and watch it fill.",
           .draw = draw_arrays},
      .texts = {{"tiles", tiles_text}}};
}

}  // namespace gemmscope::views
