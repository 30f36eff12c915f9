// SPDX-License-Identifier: MIT
/// What the colours and marks of both grids mean.
#include <algorithm>

#include "app/views/shared/parts.h"
#include "app/words/number.h"

namespace gemmscope::views {

using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;

namespace {

/// The keys of a memory without a tile: names in cells, warps that wrote, words that the request touches.
std::vector<Key> word_keys(const Canvas& canvas, const SharedScene& scene, const MemoryPlaces& memory) {
  const MemoryLines& lines = memory.lines;
  std::vector<Key> keys;
  const Colour ink = canvas.colours.text;
  if (!memory.names.lines.empty()) keys.push_back({Key::Swatch::kDigit, ink, "column of the element in the cell"});
  if (memory.names.rows) keys.push_back({Key::Swatch::kDigit, ink, "row above column of the element in the cell"});
  if (memory.names.numbers) keys.push_back({Key::Swatch::kDigit, ink, "index of the element in the cell"});
  const std::size_t first = keys.size();
  bool never = false;
  std::uint64_t warps = 0;
  for (std::uint32_t i = 0; i < lines.cells(); ++i)
    if (array_at(scene.recording, lines.word(i) * analysis::kBankBytes)) {
      const analysis::Write* const write = lines.writer(lines.word(i));
      never |= write == nullptr;
      if (write != nullptr) warps |= std::uint64_t{1} << write->warp % 64;
    }
  if (never) keys.push_back({Key::Swatch::kCross, never_colour(canvas), "not written yet"});
  for (std::uint32_t warp = 0; warp < 64; ++warp)
    if ((warps >> warp & 1u) != 0) {
      const bool more = keys.size() >= first + 8;
      keys.push_back(
          {Key::Swatch::kFill, written_colour(canvas, warp),
           more ? "\u2026 in turn"
                : (keys.size() <= first + (never ? 1u : 0u) ? "written by warp " : "") + std::to_string(warp)});
      if (more) break;
    }
  if (!scene.look.current->shared()) return keys;
  const auto words = std::span(lines.words).subspan(lines.bank, lines.banks);
  const int most = *std::ranges::max_element(words);
  const std::string touched = memory.numbered ? "touched; number = lane" : "touched";
  if (std::ranges::count(words, 1) != 0)
    keys.push_back({Key::Swatch::kFill, touched_colour(canvas, scene.look, 1), touched});
  if (most > 1)
    keys.push_back(
        {Key::Swatch::kFill, touched_colour(canvas, scene.look, most), touched + "; its bank serves several words"});
  return keys;
}

}  // namespace

std::vector<Key> shared_keys(const Canvas& canvas, const SharedScene& scene, const Grids& grids) {
  if (scene.picture == nullptr) return word_keys(canvas, scene, grids.memory);
  const GridPlaces& matrix = grids.matrix;
  const MemoryPlaces& memory = grids.memory;
  const bool partial = !all_warps_recorded(scene.recording);
  const auto fill = [&](CellState state) { return cell_colour(canvas, scene, state); };
  std::vector<Key> keys;
  const session::Current& now = *scene.look.current;
  const bool numbered = matrix.numbered || memory.numbered;
  const auto touched = [&](Colour colour, const std::string& what) {
    keys.push_back({Key::Swatch::kFill, colour, what + (numbered && keys.empty() ? "; number = lane" : "")});
  };
  const bool in_matrix = matrix.has(CellState::kTouched), in_memory = memory.has(CellState::kTouched);
  if (now.shared() && (in_matrix || in_memory)) touched(scene.colour, "touched");
  if (!now.shared() && in_matrix) touched(scene.colour, now.site.op == format::Op::kLoad ? "loaded" : "stored");
  if (!now.shared() && in_memory) touched(to_come_colour(canvas, scene), "will be written");
  if (numbered && keys.empty()) keys.push_back({Key::Swatch::kDigit, canvas.colours.text, "number = lane"});
  if (memory.has(CellState::kThisTile) || matrix.has(CellState::kThisTile))
    keys.push_back(
        {Key::Swatch::kFill, fill(CellState::kThisTile),
         scene.picture->of_idle_block() ? "written" : "of k-tile " + words::thousands(scene.look.k_tile_in_shared())});
  if (matrix.has(CellState::kNever))
    keys.push_back({Key::Swatch::kFill, not_copied_colour(canvas, scene), "not copied yet"});
  if (memory.has(CellState::kOtherKTile))
    keys.push_back({Key::Swatch::kFill, fill(CellState::kOtherKTile), "of another k-tile"});
  std::set<std::uint16_t> others = memory.others;
  others.insert(matrix.others.begin(), matrix.others.end());
  for (const std::uint16_t other : others)
    keys.push_back(
        {Key::Swatch::kFill, other_colour(canvas, scene, other), "now " + scene.recording.tensors[other].name});
  if (matrix.outside || memory.has(CellState::kBeyond))
    keys.push_back({Key::Swatch::kHatch, canvas.colours.panel, "outside the matrix"});
  if (!scene.picture->spilled.empty())
    keys.push_back({Key::Swatch::kHatch, scene.colour, "outside " + scene.tile().name});
  if (memory.has(CellState::kNever) || memory.unwritten)
    keys.push_back({Key::Swatch::kCross, fill(CellState::kNever),
                    partial ? "not written in the recorded part" : "not written yet"});
  if (memory.named)
    keys.push_back({Key::Swatch::kDigit, writer_colour(canvas), "small: column of " + scene.tile().name});
  if (memory.writers) keys.push_back({Key::Swatch::kDigit, writer_colour(canvas), "small: the k-tile that wrote it"});
  if (!memory.names.cells.empty())
    keys.push_back({Key::Swatch::kDigit, canvas.colours.text, "name: the element in the cell"});
  if (memory.has(CellState::kPadding)) keys.push_back({Key::Swatch::kDots, fill(CellState::kPadding), "padding"});
  return keys;
}

void draw_shared_keys(Canvas& canvas, Rect row, std::vector<Key> keys) {
  while (!keys.empty() && draw::legend_height(canvas, keys, row.width) > row.height + 1) keys.pop_back();
  draw::legend(canvas, row, keys);
}

}  // namespace gemmscope::views
