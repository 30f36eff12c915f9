// SPDX-License-Identifier: MIT
/// The tile as it is in memory: a row of the grid is 128 bytes, so a pad is seen as a shift and a transpose as a turn.
#include <algorithm>
#include <map>

#include "app/session/selecting.h"
#include "app/views/parts/stage_words.h"
#include "app/views/shared/grids.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Rect;
using draw::TextStyle;

constexpr int kBankColumns = analysis::kBanks;

using Lanes = std::map<std::uint32_t, std::uint32_t>;  // first byte of a word -> lanes that touch it

Lanes lanes_by_byte(const SharedScene& scene) {
  Lanes lanes;
  for (const Spot& spot : scene.picture.touched)
    lanes[spot.touch.cell->byte / analysis::kBankBytes * analysis::kBankBytes] |= 1u << spot.lane;
  return lanes;
}

std::uint32_t byte_at(std::uint32_t line, std::uint32_t column) {
  return line * kLineBytes + column * analysis::kBankBytes;
}

draw::Mark mark_of(CellState state) {
  if (state == CellState::kPadding) return draw::kPadding;
  if (state == CellState::kBeyond) return draw::kInactive;  // hatched
  return state == CellState::kNever ? draw::kNeverWritten : draw::kPlain;
}

/// Whether all that is in the cells shown is of one k-tile, which the legend names: then a cell's number says which
/// column of its row it is.
bool of_one_k_tile(const GridPlaces& places, const SharedScene& scene) {
  std::optional<std::uint32_t> only;
  for (const Run& run : places.strips.runs())
    for (std::uint32_t byte = byte_at(run.first, 0); byte < byte_at(run.first + run.count, 0);
         byte += analysis::kBankBytes) {
      const analysis::Write* write = scene.picture.writer_of(scene.recording, byte);
      if (write == nullptr || !analysis::cell_in(scene.recording, scene.picture.tile, byte)) continue;
      if (only && *only != write->k_tile) return false;
      only = write->k_tile;
    }
  return only.has_value() && *only != format::kEpilogue;
}

/// In each cell its column, or where cells are of several k-tiles the one that wrote it; where there is room.
void draw_writers(Canvas& canvas, GridPlaces& places, const SharedScene& scene, const Lanes& lanes) {
  const float width = places.cells.width / kBankColumns, height = places.strips.row_height();
  if (width < 10 || height < 11 || scene.picture.of_idle_block()) return;
  const bool columns = of_one_k_tile(places, scene);
  TextStyle style{writer_colour(canvas), draw::Face::kMono, std::min(9.0f, width * 0.7f), Align::kCentre};
  for (const Run& run : places.strips.runs())
    for (std::uint32_t line = run.first; line < run.first + run.count; ++line)
      for (std::uint32_t column = 0; column < kBankColumns; ++column) {
        const std::uint32_t byte = byte_at(line, column);
        const CellState state =
            scene.picture.state_of(scene.recording, scene.look.k_tile_in_shared(), byte, lanes.contains(byte) ? 1 : 0);
        if (state != CellState::kOtherKTile && state != CellState::kThisTile) continue;
        const std::uint32_t k_tile = scene.picture.writer_of(scene.recording, byte)->k_tile;
        const auto held = analysis::cell_in(scene.recording, scene.picture.tile, byte);
        const std::string number = columns && held               ? std::to_string(held->column)
                                   : k_tile == format::kEpilogue ? scene.tile().of
                                                                 : std::to_string(k_tile);
        const Rect cell = *places.cell(line, column);
        style.size = std::min(style.size, width * 1.5f / static_cast<float>(number.size()));
        if (style.size < 5) continue;
        canvas.text_in(cell.inset(-2), number, style);
        places.named |= columns;
        places.writers |= !columns && k_tile != format::kEpilogue;
      }
}

void draw_cells(Canvas& canvas, GridPlaces& places, const SharedScene& scene, const Lanes& lanes) {
  const std::uint32_t k_tile = scene.look.k_tile_in_shared();
  for (std::size_t i = 0; i < places.strips.runs().size(); ++i) {
    const Run& run = places.strips.runs()[i];
    auto image = draw::matrix_image(canvas, static_cast<int>(run.count), kBankColumns, canvas.colours.panel);
    image.ink = draw::channels(theme::mixed(canvas.colours.panel, canvas.colours.secondary, 0.4f));
    for (std::uint32_t row = 0; row < run.count; ++row)
      for (std::uint32_t column = 0; column < kBankColumns; ++column) {
        const std::uint32_t byte = byte_at(run.first + row, column);
        const CellState state = scene.picture.state_of(scene.recording, k_tile, byte, lanes.contains(byte) ? 1 : 0);
        places.saw(state);
        const auto other = scene.picture.other_at(scene.recording, byte);
        draw::set_cell(
            image, static_cast<int>(row), static_cast<int>(column),
            state == CellState::kOther ? other_colour(canvas, scene, *other) : cell_colour(canvas, scene, state),
            mark_of(state));
        if (state == CellState::kOther) places.others.insert(*other);
      }
    const Rect strip = places.strips.run(i);
    canvas.matrix("memory lines " + std::to_string(i) + scene.of,
                  {places.cells.x, strip.y, places.cells.width, strip.height}, image);
    if (i == 0) continue;
    const float above = places.strips.run(i - 1).bottom(), middle = places.cells.centre().x;
    if (strip.y - above < 5) continue;
    // Left out: three dots.
    for (const float at : {-7.0f, 0.0f, 7.0f})
      canvas.fill({middle + at, (above + strip.y) / 2 - 1, 2, 2}, canvas.colours.secondary);
  }
}

/// The memory before the padding changed, while cells are on their way from there.
std::optional<OldMemory> old_memory(const SharedScene& scene, Rect space, float most) {
  const session::Look& look = scene.look;
  if (look.motion >= 1 || !look.before || look.before->tensor.name != scene.tile().name) return std::nullopt;
  const format::Tensor& old = look.before->tensor;
  if (old.layout.rows != scene.tile().layout.rows || old.layout.columns != scene.tile().layout.columns)
    return std::nullopt;
  return OldMemory{old, Strips(lines_in(scene.picture, old), space, most), look.motion};
}

/// One chip per run of cells of one line that the same lanes touch; of cells beyond the matrix's edge the numbers
/// alone, over their hatching. What a store has just written is bright-edged.
void draw_lanes(Canvas& canvas, GridPlaces& places, const SharedScene& scene, const Lanes& lanes) {
  const bool written = scene.look.current->shared() && scene.look.current->site.op == format::Op::kStore;
  const Colour touched = scene.look.current->shared() ? scene.colour : to_come_colour(canvas, scene);
  const auto is_beyond = [&](std::uint32_t byte) {
    const auto cell = analysis::cell_in(scene.recording, scene.picture.tile, byte);
    return cell && scene.picture.is_beyond(scene.recording, *cell);
  };
  for (auto it = lanes.begin(); it != lanes.end();) {
    auto end = std::next(it);
    std::uint32_t count = 1;
    const bool beyond = is_beyond(it->first);
    while (end != lanes.end() && end->first == it->first + count * analysis::kBankBytes && end->second == it->second &&
           end->first % kLineBytes != 0 && is_beyond(end->first) == beyond)
      ++end, ++count;
    const std::uint32_t mask = it->second;
    const auto held = analysis::cell_in(scene.recording, scene.picture.tile, it->first);
    if (auto cell = held ? places.place(*held) : std::nullopt) {
      const float one = cell->width;
      cell->width *= static_cast<float>(count);
      const Colour fill = beyond ? theme::faded(canvas.colours.ground, 0.6f) : touched;
      places.numbered |= draw_lane_run(canvas, *cell, one, mask, fill, false);
      if (written && !beyond && cell->height >= 6)
        canvas.outline({cell->x + 1, cell->y + 1, cell->width - 1, cell->height - 1},
                       theme::mixed(scene.colour, canvas.colours.text, 0.7f), 1, 2);
    }
    it = end;
  }
}

/// Where rows of the tile begin, if they take up several lines whose cells are too low to be told apart.
void draw_rows(Canvas& canvas, const GridPlaces& places, const SharedScene& scene) {
  constexpr float kLowLine = 9, kLeastRow = 4;
  const float height = places.strips.row_height();
  const std::uint32_t bytes = scene.tile().layout.pitch * scene.tile().element_bytes;
  if (height > kLowLine || height * static_cast<float>(bytes) / kLineBytes < kLeastRow || bytes <= kLineBytes) return;
  for (const Run& run : places.strips.runs())
    for (std::uint32_t line = run.first + 1; line < run.first + run.count; ++line) {
      const LineLabel label = label_of_line(scene.recording, scene.picture.tile, line);
      const Rect strip = *places.strips.row(line);
      if (label.begins)
        canvas.line({places.cells.x, strip.y}, {places.cells.right(), strip.y}, canvas.colours.panel, 1);
    }
}

void point_at_memory(const GridPlaces& places, Canvas& canvas, const SharedScene& scene, session::Actions& actions) {
  for (std::size_t i = 0; i < places.strips.runs().size(); ++i) {
    const Run& run = places.strips.runs()[i];
    const Rect strip = places.strips.run(i), grid{places.cells.x, strip.y, places.cells.width, strip.height};
    const draw::Hit hit = canvas.hit("memory lines " + std::to_string(i) + scene.of, grid);
    const auto under = draw::cell_at(grid, static_cast<int>(run.count), kBankColumns, hit.at);
    if (!hit.hovered || !under) continue;
    const std::uint32_t byte =
        byte_at(run.first + static_cast<std::uint32_t>(under->row), static_cast<std::uint32_t>(under->column));
    const auto cell = analysis::cell_in(scene.recording, scene.picture.tile, byte);
    actions.add(session::hover_bank, static_cast<std::uint32_t>(under->column));
    if (!cell || cell->tensor != scene.picture.tile) continue;
    const std::string where = "byte " + words::thousands(byte) + ", bank " + std::to_string(under->column);
    if (cell->padding) {
      canvas.tooltip(where + ": padding");
      continue;
    }
    const session::Element place{cell->tensor, cell->row, cell->column};
    std::string text = places_text(scene.recording, {place}) + "\n" + where;
    if (const auto other = scene.picture.other_at(scene.recording, byte))
      text += "\nnow a cell of " + scene.recording.tensors[*other].name;
    if (const analysis::Write* write = scene.picture.writer_of(scene.recording, byte))
      text += "\nwritten by warp " + std::to_string(write->warp) + ", lane " + std::to_string(write->lane) +
              (write->k_tile == format::kEpilogue ? "" : ", for k-tile " + words::thousands(write->k_tile));
    canvas.tooltip(text);
    actions.add(session::hover_cell, place);
    if (!hit.clicked) continue;
    if (const auto lane = session::lane_touching_cell(scene.look, place))
      actions.add(session::select_lane, *lane);
    else
      actions.add(session::select_cell, place);
  }
}

}  // namespace

GridPlaces draw_memory_side(Canvas& canvas, Rect space, float most, const SharedScene& scene,
                            session::Actions& actions) {
  const Rect caption = space.cut_top(caption_height(scene) - 2, 2);
  const Rect words = space.cut_bottom(words_height(scene));
  Rect cells = space;
  cells.cut_left(kBankLabel), cells.cut_right(kPlaceLabels);
  GridPlaces places{Strips(scene.picture.lines, space, most), cells, {0, kBankColumns}};
  places.caption = caption;
  places.old = old_memory(scene, space, most);
  const Lanes lanes = lanes_by_byte(scene);
  draw_cells(canvas, places, scene, lanes);
  draw_rows(canvas, places, scene);
  draw_writers(canvas, places, scene, lanes);
  draw_lanes(canvas, places, scene, lanes);
  draw_memory_labels(canvas, places, scene);
  draw_words_asked(canvas,
                   {words.x, std::min(words.y, places.strips.bottom() + (scene.explained ? 10.0f : 4.0f)), words.width,
                    words.height},
                   places, scene);
  point_at_memory(places, canvas, scene, actions);

  const auto mark = [&](const session::Selected& selected, draw::Emphasis emphasis) {
    if (!selected.cell || selected.cell->tensor != scene.picture.tile) return;
    const analysis::Cell at =
        analysis::cell_of(scene.recording, selected.cell->tensor, selected.cell->row, selected.cell->column,
                          analysis::buffer_of(scene.tile(), scene.look.k_tile_in_shared()));
    if (const auto cell = places.cell(at.byte / kLineBytes, at.bank())) draw::mark(canvas, *cell, emphasis);
  };
  // What the lane moves is outlined with its arrows.
  if (scene.picture.lane < 0 && !scene.picture.picked) mark(scene.look.selected, draw::Emphasis::kSelected);
  mark(scene.look.hover, draw::Emphasis::kHovered);
  return places;
}

}  // namespace gemmscope::views
