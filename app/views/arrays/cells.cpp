// SPDX-License-Identifier: MIT
#include "app/views/arrays/cells.h"

#include <utility>

#include "app/session/selecting.h"
#include "app/views/arrays/array_story.h"
#include "app/views/parts/array_words.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/stage_words.h"

namespace gemmscope::views {
namespace {

using analysis::Turn;
using analysis::Turns;
using draw::Canvas;
using draw::Colour;
using draw::Key;
using format::Op;
using session::Look;

struct Drawn {
  CellTurn turn = CellTurn::kNever;
  CellHue hue = CellHue::kLoad;
};

bool is_matrix(const Look& look, std::uint16_t tensor) {
  return look.recording()->tensors[tensor].matrix != format::Matrix::kOther;
}

Drawn drawn(const Turns& turns, bool of_matrix, bool whole) {
  for (const Turn turn : {Turn::kNow, Turn::kBeside, Turn::kBefore, Turn::kLater, Turn::kAnyBlock})
    if (turns.has(turn)) {
      const bool loads = turns.has(turn, Op::kLoad), stores = turns.has(turn, Op::kStore);
      return {static_cast<CellTurn>(turn), of_matrix         ? CellHue::kMatrix
                                           : loads && stores ? CellHue::kBoth
                                           : stores          ? CellHue::kStore
                                                             : CellHue::kLoad};
    }
  return {whole ? CellTurn::kNever : CellTurn::kNotRecorded, CellHue::kLoad};
}

/// `of`: of the array, if it is a matrix.
Colour colour_of(const Canvas& canvas, const Drawn& as, Colour of) {
  const Colour panel = canvas.colours.panel, colour = as.hue == CellHue::kMatrix  ? of
                                                      : as.hue == CellHue::kLoad  ? canvas.colours.a
                                                      : as.hue == CellHue::kStore ? canvas.colours.c
                                                                                  : canvas.colours.b;
  switch (as.turn) {
    case CellTurn::kNow: return canvas.colours.text;
    case CellTurn::kBeside: return colour;
    case CellTurn::kBefore: return theme::mixed(panel, colour, 0.55f);
    case CellTurn::kLater: return theme::mixed(panel, colour, 0.28f);
    case CellTurn::kOtherBlocks: return theme::mixed(panel, canvas.colours.secondary, 0.22f);
    case CellTurn::kNever:
    case CellTurn::kNotRecorded: break;
  }
  return canvas.colours.ground;
}

draw::Mark mark_of(CellTurn turn) {
  return turn == CellTurn::kNever         ? draw::kNeverWritten
         : turn == CellTurn::kNotRecorded ? draw::kPadding
                                          : draw::kPlain;
}

/// Whether what nothing in the recording touches is touched by nothing.
bool is_whole(const Look& look) {
  const format::Recording& recording = *look.recording();
  return recording.has_all_blocks() && all_warps_recorded(recording) && look.loaded->footprints.complete();
}

}  // namespace

ArrayScene::ArrayScene(const Look& of) : look(of), touched(elements_touched(of)), whole(is_whole(of)) {
  if (touched.empty()) touched = HeldElements(of).all();  // without layouts of tiles
}

SoFar draw_cells(Canvas& canvas, const ArraySlot& slot, const std::string& id, ArrayScene& scene) {
  constexpr float kLeastCross = 6;  // points across
  const Look& look = scene.look;
  const format::Recording& recording = *look.recording();
  const bool of_matrix = is_matrix(look, slot.tensor);
  const Colour colour = theme::operand_colour(canvas.colours, recording.tensors[slot.tensor]);
  const auto turns = analysis::array_turns(recording, look.loaded->footprints, slot.tensor, slot.grid, moment_of(look));
  auto image = array_image(canvas, slot, canvas.colours.panel);
  const bool crossed = slot.cells.width / static_cast<float>(image.columns) >= kLeastCross;
  SoFar so_far;
  for (std::uint32_t cell = 0; cell < turns.size(); ++cell) {
    if (slot.grid.first(cell) >= slot.grid.shape.elements) continue;  // past the end of the last row
    const auto is_done = [&](Op op) { return turns[cell].has(Turn::kNow, op) || turns[cell].has(Turn::kBefore, op); };
    so_far.loaded += is_done(Op::kLoad), so_far.stored += is_done(Op::kStore);
    const Drawn as = drawn(turns[cell], of_matrix, scene.whole);
    scene.saw(as.turn, as.hue);
    image.cells[slot.drawn(cell)] = {draw::palette_index(image, colour_of(canvas, as, colour)),
                                     crossed || as.turn != CellTurn::kNever ? mark_of(as.turn) : draw::kPlain};
  }
  for (const session::Element& element : scene.touched)
    if (const auto cell = cell_of(look, slot, element)) {
      scene.saw(CellTurn::kNow, CellHue::kLoad);
      image.cells[slot.drawn(*cell)] = {draw::palette_index(image, canvas.colours.text), draw::kPlain};
    }
  canvas.matrix(id, slot.cells, std::move(image));
  return so_far;
}

bool draw_marks(Canvas& canvas, const ArraySlot& slot, const ArrayScene& scene) {
  const Look& look = scene.look;
  const bool marked = mark_in_array(canvas, slot, look);
  for (const auto& [selected, emphasis] :
       {std::pair{&look.selected, draw::Emphasis::kSelected}, std::pair{&look.hover, draw::Emphasis::kHovered}}) {
    const auto cell = selected->element ? cell_of(look, slot, *selected->element) : std::nullopt;
    if (!cell || (marked && selected->element == marked_element(look))) continue;  // one frame is enough
    const draw::Rect place = cell_place(slot, *cell);
    // A ring around a dark one: elements that the request touches are as bright as the ring.
    if (emphasis == draw::Emphasis::kSelected) canvas.outline(place.inset(-2), canvas.colours.ground, 2, 2);
    draw::mark(canvas, place.inset(-3), emphasis);
  }
  return marked;
}

void draw_touched(Canvas& canvas, const ArraySlot& slot, const ArrayScene& scene) {
  for (const session::Element& element : scene.touched)
    if (const auto cell = cell_of(scene.look, slot, element)) canvas.fill(cell_place(slot, *cell), canvas.colours.text);
}

void point_at_cell(Canvas& canvas, const ArraySlot& slot, std::uint32_t cell, const draw::Hit& hit, const Look& look,
                   session::Actions& actions) {
  canvas.tooltip(array_story(look, slot.tensor, slot.grid, cell));
  const auto element =
      analysis::element_at(*look.recording(), slot.tensor, slot.grid.first(cell) * slot.grid.element_bytes);
  if (!element) return;
  actions.add(session::hover_element, *element);
  if (hit.clicked) actions.add(session::select_element, *element);
}

bool draw_array(Canvas& canvas, const ArraySlot& slot, ArrayScene& scene, session::Actions& actions) {
  const bool current = scene.look.current->site.tensor == slot.tensor;
  draw_array_caption(canvas, scene.look, slot, current ? canvas.colours.text : canvas.colours.secondary);
  const std::string id = "array " + std::to_string(slot.tensor);
  draw_cells(canvas, slot, id, scene);
  canvas.outline(slot.cells.inset(-1), current ? canvas.colours.secondary : canvas.colours.line);
  draw::Hit hit;
  if (const auto cell = cell_under(canvas, slot, id, hit)) point_at_cell(canvas, slot, *cell, hit, scene.look, actions);
  return draw_marks(canvas, slot, scene);
}

std::vector<Key> keys_of_cells(const Canvas& canvas, const ArrayScene& scene) {
  std::vector<Key> keys;
  if (scene.has(CellTurn::kNow)) keys.push_back({Key::Swatch::kFill, canvas.colours.text, "this request"});
  constexpr std::pair<CellTurn, const char*> kOfBlock[] = {
      {CellTurn::kBeside, "same line, other warps"}, {CellTurn::kBefore, "before"}, {CellTurn::kLater, "later"}};
  constexpr const char* kHues[] = {"loaded ", "stored ", "loaded and stored ", ""};
  for (const auto& [turn, words] : kOfBlock)
    for (const CellHue hue : {CellHue::kMatrix, CellHue::kLoad, CellHue::kStore, CellHue::kBoth})
      if (scene.has(turn, hue)) {
        keys.push_back({Key::Swatch::kFill, colour_of(canvas, {turn, hue}, canvas.colours.a),
                        (turn == CellTurn::kBeside ? "" : kHues[static_cast<int>(hue)]) + std::string(words)});
        if (hue == CellHue::kMatrix)  // each matrix has its own
          keys.back().beside = {colour_of(canvas, {turn, hue}, canvas.colours.b),
                                colour_of(canvas, {turn, hue}, canvas.colours.c)};
      }
  if (scene.has(CellTurn::kOtherBlocks))
    keys.push_back(
        {Key::Swatch::kFill, colour_of(canvas, {CellTurn::kOtherBlocks}, canvas.colours.a), "only by other blocks"});
  if (scene.has(CellTurn::kNever)) keys.push_back({Key::Swatch::kCross, canvas.colours.ground, "never touched"});
  if (scene.has(CellTurn::kNotRecorded))
    keys.push_back({Key::Swatch::kDots, canvas.colours.ground, "by nothing that was recorded"});
  return keys;
}

}  // namespace gemmscope::views
