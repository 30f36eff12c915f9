// SPDX-License-Identifier: MIT
/// What is written into cells of the memory.
#include <algorithm>

#include "app/views/shared/grids.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Rect;
using draw::TextStyle;

/// Whether all that is in the cells shown is of one k-tile, which the legend names: then a cell's number says which
/// column of its row it is.
bool of_one_k_tile(const MemoryPlaces& places, const SharedScene& scene) {
  std::optional<std::uint32_t> only;
  for (std::uint32_t i = 0; i < places.lines.cells(); ++i) {
    const std::uint32_t byte = places.lines.word(i) * analysis::kBankBytes;
    const analysis::Write* write = scene.picture->writer_of(scene.recording, byte);
    if (write == nullptr || !analysis::cell_in(scene.recording, scene.picture->tile, byte)) continue;
    if (only && *only != write->k_tile) return false;
    only = write->k_tile;
  }
  return only.has_value() && *only != format::kEpilogue;
}

/// In each cell its column, or where cells are of several k-tiles the one that wrote it; where there is room.
void draw_writers(Canvas& canvas, MemoryPlaces& places, const SharedScene& scene) {
  const float width = places.cells.width / static_cast<float>(places.columns.count),
              height = places.strips.row_height();
  if (width < 10 || height < 11 || scene.picture->of_idle_block()) return;
  const bool columns = of_one_k_tile(places, scene);
  TextStyle style{writer_colour(canvas), draw::Face::kMono, std::min(9.0f, width * 0.7f), Align::kCentre};
  for (std::uint32_t i = 0; i < places.lines.cells(); ++i) {
    const std::uint32_t word = places.lines.word(i), byte = word * analysis::kBankBytes;
    if (word >= places.lines.lanes.size()) continue;
    const CellState state =
        scene.picture->state_of(scene.recording, scene.look.k_tile_in_shared(), byte, places.lines.lanes[word]);
    if (state != CellState::kOtherKTile && state != CellState::kThisTile) continue;
    const std::uint32_t k_tile = scene.picture->writer_of(scene.recording, byte)->k_tile;
    const auto held = analysis::cell_in(scene.recording, scene.picture->tile, byte);
    const std::string number = columns && held               ? std::to_string(held->column)
                               : k_tile == format::kEpilogue ? scene.tile().of
                                                             : std::to_string(k_tile);
    style.size = std::min(style.size, width * 1.5f / static_cast<float>(number.size()));
    if (style.size < 5) continue;
    canvas.text_in(places.word(word)->inset(-2), number, style);
    places.named |= columns;
    places.writers |= !columns && k_tile != format::kEpilogue;
  }
}

/// Below the numbers of lanes, if there is room for both.
void draw_held(Canvas& canvas, const MemoryPlaces& places, const SharedScene& scene) {
  TextStyle style = canvas.small_mono();
  style.align = Align::kCentre, style.size = places.names.size;
  for (const HeldName& name : places.names.cells) {
    Rect cell = *places.word(name.word);
    if (places.lines.lanes[name.word] != 0) {
      if (!places.has_room_for_both() || !name.upper.empty()) continue;
      cell.cut_top(cell.height / 2);
    }
    cell = cell.inset(-1);
    style.colour = scene.picture != nullptr
                       ? canvas.colours.text
                       : theme::text_on(written_colour(canvas, places.lines.writer(name.word)->warp));
    if (name.upper.empty()) {
      canvas.text_in(cell, name.lower, style);
      continue;
    }
    const float step = places.strips.row_height() * 0.44f;
    const Rect line{cell.x, cell.centre().y - step, cell.width, step};
    canvas.text_in(line, name.upper, style);
    canvas.text_in(line.moved(0, step), name.lower, style);
  }
}

}  // namespace

void draw_memory_names(Canvas& canvas, MemoryPlaces& places, const SharedScene& scene) {
  const bool of_tile = scene.picture != nullptr;
  const Rect cell{0, 0, places.cells.width / static_cast<float>(places.columns.count), places.strips.row_height()};
  // Beside a tile stand its rows, so that only whole names say what a cell holds.
  if (!of_tile || places.lines.zoomed)
    places.names = held_names(canvas, scene.look, places.lines, cell, of_tile ? 0 : kArrayLabels - kArrayGap);
  if (of_tile && places.names.cells.empty()) return draw_writers(canvas, places, scene);
  draw_held(canvas, places, scene);
}

}  // namespace gemmscope::views
