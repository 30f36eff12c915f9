// SPDX-License-Identifier: MIT
/// The block's shared memory: a row of the grid is 128 bytes, so a pad is seen as a shift and a transpose as a turn.
/// Where a tile is known, cells have its colours; else that of the warp which wrote them, or of the conflict.
#include <algorithm>

#include "app/session/selecting.h"
#include "app/views/parts/stage_words.h"
#include "app/views/shared/grids.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Rect;

constexpr float kLeastLine = 5;  // points: height of a line without a tile, where not all have room
constexpr float kLowLine = 6;    // lines below this height have no gaps

draw::Mark mark_of(CellState state) {
  if (state == CellState::kPadding) return draw::kPadding;
  if (state == CellState::kBeyond) return draw::kInactive;  // hatched
  return state == CellState::kNever ? draw::kNeverWritten : draw::kPlain;
}

struct CellLook {
  Colour colour;
  draw::Mark mark = draw::kPlain;
};

CellLook look_of_tile(const Canvas& canvas, MemoryPlaces& places, const SharedScene& scene, std::uint32_t word) {
  const std::uint32_t byte = word * analysis::kBankBytes;
  const CellState state =
      scene.picture->state_of(scene.recording, scene.look.k_tile_in_shared(), byte, places.lines.lanes[word]);
  places.saw(state);
  if (state != CellState::kOther) return {cell_colour(canvas, scene, state), mark_of(state)};
  const std::uint16_t other = *scene.picture->other_at(scene.recording, byte);
  places.others.insert(other);
  return {other_colour(canvas, scene, other)};
}

CellLook look_of(const Canvas& canvas, MemoryPlaces& places, const SharedScene& scene, std::uint32_t word) {
  if (word >= places.lines.lanes.size()) return {canvas.colours.panel};
  if (scene.picture != nullptr) return look_of_tile(canvas, places, scene, word);
  if (!array_at(scene.recording, word * analysis::kBankBytes)) return {canvas.colours.panel};
  if (const analysis::Write* const write = places.lines.writer(word)) return {written_colour(canvas, write->warp)};
  return {never_colour(canvas), draw::kNeverWritten};
}

void draw_cells(Canvas& canvas, MemoryPlaces& places, const SharedScene& scene) {
  const Run banks = places.columns;
  for (std::size_t i = 0; i < places.strips.runs().size(); ++i) {
    const Run& run = places.strips.runs()[i];
    auto image =
        draw::matrix_image(canvas, static_cast<int>(run.count), static_cast<int>(banks.count), canvas.colours.panel);
    image.ink = draw::channels(theme::mixed(canvas.colours.panel, canvas.colours.secondary, 0.4f));
    if (places.strips.row_height() < kLowLine) image.gap_px = 0;
    for (std::uint32_t line = 0; line < run.count; ++line)
      for (std::uint32_t bank = 0; bank < banks.count; ++bank) {
        const std::uint32_t word = (run.first + line) * analysis::kBanks + banks.first + bank;
        const CellLook look = look_of(canvas, places, scene, word);
        draw::set_cell(image, static_cast<int>(line), static_cast<int>(bank), look.colour, look.mark);
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
std::optional<OldMemory> old_memory(const SharedScene& scene, const MemoryLines& lines, Rect space, float most) {
  const session::Look& look = scene.look;
  if (scene.picture == nullptr || lines.zoomed || look.motion >= 1 || !look.before ||
      look.before->tensor.name != scene.tile().name)
    return std::nullopt;
  const format::Tensor& old = look.before->tensor;
  if (old.layout.rows != scene.tile().layout.rows || old.layout.columns != scene.tile().layout.columns)
    return std::nullopt;
  return OldMemory{old, Strips(lines_in(*scene.picture, old), space, most), look.motion};
}

/// A touched word: what its chip looks like, and where it is.
struct TouchedWord {
  std::uint32_t lanes = 0;
  bool beyond = false;  ///< the matrix's edge: its numbers alone stand over its hatching
  Colour fill;
  Rect place;

  bool like(const TouchedWord& other) const {
    return lanes == other.lanes && beyond == other.beyond && fill == other.fill;
  }
};

std::optional<TouchedWord> touched_word(const Canvas& canvas, const MemoryPlaces& places, const SharedScene& scene,
                                        std::uint32_t word) {
  TouchedWord touched{.lanes = places.lines.lanes[word], .fill = {}, .place = {}};
  auto place = places.word(word);
  if (scene.picture != nullptr) {
    const auto held = analysis::cell_in(scene.recording, scene.picture->tile, word * analysis::kBankBytes);
    place = held ? places.place(*held) : std::nullopt;  // it may be on its way there
    touched.beyond = held && scene.picture->is_beyond(scene.recording, *held);
    touched.fill = touched.beyond                 ? theme::faded(canvas.colours.ground, 0.6f)
                   : scene.look.current->shared() ? scene.colour
                                                  : to_come_colour(canvas, scene);
  } else {
    touched.fill = touched_colour(canvas, scene.look, places.lines.words[word % analysis::kBanks]);
  }
  if (!place) return std::nullopt;
  touched.place = places.lanes_in(*place);
  return touched;
}

/// One chip per run of cells of one line that the same lanes touch. What a store has just written is bright-edged.
void draw_lanes(Canvas& canvas, MemoryPlaces& places, const SharedScene& scene) {
  const session::Current& now = *scene.look.current;
  const bool written = now.shared() && now.site.op != format::Op::kLoad;
  const auto touched = [&](std::uint32_t cell) -> std::optional<TouchedWord> {
    const std::uint32_t word = places.lines.word(cell);
    if (word >= places.lines.lanes.size() || places.lines.lanes[word] == 0) return std::nullopt;
    return touched_word(canvas, places, scene, word);
  };
  for (std::uint32_t cell = 0; cell < places.lines.cells();) {
    const auto first = touched(cell);
    const std::uint32_t begin = cell++;
    if (!first) continue;
    for (; cell % places.lines.banks != 0; ++cell)
      if (const auto next = touched(cell); !next || !next->like(*first)) break;
    Rect place = first->place;
    place.width *= static_cast<float>(cell - begin);
    places.numbered |= draw_lane_run(canvas, place, first->place.width, first->lanes, first->fill, false);
    if (written && !first->beyond && place.height >= 6)
      canvas.outline({place.x + 1, place.y + 1, place.width - 1, place.height - 1},
                     theme::mixed(first->fill, canvas.colours.text, 0.7f), 1, 2);
  }
}

/// Where rows of the tile begin, if they take up several lines whose cells are too low to be told apart.
void draw_rows(Canvas& canvas, const GridPlaces& places, const SharedScene& scene) {
  constexpr float kLowRow = 9, kLeastRow = 4;
  const float height = places.strips.row_height();
  const std::uint32_t bytes = scene.tile().layout.pitch * scene.tile().element_bytes;
  if (height > kLowRow || height * static_cast<float>(bytes) / kLineBytes < kLeastRow || bytes <= kLineBytes) return;
  for (const Run& run : places.strips.runs())
    for (std::uint32_t line = run.first + 1; line < run.first + run.count; ++line) {
      const LineLabel label = label_of_line(scene.recording, scene.picture->tile, line);
      const Rect strip = *places.strips.row(line);
      if (label.begins)
        canvas.line({places.cells.x, strip.y}, {places.cells.right(), strip.y}, canvas.colours.panel, 1);
    }
}

/// A click selects the lane that touches the cell; without one the cell of the tile, or the bank.
void click(const SharedScene& scene, std::uint32_t word, session::Actions& actions) {
  const std::uint32_t byte = word * analysis::kBankBytes;
  const auto tile = scene.picture != nullptr ? std::optional(scene.picture->tile) : std::nullopt;
  const auto array = tile ? tile : array_at(scene.recording, byte);
  const auto cell = array ? analysis::cell_in(scene.recording, *array, byte) : std::nullopt;
  const bool is_element = cell && cell->tensor == *array && !cell->padding;
  if (tile && !is_element) return;
  if (!tile) return actions.add(session::select_bank, word % analysis::kBanks);
  const session::Element place{cell->tensor, cell->row, cell->column};
  if (const auto lane = session::lane_touching_cell(scene.look, place))
    actions.add(session::select_lane, *lane);
  else
    actions.add(session::select_cell, place);
}

/// The wheel makes cells larger around the pointer; Shift and the wheel move on.
void point_at(Canvas& canvas, const MemoryPlaces& places, const SharedScene& scene, session::Actions& actions) {
  const Run banks = places.columns;
  for (std::size_t i = 0; i < places.strips.runs().size(); ++i) {
    const Run& run = places.strips.runs()[i];
    const Rect strip = places.strips.run(i), grid{places.cells.x, strip.y, places.cells.width, strip.height};
    const draw::Hit hit = canvas.hit("memory lines " + std::to_string(i) + scene.of, grid);
    const auto under = draw::cell_at(grid, static_cast<int>(run.count), static_cast<int>(banks.count), hit.at);
    if (!hit.hovered || !under) continue;
    const std::uint32_t word = (run.first + static_cast<std::uint32_t>(under->row)) * analysis::kBanks + banks.first +
                               static_cast<std::uint32_t>(under->column);
    if (const float notches = canvas.wheel(); notches != 0) {
      const MemoryZoom next =
          canvas.shift() ? moved(scene.look, places.lines, notches) : zoomed(scene.look, places.lines, notches, word);
      actions.add([next](session::Look& look) { look.views.shared.memory = next; });
    }
    if (word >= places.lines.lanes.size()) continue;
    canvas.tooltip(word_story(scene.look, places.lines, word, scene.picture));
    actions.add(session::hover_bank, word % analysis::kBanks);
    if (scene.picture != nullptr)
      if (const auto cell = analysis::cell_in(scene.recording, scene.picture->tile, word * analysis::kBankBytes);
          cell && !cell->padding)
        actions.add(session::hover_cell, session::Element{cell->tensor, cell->row, cell->column});
    if (hit.clicked) click(scene, word, actions);
  }
}

void mark_selected(Canvas& canvas, const MemoryPlaces& places, const SharedScene& scene) {
  const auto mark = [&](const session::Selected& selected, draw::Emphasis emphasis) {
    if (!selected.cell || selected.cell->tensor != scene.picture->tile) return;
    const analysis::Cell at =
        analysis::cell_of(scene.recording, selected.cell->tensor, selected.cell->row, selected.cell->column,
                          analysis::buffer_of(scene.tile(), scene.look.k_tile_in_shared()));
    if (const auto cell = places.cell(at.byte / kLineBytes, at.bank())) draw::mark(canvas, *cell, emphasis);
  };
  // What the lane moves is outlined with its arrows.
  if (scene.picture->lane < 0 && !scene.picture->picked) mark(scene.look.selected, draw::Emphasis::kSelected);
  mark(scene.look.hover, draw::Emphasis::kHovered);
}

}  // namespace

MemoryPlaces draw_memory_side(Canvas& canvas, Rect space, float most, const SharedScene& scene,
                              session::Actions& actions) {
  const Rect caption = space.cut_top(caption_height(scene) - 2, 2);
  const Rect words = space.cut_bottom(words_height(scene));
  const auto fitting = [&](float line) { return static_cast<std::uint32_t>(std::max(1.0f, space.height / line)); };
  MemoryLines lines = memory_lines(scene.look, {fitting(kLeastLine), fitting(kLargeLine)}, scene.picture);
  if (lines.zoomed) most = kLargeLine;
  Rect cells = space;
  cells.cut_left(left_of_memory(scene)), cells.cut_right(right_of_memory(scene));
  MemoryPlaces places{{Strips(runs_of(lines.lines), space, most), cells, {lines.bank, lines.banks}}, {}, {}};
  places.caption = caption;
  places.old = old_memory(scene, lines, space, most);
  places.lines = std::move(lines);
  draw_cells(canvas, places, scene);
  if (scene.picture != nullptr) draw_rows(canvas, places, scene);
  draw_memory_names(canvas, places, scene);
  draw_lanes(canvas, places, scene);
  draw_memory_labels(canvas, places, scene);
  draw_words_asked(canvas,
                   {words.x, std::min(words.y, places.strips.bottom() + (scene.explained ? 10.0f : 4.0f)), words.width,
                    words.height},
                   places, scene, actions);
  point_at(canvas, places, scene, actions);
  if (scene.picture != nullptr) mark_selected(canvas, places, scene);
  return places;
}

}  // namespace gemmscope::views
