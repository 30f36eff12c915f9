// SPDX-License-Identifier: MIT
/// The part of an array that the block stores to, filling up, and beside it the request at the cursor, or the way to
/// the first one. Of C where tiles are known: the block's tile, with what each warp computes drawn over it.
#include <algorithm>

#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/session/study.h"
#include "app/session/visit.h"
#include "app/views/parts/block_part.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/following.h"
#include "app/views/parts/pieces.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_draw.h"
#include "app/views/stores/request.h"
#include "app/views/views.h"
#include "app/words/line_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;
using draw::TextStyle;
using session::Look;

constexpr float kSeen = 14;  // points below which a part of C has no outline: a picture of lines only says nothing

/// What is drawn: of one array.
struct Stored {
  const Look& look;
  std::uint16_t tensor = 0;
  bool is_here = false;                  ///< the block stores to it
  std::vector<RequestRow> rows;          ///< of the request, if it is one of an array that is stored to
  std::optional<analysis::Rect> tile{};  ///< of C, where that is the array and tiles are known
  std::uint32_t beyond = 0;              ///< lanes_beyond()

  bool stores() const { return !rows.empty() && look.current->site.op != format::Op::kLoad; }
};

Stored stored_of(const Look& look, const std::vector<std::uint16_t>& arrays) {
  const auto here = std::ranges::find_if(arrays, [&](std::uint16_t array) { return stores_to_array(look, array); });
  const bool is_one = std::ranges::find(arrays, look.current->site.tensor) != arrays.end();
  Stored all{
      .look = look, .is_here = here != arrays.end(), .rows = is_one ? request_rows(look) : std::vector<RequestRow>()};
  all.tensor = !all.rows.empty() ? look.current->site.tensor : all.is_here ? *here : arrays.front();
  all.tile = block_tile(look, all.tensor);
  if (all.tile) all.beyond = lanes_beyond(look, *all.tile);
  return all;
}

struct Colours {
  Colour never, none, done, now;
  explicit Colours(const Canvas& canvas, const Look& look)
      : never(canvas.colours.ground),
        none(theme::mixed(canvas.colours.panel, canvas.colours.c, 0.12f)),
        done(theme::mixed(canvas.colours.panel, canvas.colours.c, 0.5f)),
        now(look.current->site.op == format::Op::kLoad ? theme::mixed(canvas.colours.panel, canvas.colours.text, 0.6f)
                                                       : theme::mixed(canvas.colours.c, canvas.colours.text, 0.35f)) {}
};

std::uint64_t written_cells(const BlockPart& part) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(part.writes, [](const analysis::CellWrite& each) { return each.write.written; }));
}

/// "1 536 of 16 384 elements written": of those that the block stores in the end, or that its tile has.
std::string progress(const BlockPart& so_far, const BlockPart& in_the_end, bool of_tile) {
  const bool single = so_far.slot.grid.across * so_far.slot.grid.down == 1;
  const std::uint64_t all = of_tile ? in_the_end.writes.size() : written_cells(in_the_end);
  return words::thousands(written_cells(so_far)) + " of " + words::thousands(all) +
         (single ? " elements written" : " cells written");
}

/// What warps compute, the subtiles of the cursor's warp, and numbers of warps.
void draw_owners(Canvas& canvas, const ArraySlot& slot, const analysis::Rect& tile, const Look& look) {
  const auto owners = analysis::ownership(*look.recording(), look.cursor.block);
  if (!owners || owners->rows != tile.rows || owners->columns != tile.columns) return;
  const auto place = [&](analysis::Rect part) {
    part.row += tile.row, part.column += tile.column;
    const Rect rect = part_place(slot, part), &all = slot.cells;  // what of it is in the matrix
    const float right = std::min(rect.right(), all.right()), bottom = std::min(rect.bottom(), all.bottom());
    return Rect{rect.x, rect.y, std::max(0.0f, right - rect.x), std::max(0.0f, bottom - rect.y)};
  };
  const auto is_seen = [](Rect rect) { return rect.width >= kSeen && rect.height >= kSeen; };
  const Colour line = theme::mixed(canvas.colours.panel, canvas.colours.text, 0.35f);
  for (const analysis::Rect& part : lane_grid(*owners, look.cursor.warp).subtiles)
    if (const Rect rect = place(part); is_seen(rect)) canvas.outline(rect, line);
  const auto warps = static_cast<std::uint32_t>(owners->lanes.size() / format::kLanes);
  const auto outlines = [&](std::uint32_t warp) {
    const bool current = warp == look.cursor.warp;
    const Pieces parts = pieces_of_warp(*owners, warp);
    for (std::size_t i = 0; i < parts.rows.size(); ++i)
      for (std::size_t j = 0; j < parts.columns.size(); ++j) {
        const Rect rect = place(parts.of(i, j)), corner{rect.x, rect.bottom() - 18, rect.width - 5, 16};
        if (rect.empty()) continue;
        if (current || is_seen(rect))
          canvas.outline(rect, current ? canvas.colours.selected : canvas.colours.secondary,
                         current && parts.count() == 1 ? 2 : 1);
        if (corner.width < 50 || rect.height < 20) continue;
        TextStyle style = canvas.small();
        style.align = draw::Align::kRight;
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

/// Elements that the element that is followed ends in.
void draw_ends(Canvas& canvas, const ArraySlot& slot, const analysis::Rect& tile, const Look& look) {
  const analysis::Life* life = session::life_of(look);
  if (life == nullptr) return;
  const auto place = [&](const analysis::Rect& part) {
    return tile.contains(part.row, part.column) ? std::optional(part_place(slot, part)) : std::nullopt;
  };
  for (const analysis::Rect& ends : life->ends)
    if (const auto at = place(ends)) mark_sums(canvas, *at, reached(look, analysis::UseKind::kGlobalStore));
  draw_use(canvas, look, [&](const analysis::Use& use) {
    return use.kind == analysis::UseKind::kGlobalStore && !use.of_C.empty() ? place(use.of_C.front()) : std::nullopt;
  });
}

/// Returns whether the chosen finding is marked.
bool draw_part(Canvas& canvas, const BlockPart& so_far, const BlockPart& in_the_end, const Stored& stored,
               session::Actions& actions) {
  const Look& look = stored.look;
  const ArraySlot& slot = so_far.slot;
  const Colours colours(canvas, look);
  draw_part_caption(canvas, so_far, look);
  if (slot.cells.empty()) return false;
  auto image = array_image(canvas, slot, colours.never);
  if (stored.tile) image.gap_px = 0;
  for (std::uint32_t cell = 0; cell < so_far.writes.size(); ++cell)
    if (in_the_end.writes[cell].write.written)
      image.cells[slot.drawn(cell)][0] =
          draw::palette_index(image, so_far.writes[cell].write.written ? colours.done : colours.none);
  if (!stored.rows.empty())
    for (const std::uint32_t element : elements_asked_for(look))
      if (slot.grid.has(element))
        image.cells[slot.drawn(slot.grid.cell(element))][0] = draw::palette_index(image, colours.now);
  canvas.matrix("stores", slot.cells, std::move(image));
  if (stored.tile) draw_owners(canvas, slot, *stored.tile, look);
  if (stored.tile) draw_ends(canvas, slot, *stored.tile, look);
  const bool marked = mark_in_array(canvas, slot, look);
  draw::Hit hit;
  const auto under = cell_under(canvas, slot, "stores", hit);
  if (!under) return marked;
  canvas.tooltip(write_story(look, so_far, *under));
  if (const auto element =
          analysis::element_at(*look.recording(), slot.tensor, slot.grid.first(*under) * slot.grid.element_bytes)) {
    actions.add(session::hover_element, *element);
    if (hit.clicked) actions.add(session::select_element, *element);
  }
  return marked;
}

bool stores_to(const format::Site& site, std::uint16_t tensor) {
  return site.tensor == tensor && site.op != format::Op::kLoad;
}

/// To the block's first request that stores to the array, of the cursor's warp if it makes one.
void go_to_store(Look& look, std::uint16_t tensor) {
  const format::Recording& recording = *look.recording();
  const session::Cursor here = look.cursor;
  std::optional<session::Cursor> found;
  for (const format::Segment& segment : session::pattern_of(recording, here.block).segments) {
    if (found && (found->warp == here.warp || segment.warp != here.warp)) continue;
    const auto& rows = recording.templates[segment.template_id].rows;
    const auto row = std::ranges::find_if(
        rows, [&](const format::Row& each) { return stores_to(recording.sites[each.site], tensor); });
    if (row == rows.end()) continue;
    found = {here.block, segment.warp, segment.first_request + static_cast<std::uint32_t>(row - rows.begin())};
  }
  if (found) session::go_to(look, *found);
}

/// Why the request is not drawn, and when the array is stored to; `line`: which line does that.
std::string why_not_here(const Stored& stored, const std::string& line) {
  const Look& look = stored.look;
  const format::Recording& recording = *look.recording();
  if (!stored.is_here && !stored.tile) return "This block stores nothing to an array. In other blocks, " + line + ".";
  if (!stored.tile) return "This request stores nothing to an array. " + words::capital(line) + ".";
  const std::string &C = recording.tensors[stored.tensor].name, &array = look.current->tensor.name;
  if (look.k_tile() != format::kEpilogue)
    return "The cursor is in the main loop, where the sums stay in registers. " + C +
           " is written after the last k-tile: " + line + ".";
  if (look.current->tensor.matrix == format::Matrix::kC)
    return "This request moves sums of " + C + " through " + array + ". They are written to " + C + " next: " + line +
           ".";
  return "This request " + std::string(format::verb_of(look.current->site.op)) + " " + array +
         ", which is none of the product's matrices. " + words::capital(line) + ".";
}

/// Beside it while the cursor is elsewhere.
void draw_way_there(Canvas& canvas, Rect space, const Stored& stored, session::Actions& actions) {
  const format::Recording& recording = *stored.look.recording();
  const auto store =
      std::ranges::find_if(recording.sites, [&](const format::Site& site) { return stores_to(site, stored.tensor); });
  if (store == recording.sites.end()) return;
  const bool is_atomic = store->op == format::Op::kAtomic;
  const std::string line = words::line_in_words(recording, *store) + (is_atomic ? " changes " : " stores to ") +
                           recording.tensors[stored.tensor].name + (is_atomic ? " by atomic operations" : "");
  Rect middle{space.x, space.y + std::max(0.0f, space.height / 2 - 50), space.width, 100};
  middle.cut_top(canvas.paragraph({middle.x, middle.y, middle.width, 80}, why_not_here(stored, line), canvas.words()),
                 10);
  if (!stored.is_here) return;
  const std::string text = "Go to the store";
  const TextStyle style{canvas.colours.on_button, draw::Face::kBold, 14, draw::Align::kCentre};
  const Rect button{middle.x, middle.y, canvas.text_width(text, style) + 24, 28};
  canvas.fill(button, canvas.colours.button, 5);
  canvas.text_in(button, text, style);
  const draw::Hit hit = canvas.hit("go to the store", button);
  if (hit.hovered) canvas.hand(), canvas.tooltip("Go to the block's first request that stores to this array");
  if (hit.clicked) actions.add(go_to_store, stored.tensor);
}

/// Only what occurs.
std::vector<Key> store_keys(const Canvas& canvas, const Stored& stored, const BlockPart& so_far,
                            const BlockPart& in_the_end) {
  const Colours colours(canvas, stored.look);
  const std::uint64_t written = written_cells(so_far), all = written_cells(in_the_end);
  std::vector<Key> keys;
  if (written < all) keys.push_back({Key::Swatch::kFill, colours.none, "not written yet"});
  if (written != 0) keys.push_back({Key::Swatch::kFill, colours.done, "written"});
  if (all < in_the_end.writes.size()) keys.push_back({Key::Swatch::kFill, colours.never, "not by this block"});
  if (!stored.rows.empty())
    keys.push_back({Key::Swatch::kFill, colours.now, stored.stores() ? "by this request" : "read by this request"});
  if (stored.beyond != 0)
    keys.push_back({Key::Swatch::kHatch, canvas.colours.c,
                    "beyond the product's edge: padding of " + stored.look.current->tensor.name});
  const auto any_sector = [&](bool full) {
    return std::ranges::any_of(stored.rows, [&](const RequestRow& row) {
      return std::ranges::any_of(row.sectors,
                                 [&](const SectorSpan& s) { return (s.bytes == analysis::kSectorBytes) == full; });
    });
  };
  if (any_sector(true)) keys.push_back({Key::Swatch::kLine, canvas.colours.text, "bracket: a 32-byte sector, full"});
  if (any_sector(false))
    keys.push_back(
        {Key::Swatch::kLine, theme::conflict_colour(canvas.colours, 2), "dashed: a 32-byte sector, partly used"});
  return keys;
}

void draw_stores(const Look& look, session::Actions& actions, Canvas& canvas) {
  const auto arrays = arrays_of(*look.recording(), true);
  if (arrays.empty())
    return draw::empty_state(canvas, "This kernel stores to no array in global memory", "Arrays shows what it loads.");
  const Stored stored = stored_of(look, arrays);
  const std::string answer = !stored.rows.empty() ? sectors_in_words(look) : part_sentence(look, arrays);
  const std::string subtile = stored.tile ? part_in_words(look, *stored.tile) : "";
  Rect rest = draw::header(canvas, "Stores", answer, request_in_words(look) + (subtile.empty() ? "" : "; " + subtile));
  draw_undrawn(canvas, rest, look);
  draw_following(canvas, rest, look, actions);
  const Rect note = finding_note(look).empty() ? Rect{} : rest.cut_top(kFindingNote, 4);
  const Rect legend = rest.cut_bottom(rest.width < 600 ? 62 : 44, 4);
  Rect left = rest.cut_left(rest.width * 0.48f, 24);
  const Rect below = left.cut_bottom(18, 4);
  BlockPart so_far = block_part(left, look, stored.tensor, moment_of(look));
  const BlockPart in_the_end = block_part(left, look, stored.tensor, {look.cursor.block, 0, analysis::kEnd});
  add_request(so_far, look);
  const bool marked = draw_part(canvas, so_far, in_the_end, stored, actions);
  draw_finding_note(canvas, note, look, actions, marked);
  const Rect count{below.x, so_far.slot.cells.bottom() + 4, below.width, 18};
  canvas.text_in(count, progress(so_far, in_the_end, stored.tile.has_value()), canvas.small());
  if (canvas.hit("written", count).hovered) canvas.tooltip("The replay goes through one warp after the other.");
  if (stored.rows.empty())
    draw_way_there(canvas, rest, stored, actions);
  else
    draw_request(canvas, rest, stored.rows, stored.beyond, look, actions);
  draw::legend(canvas, legend, store_keys(canvas, stored, so_far, in_the_end));
}

}  // namespace

View stores_view() {
  return {
      .id = "stores",
      .title = "Stores",
      .question = "Who writes what, and does it fill whole sectors?",
      .explanation =
          "The part of an array that the block stores to, filling up as the block goes on, and beside it the store at "
          "the cursor: which lanes write which elements, and in which 32-byte sectors. A sector that is only partly "
          "filled is still moved whole. If the tiles of a matrix product are known, it shows the block's tile of C, with what "
          "each warp computes outlined. Press End for the last request, Left to step back.",
      .place = Place::kStage,
      .width = 744,
      .height = 560,
      .least_width = 480,
      .least_height = 380,
      .draw = draw_stores,
      .of_any_program = true};
}

}  // namespace gemmscope::views
