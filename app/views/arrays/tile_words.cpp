// SPDX-License-Identifier: MIT
/// What the request at the cursor means for a product, in words.
#include <algorithm>

#include "app/views/arrays/scene.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_words.h"
#include "app/words/number.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {

using format::Matrix;

std::string TileScene::tile_name() const {
  const auto place = tile_of(block);
  const std::string which = place ? std::to_string(place->first) + "," + std::to_string(place->second) + " " : "";
  return "tile " + which + "of " + name_of(Matrix::kC);
}

namespace {

const char* share_in_words(Share share) {
  return share == Share::kAll ? "all" : share == Share::kSome ? "part" : "nothing";
}

/// What is missing in the sums of C.
std::string missing_sum(const TileScene& tiles) {
  const auto is_missing = [](TileState state) { return state == TileState::kNotLoaded; };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(tiles.states, is_missing));
  const std::string A = tiles.name_of(Matrix::kA), B = tiles.name_of(Matrix::kB), C = tiles.name_of(Matrix::kC);
  const std::string one = tiles.never.B.empty() ? A : tiles.never.A.empty() ? B : "";
  if (count == 0)
    return "Parts of " + (one.empty() ? A + " and " + B : one) + " are never loaded: their contribution to " + C +
           " is missing.";
  const std::string of = one.empty() ? "" : " of " + one;
  if (count == 1)
    return "k-tile " + std::to_string(std::ranges::find_if(tiles.states, is_missing) - tiles.states.begin()) + of +
           " is never loaded: its contribution to " + C + " is missing.";
  return words::count_of(count, "k-tile") + of + " are never loaded: their contribution to " + C + " is missing.";
}

}  // namespace

std::string tile_answer(const TileScene& tiles) {
  const std::string A = tiles.name_of(Matrix::kA), B = tiles.name_of(Matrix::kB), c = tiles.tile_name();
  const std::string k = std::to_string(tiles.k_tile);
  const bool steps = tiles.shape.BK == 1;  // a kernel without tiles
  if (tiles.write_back() && tiles.any_never_loaded()) return missing_sum(tiles);
  if (tiles.write_back())
    return "All k-tiles are added up: block " + block_name(tiles.recording, tiles.block) + " writes " + c + ".";
  const Share a = share_loaded(tiles.never.A, tiles.tiles.A, tiles.part(Matrix::kA)),
              b = share_loaded(tiles.never.B, tiles.tiles.B, tiles.part(Matrix::kB));
  const bool incomplete = a != Share::kAll || b != Share::kAll, nothing = a == Share::kNone && b == Share::kNone;
  switch (tiles.look.current->request.phase) {
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

std::string tile_detail(const TileScene& tiles, const std::vector<session::Element>& touched) {
  const session::Current& now = *tiles.look.current;
  const bool store = now.site.op == format::Op::kStore;
  const std::string site = site_in_words(tiles.recording, now.site.tensor, now.site.op);
  if (touched.empty()) return site + " touches no array.";
  const std::string verb = now.shared() ? (store ? " copies " : " reads ") : store ? " writes " : " loads ";
  return site + verb + spread_text(tiles.recording, touched) + ".";
}

}  // namespace gemmscope::views
