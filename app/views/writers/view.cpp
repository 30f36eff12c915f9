// SPDX-License-Identifier: MIT
/// Who writes each element of the output: the block's part of it, by warp and lane. Where tiles are known, that is its
/// tile of C by who computes it, with which values of As and Bs one inner step needs; else the whole array stands
/// beside it, by block.
#include <algorithm>

#include "app/views/parts/block_part.h"
#include "app/views/parts/following.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_draw.h"
#include "app/views/views.h"
#include "app/views/writers/draw.h"
#include "app/words/number.h"
#include "tracing/analysis/multiplied.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;
using format::Matrix;

/// The selected lane; else, at edges where it owns nothing, the first that does.
int lane_shown(const session::Look& look, const analysis::Ownership& owners) {
  const int lane = std::max(0, look.lane());
  if (look.selected.lane || !owners.share(look.cursor.warp, lane).empty()) return lane;
  for (int other = 0; other < format::kLanes; ++other)
    if (!owners.share(look.cursor.warp, other).empty()) return other;
  return lane;
}

bool owns_anything(const analysis::Ownership& owners, std::uint32_t warp) {
  for (int lane = 0; lane < format::kLanes; ++lane)
    if (!owners.share(warp, lane).empty()) return true;
  return false;
}

/// Whether warps store other elements than those whose factors they load, so that it is not known who computes what.
bool warps_store_for_others(const session::Look& look) {
  const std::optional<analysis::Tiles>& tiles = look.loaded->tiles;
  return tiles && tiles->product.by == analysis::Product::By::kBlock &&
         analysis::may_swap_an_index(*look.recording(), *tiles);
}

/// nullopt: tiles are not known, or no inner step was recorded.
std::optional<analysis::Ownership> owners_of(const session::Look& look) {
  const format::Recording& recording = *look.recording();
  if (!recording.tiles_known() || warps_store_for_others(look)) return std::nullopt;
  return analysis::lanes_share(recording) ? analysis::ownership_of_warps(recording, look.cursor.block)
                                          : analysis::ownership(recording, look.cursor.block);
}

std::optional<WarpScene> warp_scene(const session::Look& look, const analysis::Ownership& owners) {
  const auto tiles = analysis::block_tiles(*look.recording(), look.block(), look.k_tile_in_shared());
  if (!tiles) return std::nullopt;
  const bool share = analysis::lanes_share(*look.recording());
  const int lane = share ? 0 : lane_shown(look, owners);
  const analysis::LaneShare& its = owners.share(look.cursor.warp, lane);
  WarpScene scene{.look = look,
                  .owners = owners,
                  .tiles = *tiles,
                  .by_lane = !share && !its.empty(),
                  .warp_owns = owns_anything(owners, look.cursor.warp),
                  .lane = lane,
                  .step = {},
                  .fragments = {},
                  .grid = lane_grid(owners, look.cursor.warp),
                  .pieces = pieces_of(its)};
  if (scene.by_lane) scene.step = inner_step(look), scene.fragments = fragments_of(look, its, lane);
  return scene;
}

std::string answer(const WarpScene& scene) {
  const format::Recording& recording = *scene.look.recording();
  const bool by_warp = analysis::lanes_share(recording) || !scene.warp_owns;
  const std::string who = by_warp ? "Warp " + std::to_string(scene.warp()) : "Lane " + std::to_string(scene.lane);
  return ownership_sentence(scene.share(), who, scene.tiles.C, recording.name_of(Matrix::kC),
                            analysis::product_part(recording, scene.tiles.C, Matrix::kC));
}

std::string detail(const WarpScene& scene) {
  const format::Recording& recording = *scene.look.recording();
  if (analysis::lanes_share(recording))
    return (analysis::has_matrix_instructions(recording) == true
                ? std::string("Its lanes compute them together, as matrix instructions do; ")
                : std::string("The lanes of this warp share what they load, so ")) +
           "which lane keeps which sum is not known.";
  if (!scene.by_lane) return "";
  const std::size_t m = scene.share().rows.size(), n = scene.share().columns.size();
  return "For each k it reads " + words::count_of(m, "value") + " of " + read_for(recording, Matrix::kA) + " and " +
         std::to_string(n) + " of " + read_for(recording, Matrix::kB) + " and does " +
         words::count_of(m * n, "multiply-add") + ".";
}

std::vector<Key> keys_of_tile(const Canvas& canvas, const WarpScene& scene) {
  std::vector<Key> keys;
  const Colour own = own_warp_colour(canvas);
  if (scene.by_lane) {
    keys.push_back({Key::Swatch::kFill, own_lane_colour(canvas), "lane " + std::to_string(scene.lane)});
    const auto lanes = std::ranges::count_if(scene.grid.places, [](const LaneGrid::Place& at) { return at.row >= 0; });
    if (lanes > 1)
      keys.push_back({Key::Swatch::kFill, own,
                      scene.pieces.count() > 1 ? "first piece of each lane" : "the other lanes of the warp"});
    if (scene.pieces.count() > 1) keys.push_back({Key::Swatch::kFill, again_colour(canvas), "the same lanes again"});
  } else if (scene.warp_owns) {
    keys.push_back({Key::Swatch::kFill, own, "warp " + std::to_string(scene.warp())});
  }
  if (scene.step) keys.push_back({Key::Swatch::kFill, canvas.colours.a, "read in this step"});
  if (scene.fragments.has(Entry::kNow))
    keys.push_back({Key::Swatch::kFill, entry_colour(canvas, Entry::kNow, canvas.colours.a), "by this request"});
  if (reaches_out_of_c(*scene.look.recording(), scene.tiles.C))
    keys.push_back({Key::Swatch::kHatch, canvas.colours.panel, "outside the matrix"});
  return keys;
}

/// The tile with what it needs at its edges; beside it the lanes and the sums of one, or all of C by block.
void draw_tile(Canvas& canvas, Rect rest, const WarpScene& scene, session::Actions& actions) {
  Rect legend = rest.cut_bottom(22, 6), right = rest.cut_right(std::max(230.0f, rest.width * 0.38f), 20);
  std::vector<Key> keys = keys_of_tile(canvas, scene);
  const Rect subtile = draw_block_tile(canvas, rest, scene, actions);
  if (scene.by_lane) {
    right.cut_top(2);
    // Single sums leave their room to the lanes, which may stand 32 on top of each other.
    const bool single = scene.share().rows.size() * scene.share().columns.size() == 1;
    const Rect lanes{right.x, right.y, right.width, single ? right.height - 135 : right.height * 0.45f};
    right.cut_top(draw_lanes_of_subtile(canvas, lanes, subtile, scene, actions), 12);
    draw_accumulators(canvas, right, scene);
  } else if (const auto C = scene.look.recording()->tensor_of(Matrix::kC)) {
    add_keys_of_blocks(keys, canvas, scene.look, draw_by_block(canvas, right, scene.look, *C));
  }
  draw::legend(canvas, legend, keys);
}

void draw_writers(const session::Look& look, session::Actions& actions, Canvas& canvas) {
  const auto owners = owners_of(look);
  const auto scene = owners ? warp_scene(look, *owners) : std::nullopt;
  const auto arrays = arrays_of(*look.recording(), true);
  if (!scene && arrays.empty())
    return draw::empty_state(canvas, "This kernel stores to no array in global memory", "Arrays shows what it loads.");
  Rect rest =
      draw::header(canvas, "Writers", scene ? answer(*scene) : part_sentence(look, arrays),
                   scene ? detail(*scene)
                   : warps_store_for_others(look)
                       ? "Many warps do not load what the elements that they store need: an index may be swapped. " +
                             request_in_words(look)
                       : request_in_words(look));
  draw_undrawn(canvas, rest, look);
  draw_following(canvas, rest, look, actions);
  if (scene)
    draw_tile(canvas, rest, *scene, actions);
  else
    draw_by_array(canvas, rest, look, arrays, actions);
}

}  // namespace

View writers_view() {
  return {
      .id = "writers",
      .title = "Writers",
      .question = "Which warp and lane writes each element of the output, and which values does it need?",
      .explanation =
          "Who writes the output of the block at the cursor. The lane drawn in detail is brightest, the other lanes of "
          "its warp are green, and each other warp has a colour of its own. If tiles are known, this is the block's "
          "tile of C: a number is a lane, which computes the same place in every subtile; at the edges are the values of "
          "As and Bs that it reads, and Shift Down goes to the next inner step. Click an element to select its lane, or "
          "to go to its warp. If tiles are not known, each array is shown twice: the block's part, and the whole array "
          "coloured by block. The last store to an element counts; click an element to go to it.",
      .place = Place::kStage,
      .width = 744,
      .height = 560,
      .least_width = 480,
      .least_height = 380,
      .draw = draw_writers,
      .of_any_program = true,
      .half_height = 250};
}

}  // namespace gemmscope::views
