// SPDX-License-Identifier: MIT
// Every array in global memory as a picture, coloured by when the cursor's block touches its elements.
#include "app/views/outer_loop/arrays.h"

#include <utility>

#include "app/session/selecting.h"
#include "app/views/outer_loop/array_story.h"
#include "app/views/parts/array_slots.h"
#include "app/views/parts/array_words.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_words.h"
#include "app/words/tile_words.h"
#include "tracing/analysis/array_turns.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {
namespace {

constexpr float kOtherArrays = 92;  // points for arrays that are not A, B or C

using analysis::Turn;
using analysis::Turns;
using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;
using format::Op;
using session::Look;

/// What a cell is drawn as, the first that holds; kNever: no block of the launch touches it.
enum class State : std::uint8_t { kNow, kBeside, kBefore, kLater, kOtherBlocks, kNever };
enum class Way : std::uint8_t { kLoad, kStore, kBoth };

struct Drawn {
  State state = State::kNever;
  Way way = Way::kLoad;
};

Drawn drawn(const Turns& turns) {
  for (const Turn turn : {Turn::kNow, Turn::kBeside, Turn::kBefore, Turn::kLater, Turn::kAnyBlock})
    if (turns.has(turn)) {
      const bool loads = turns.has(turn, Op::kLoad), stores = turns.has(turn, Op::kStore);
      return {static_cast<State>(turn), loads && stores ? Way::kBoth : stores ? Way::kStore : Way::kLoad};
    }
  return {};
}

Colour hue(const Canvas& canvas, Way way) {
  return way == Way::kLoad ? canvas.colours.a : way == Way::kStore ? canvas.colours.c : canvas.colours.b;
}

Colour colour_of(const Canvas& canvas, const Drawn& as) {
  const Colour panel = canvas.colours.panel, colour = hue(canvas, as.way);
  switch (as.state) {
    case State::kNow: return canvas.colours.text;
    case State::kBeside: return colour;
    case State::kBefore: return theme::mixed(panel, colour, 0.55f);
    case State::kLater: return theme::mixed(panel, colour, 0.28f);
    case State::kOtherBlocks: return theme::mixed(panel, canvas.colours.secondary, 0.22f);
    case State::kNever: break;
  }
  return canvas.colours.ground;
}

/// Which states occur, and of those of the block which ways.
struct Seen {
  std::uint32_t states = 0;
  std::uint32_t ways = 0;  ///< bit 3 * state + way

  void add(const Drawn& as) {
    states |= 1u << static_cast<int>(as.state);
    ways |= 1u << (3 * static_cast<int>(as.state) + static_cast<int>(as.way));
  }
  bool has(State state) const { return (states >> static_cast<int>(state) & 1u) != 0; }
  bool has(State state, Way way) const {
    return (ways >> (3 * static_cast<int>(state) + static_cast<int>(way)) & 1u) != 0;
  }
};

void draw_array(Canvas& canvas, const ArraySlot& slot, const Look& look, session::Actions& actions, Seen& seen) {
  const format::Recording& recording = *look.recording();
  const bool current = look.current->site.tensor == slot.tensor;
  draw_array_caption(canvas, look, slot, current ? canvas.colours.text : canvas.colours.secondary);
  const auto turns = analysis::array_turns(recording, look.loaded->footprints, slot.tensor, slot.grid, moment_of(look));
  auto image = array_image(canvas, slot, canvas.colours.panel);
  const bool crossed = slot.cells.width / static_cast<float>(image.columns) >= 6;
  for (std::uint32_t cell = 0; cell < turns.size(); ++cell) {
    if (slot.grid.first(cell) >= slot.grid.shape.elements) continue;  // past the end of the last row
    const Drawn as = drawn(turns[cell]);
    seen.add(as);
    image.cells[cell] = {draw::palette_index(image, colour_of(canvas, as)),
                         as.state == State::kNever && crossed ? draw::kNeverWritten : draw::kPlain};
  }
  const std::string id = "array " + std::to_string(slot.tensor);
  canvas.matrix(id, slot.cells, std::move(image));
  canvas.outline(slot.cells.inset(-1), current ? canvas.colours.secondary : canvas.colours.line);

  draw::Hit hit;
  const auto under = cell_under(canvas, slot, id, hit);
  if (!under) return;
  canvas.tooltip(array_story(look, slot.tensor, slot.grid, *under));
  const auto element = analysis::element_at(recording, slot.tensor,
                                            slot.grid.first(*under) * recording.tensors[slot.tensor].element_bytes);
  if (!element) return;
  actions.add(session::hover_element, *element);
  if (hit.clicked) actions.add(session::select_element, *element);
}

/// Only what occurs.
std::vector<Key> keys(const Canvas& canvas, const Seen& seen) {
  std::vector<Key> keys;
  if (seen.has(State::kNow)) keys.push_back({Key::Swatch::kFill, canvas.colours.text, "this request"});
  constexpr std::pair<State, const char*> kOfBlock[] = {
      {State::kBeside, "same line, other warps"}, {State::kBefore, "before"}, {State::kLater, "later"}};
  constexpr const char* kWays[] = {"loaded ", "stored ", "loaded and stored "};
  for (const auto& [state, words] : kOfBlock)
    for (const Way way : {Way::kLoad, Way::kStore, Way::kBoth})
      if (seen.has(state, way))
        keys.push_back({Key::Swatch::kFill, colour_of(canvas, {state, way}),
                        (state == State::kBeside ? "" : kWays[static_cast<int>(way)]) + std::string(words)});
  if (seen.has(State::kOtherBlocks))
    keys.push_back({Key::Swatch::kFill, colour_of(canvas, {State::kOtherBlocks}), "only by other blocks"});
  if (seen.has(State::kNever)) keys.push_back({Key::Swatch::kCross, canvas.colours.ground, "never touched"});
  return keys;
}

}  // namespace

void draw_found(Canvas& canvas, Rect& rest, const Look& look) {
  if (!look.loaded->tiles) return;
  const std::vector<std::string> lines = words::all_tiles_in_words(*look.recording(), *look.loaded->tiles);
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i)  // names of arrays keep their letters
    text += (i == 0 ? "Found: " : " ") + (i == 1 ? words::capital(lines[i]) : lines[i]) + ".";
  if (const std::string& why = look.loaded->undescribed; !why.empty())
    text += " Other views do not show these tiles: " + why + ".";
  const float height = canvas.paragraph_height(rest.width, text, canvas.small());
  canvas.paragraph(rest.cut_top(height, 4), text, canvas.small());
}

void draw_other_arrays(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions) {
  const format::Recording& recording = *look.recording();
  if (recording.of_ladder()) return;
  std::vector<std::uint16_t> others = arrays_of(recording);
  std::erase_if(others, [&](std::uint16_t t) { return recording.tensors[t].matrix != format::Matrix::kOther; });
  if (others.empty()) return;
  const ArraySlots slots = place_arrays(rest.cut_bottom(kOtherArrays, 6), look, others, others.front());
  Seen seen;
  for (const ArraySlot& slot : slots.slots) draw_array(canvas, slot, look, actions, seen);
}

void draw_arrays(const Look& look, session::Actions& actions, Canvas& canvas) {
  const std::vector<std::uint16_t> arrays = arrays_of(*look.recording());
  if (arrays.empty())
    return draw::empty_state(canvas, "This kernel touches no array in global memory", "See Shared and Banks.");
  Rect rest =
      draw::header(canvas, "Arrays", request_sentence(look),
                   request_in_words(look) + "; colours: what block " + block_name(*look.recording(), look.block()) +
                       " does" + (look.loaded->footprints.complete() ? "" : "; of other blocks not all is known"));
  const Rect note = finding_note(look).empty() ? Rect{} : rest.cut_top(kFindingNote, 4);
  draw_found(canvas, rest, look);
  rest.cut_top(4);
  const Rect legend = rest.cut_bottom(rest.width < 600 ? 62 : 44, 6);
  ArraySlots slots = place_arrays(rest, look, arrays, look.current->site.tensor);
  if (!slots.left_out.empty()) {
    const Rect row = rest.cut_bottom(20, 4);
    slots = place_arrays(rest, look, arrays, look.current->site.tensor);
    draw_left_out(canvas, row, look, slots);
  }
  Seen seen;
  bool marked = false;
  for (const ArraySlot& slot : slots.slots) {
    draw_array(canvas, slot, look, actions, seen);
    marked |= mark_in_array(canvas, slot, look);
  }
  draw_finding_note(canvas, note, look, actions, marked);
  const std::vector<Key> all_keys = keys(canvas, seen);
  draw::legend(canvas, legend, all_keys);
}

}  // namespace gemmscope::views
