// SPDX-License-Identifier: MIT
/// C filling up, and beside it the request at the cursor, or the way to the first one.
#include <algorithm>

#include "app/session/findings.h"
#include "app/session/selecting.h"
#include "app/session/study.h"
#include "app/session/visit.h"
#include "app/views/parts/c_writers.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/following.h"
#include "app/views/parts/pieces.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_draw.h"
#include "app/views/views.h"
#include "app/views/write_back/request.h"
#include "app/views/write_back/stores.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;
using draw::TextStyle;
using session::Look;

constexpr float kSeen = 14;  // points below which a part of C has no outline: a picture of lines only says nothing

std::uint32_t written_count(const std::vector<analysis::Write>& writers) {
  return static_cast<std::uint32_t>(
      std::count_if(writers.begin(), writers.end(), [](const analysis::Write& w) { return w.written; }));
}

void outline_part(Canvas& canvas, Rect grid, const analysis::Rect& tile, analysis::Rect part, Colour colour,
                  float thickness) {
  const float x = grid.width / static_cast<float>(tile.columns), y = grid.height / static_cast<float>(tile.rows);
  canvas.outline({grid.x + x * static_cast<float>(part.column), grid.y + y * static_cast<float>(part.row),
                  x * static_cast<float>(part.columns), y * static_cast<float>(part.rows)},
                 colour, thickness);
}

/// Elements that the element that is followed ends in.
void draw_followed(Canvas& canvas, Rect grid, const analysis::Rect& tile, const Look& look) {
  const analysis::Life* life = session::life_of(look);
  if (life == nullptr) return;
  const float x = grid.width / static_cast<float>(tile.columns), y = grid.height / static_cast<float>(tile.rows);
  const auto place = [&](const analysis::Rect& part) -> std::optional<Rect> {
    if (!tile.contains(part.row, part.column)) return std::nullopt;
    return Rect{grid.x + x * static_cast<float>(part.column - tile.column),
                grid.y + y * static_cast<float>(part.row - tile.row), x * static_cast<float>(part.columns),
                y * static_cast<float>(part.rows)};
  };
  for (const analysis::Rect& ends : life->ends)
    if (const auto at = place(ends)) mark_sums(canvas, *at, reached(look, analysis::UseKind::kGlobalStore));
  draw_use(canvas, look, [&](const analysis::Use& use) {
    return use.kind == analysis::UseKind::kGlobalStore && !use.of_C.empty() ? place(use.of_C.front()) : std::nullopt;
  });
}

/// What warps own, the subtiles of the cursor's warp, and numbers of warps.
void draw_owners(Canvas& canvas, Rect grid, const analysis::Rect& tile, const Look& look) {
  const auto owners = analysis::ownership(*look.recording(), look.cursor.block);
  if (!owners || owners->rows != tile.rows || owners->columns != tile.columns) return;
  const float x = grid.width / static_cast<float>(tile.columns), y = grid.height / static_cast<float>(tile.rows);
  const Colour line = theme::mixed(canvas.colours.panel, canvas.colours.text, 0.35f);
  for (const analysis::Rect& part : lane_grid(*owners, look.cursor.warp).subtiles)
    if (y * static_cast<float>(part.rows) >= kSeen && x * static_cast<float>(part.columns) >= kSeen)
      outline_part(canvas, grid, tile, part, line, 1);
  const auto warps = static_cast<std::uint32_t>(owners->lanes.size() / format::kLanes);
  const auto outlines = [&](std::uint32_t warp) {
    const bool current = warp == look.cursor.warp;
    const Pieces parts = pieces_of_warp(*owners, warp);
    for (std::size_t i = 0; i < parts.rows.size(); ++i)
      for (std::size_t j = 0; j < parts.columns.size(); ++j) {
        const analysis::Rect part = parts.of(i, j);
        const Rect corner{grid.x + x * static_cast<float>(part.column),
                          grid.y + y * static_cast<float>(part.row + part.rows) - 18,
                          x * static_cast<float>(part.columns) - 5, 16};
        const bool thick = current && parts.count() == 1;
        if (current || (y * static_cast<float>(part.rows) >= kSeen && x * static_cast<float>(part.columns) >= kSeen))
          outline_part(canvas, grid, tile, part, current ? canvas.colours.selected : canvas.colours.secondary,
                       thick ? 2 : 1);
        if (corner.width < 50 || y * static_cast<float>(part.rows) < 20) continue;
        TextStyle style = canvas.small();
        style.align = Align::kRight;
        if (current) style.colour = canvas.colours.text;
        const std::string name = "warp " + std::to_string(warp);
        const float width = canvas.text_width(name, style);
        canvas.fill({corner.right() - width - 3, corner.y, width + 6, corner.height},
                    theme::faded(canvas.colours.ground, 0.8f), 3);
        canvas.text_in(corner, name, style);
      }
  };
  for (std::uint32_t warp = 0; warp < warps; ++warp)
    if (warp != look.cursor.warp) outlines(warp);
  outlines(look.cursor.warp);
}

/// The element of the chosen finding, which is too small to be seen without its mark.
void draw_wrong_element(Canvas& canvas, Rect grid, const analysis::Rect& tile, const Look& look) {
  const auto element = marked_element(look);
  const auto C = look.recording()->tensor_of(format::Matrix::kC);
  if (!element || element->tensor != *C || !tile.contains(element->row, element->column)) return;
  const Rect place =
      draw::cell_rect(grid, static_cast<int>(tile.rows), static_cast<int>(tile.columns),
                      static_cast<int>(element->row - tile.row), static_cast<int>(element->column - tile.column));
  mark_finding(canvas, place, look);
}

/// Of the elements that the request stores; of those that it only reads another one, which is not of the written ones.
Colour request_colour(const Canvas& canvas, const Look& look) {
  return look.current->site.op == format::Op::kStore ? theme::mixed(canvas.colours.c, canvas.colours.text, 0.35f)
                                                     : theme::mixed(canvas.colours.panel, canvas.colours.text, 0.6f);
}

void draw_c_tile(Canvas& canvas, Rect grid, const analysis::Rect& tile, const std::vector<analysis::Write>& writers,
                 const Look& look, session::Actions& actions) {
  const format::Recording& recording = *look.recording();
  const auto C = recording.tensor_of(format::Matrix::kC);
  const Colour panel = canvas.colours.panel, c = canvas.colours.c;
  auto image = draw::matrix_image(canvas, static_cast<int>(tile.rows), static_cast<int>(tile.columns),
                                  theme::mixed(panel, c, 0.12f));
  const std::uint8_t done = draw::palette_index(image, theme::mixed(panel, c, 0.5f)),
                     now = draw::palette_index(image, request_colour(canvas, look)),
                     outside = draw::palette_index(image, canvas.colours.ground);
  image.gap_px = 0;
  for (std::uint32_t row = 0; row < tile.rows; ++row)
    for (std::uint32_t column = 0; column < tile.columns; ++column) {
      const std::size_t index = std::size_t{row} * tile.columns + column;
      if (!in_matrix(recording, *C, tile.row + row, tile.column + column))
        image.cells[index] = {outside, draw::kInactive};
      else if (writers[index].written)
        image.cells[index][0] = done;
    }
  for (const session::Element& element : elements_touched(look))
    if (element.tensor == *C && tile.contains(element.row, element.column))
      image.cells[std::size_t{element.row - tile.row} * tile.columns + (element.column - tile.column)][0] = now;
  canvas.matrix("C tile", grid, image);
  draw_outside(canvas, grid, recording.tensors[*C], tile);
  draw_owners(canvas, grid, tile, look);
  draw_wrong_element(canvas, grid, tile, look);
  draw_followed(canvas, grid, tile, look);

  const draw::Hit hit = canvas.hit("C tile", grid);
  const auto under = draw::cell_at(grid, image.rows, image.columns, hit.at);
  if (!hit.hovered || !under) return;
  const session::Element element{*C, tile.row + static_cast<std::uint32_t>(under->row),
                                 tile.column + static_cast<std::uint32_t>(under->column)};
  if (!in_matrix(recording, *C, element.row, element.column))
    return canvas.tooltip("outside the matrix: nothing is written");
  const analysis::Write& write =
      writers[static_cast<std::size_t>(under->row) * tile.columns + static_cast<std::size_t>(under->column)];
  canvas.tooltip(places_text(recording, {element}) +
                 (write.written
                      ? "\nwritten by warp " + std::to_string(write.warp) + ", lane " + std::to_string(write.lane)
                      : "\nnot written yet"));
  actions.add(session::hover_element, element);
  if (hit.clicked) actions.add(session::select_element, element);
}

std::string written_text(const Look& look, const analysis::Rect& tile, std::uint32_t count) {
  const auto C = look.recording()->tensor_of(format::Matrix::kC);
  return share_text(look.recording()->tensors[*C], tile, count) + " elements written";
}

/// The line of the stores to C; nullopt if none was recorded.
std::optional<std::uint32_t> store_line(const format::Recording& recording) {
  for (const format::Site& site : recording.sites)
    if (site.op == format::Op::kStore && recording.tensors[site.tensor].space == format::Space::kGlobal &&
        recording.matrix_of(recording.tensors[site.tensor]) == format::Matrix::kC)
      return site.line;
  return std::nullopt;
}

/// Beside C while the cursor is not at a request to global memory: in the loop, or where sums go through shared memory.
void draw_way_there(Canvas& canvas, Rect space, const Look& look, session::Actions& actions) {
  const bool recorded = look.recording()->selection.epilogue;
  const format::Recording& recording = *look.recording();
  const std::string C = recording.name_of(format::Matrix::kC), &array = look.current->tensor.name;
  const bool writes_back = look.k_tile() == format::kEpilogue;
  const bool staging = recording.matrix_of(look.current->tensor) == format::Matrix::kC;
  Rect middle{space.x, space.y + std::max(0.0f, space.height / 2 - 50), space.width, 100};
  middle.height -= canvas.paragraph(
      {middle.x, middle.y, middle.width, 60},
      writes_back && staging
          ? "This request moves sums of " + C + " through " + array + ". They are written to " + C + " next."
      : writes_back ? "This request " + std::string(format::verb_of(look.current->site.op)) + " " + array +
                          ", which is none of the product\'s matrices."
      : recorded ? "The cursor is in the main loop, where the sums stay in registers. " + C +
                       " is written after the last k-tile."
                 : "The write-back was not recorded.",
      canvas.words());
  const Rect button{middle.x, middle.y + 60, 170, 28};
  canvas.fill(button, canvas.colours.button, 5);
  canvas.text_in(button,
                 writes_back ? "Go to the store to " + C
                 : recorded  ? "Go to the write-back"
                             : "Record the write-back",
                 {canvas.colours.on_button, draw::Face::kBold, 14, Align::kCentre});
  const draw::Hit hit = canvas.hit("go to the write-back", button);
  if (hit.hovered) canvas.hand(), canvas.tooltip(writes_back ? "Go to the store to " + C : "Go to the write-back");
  const auto line = store_line(*look.recording());
  if (hit.clicked && writes_back && line)
    actions.add(session::select_line, *line);
  else if (hit.clicked)
    actions.add(session::visit_k_tile, format::kEpilogue);
}

/// Only what occurs.
std::vector<Key> keys(const Canvas& canvas, const Look& look, const std::vector<RequestRow>& rows,
                      std::uint32_t written, const AmissLanes& amiss) {
  const Colour c = canvas.colours.c, panel = canvas.colours.panel;
  std::vector<Key> keys{{Key::Swatch::kFill, theme::mixed(panel, c, 0.12f), "not written"}};
  if (written != 0) keys.push_back({Key::Swatch::kFill, theme::mixed(panel, c, 0.5f), "written"});
  const bool store = look.current->site.op == format::Op::kStore;
  if (!rows.empty() && !amiss.all_astray)
    keys.push_back(
        {Key::Swatch::kFill, request_colour(canvas, look), store ? "by this request" : "read by this request"});
  if (amiss.astray != 0) keys.push_back({Key::Swatch::kHatch, c, "framed: lane that writes another block's tile"});
  if (amiss.again != 0) keys.push_back({Key::Swatch::kHatch, c, "lane that stores an element again"});
  const auto any_sector = [&](bool full) {
    return std::any_of(rows.begin(), rows.end(), [&](const RequestRow& row) {
      return std::any_of(row.sectors.begin(), row.sectors.end(),
                         [&](const SectorSpan& s) { return (s.bytes == analysis::kSectorBytes) == full; });
    });
  };
  if (any_sector(true)) keys.push_back({Key::Swatch::kLine, canvas.colours.text, "bracket: a 32-byte sector, full"});
  if (any_sector(false))
    keys.push_back(
        {Key::Swatch::kLine, theme::conflict_colour(canvas.colours, 2), "dashed: a 32-byte sector, partly used"});
  return keys;
}

void draw_write_back(const Look& look, session::Actions& actions, Canvas& canvas) {
  const auto tiles = analysis::block_tiles(*look.recording(), look.block(), look.k_tile_in_shared());
  if (!tiles || !look.recording()->tensor_of(format::Matrix::kC))
    return draw::empty_state(canvas, "This kernel does not say how large its tiles are",
                             "Choose a kernel with block tiles in the toolbar.");
  const auto rows = request_rows(look);
  const auto writers = c_writers(look, tiles->C);
  const std::uint32_t written = written_count(writers);
  const AmissLanes amiss = amiss_lanes(look, tiles->C);
  const std::string answer = amiss.astray != 0 ? astray_text(look, tiles->C, amiss.astray)
                             : !rows.empty()   ? sectors_in_words(look)
                             : written == 0    ? "Nothing of this tile of C is written yet"
                                               : written_text(look, tiles->C, written);
  const std::string part = part_in_words(look, tiles->C);
  Rect rest = draw::header(canvas, "Write-back", answer, request_in_words(look) + (part.empty() ? "" : "; " + part));
  draw_following(canvas, rest, look, actions);
  if (!finding_note(look).empty()) draw_finding_note(canvas, rest.cut_top(kFindingNote, 4), look, actions);
  std::vector<Key> all_keys = keys(canvas, look, rows, written, amiss);
  if (reaches_out_of_c(*look.recording(), tiles->C))
    all_keys.push_back({Key::Swatch::kHatch, canvas.colours.panel, "outside the matrix"});
  draw::legend(canvas, rest.cut_bottom(draw::legend_height(canvas, all_keys, rest.width), 4), all_keys);

  const float aspect = static_cast<float>(tiles->C.columns) / static_cast<float>(tiles->C.rows);
  const float height = std::min(rest.height - 40, rest.width * 0.5f / aspect);
  Rect left = rest.cut_left(height * aspect, 24);
  TextStyle title = canvas.small();
  title.colour = canvas.colours.c, title.face = draw::Face::kBold;
  canvas.text_in(left.cut_top(18),
                 "C tile of block " + block_name(*look.recording(), look.block()) + ": " +
                     std::to_string(tiles->C.rows) + " \u00d7 " + std::to_string(tiles->C.columns),
                 title);
  const std::string count = written_text(look, tiles->C, written),
                    none = written_text(look, tiles->C, written) + ", none by this request";
  const Rect below = left.cut_top(18, 4);
  const bool fits = canvas.text_width(none, canvas.small()) <= below.width;
  canvas.text_in(below, amiss.all_astray && fits ? none : count, canvas.small());
  if (canvas.hit("written", below).hovered) canvas.tooltip("The replay goes through one warp after the other.");
  draw_c_tile(canvas, {left.x, left.y, height * aspect, height}, tiles->C, writers, look, actions);
  if (rows.empty())
    draw_way_there(canvas, rest, look, actions);
  else
    draw_request(canvas, rest, rows, amiss, look, actions);
}

}  // namespace

View write_back_view() {
  return {
      .id = "write_back",
      .title = "Write-back",
      .question = "Who writes what, and does it fill whole sectors?",
      .explanation =
          "Which lanes write which part of C, and in which 32-byte sectors. A sector that is only partly filled is still "
          "moved whole. Press End for the last request, Left to step back through the write-back.",
      .place = Place::kStage,
      .width = 744,
      .height = 560,
      .least_width = 480,
      .least_height = 380,
      .draw = draw_write_back,
      .of_arrays = {
          .id = "write_back",
          .title = "Stores",
          .question = "Who writes what, and does it fill whole sectors?",
          .explanation =
              "The part of an array that the block stores to, filling up as the block goes on, and beside it the "
              "store at the cursor: which lanes write which elements, and in which 32-byte sectors. A sector "
              "that is only partly filled is still moved whole.",
          .draw = draw_stores}};
}

}  // namespace gemmscope::views
